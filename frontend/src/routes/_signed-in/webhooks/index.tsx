import { createFileRoute } from '@tanstack/react-router';
import { overviewQueries } from '../../../data/overview.ts';
import { WebhooksPage } from '../../../features/webhooks/webhooks-page.tsx';

export const Route = createFileRoute('/_signed-in/webhooks/')({
  loader: ({ context: { queryClient } }) => {
    // These queries share one request.
    for (const part of ['webhooks', 'targets', 'account', 'failing'] as const)
      void queryClient.prefetchQuery<unknown>(overviewQueries[part]() as never);
  },
  component: WebhooksPage,
});
