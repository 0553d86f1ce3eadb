import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '../../../data/account.ts';
import { webhooksQuery } from '../../../data/webhooks.ts';
import { WebhooksPage } from '../../../features/webhooks/webhooks-page.tsx';

export const Route = createFileRoute('/_signed-in/webhooks/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(webhooksQuery());
    void queryClient.prefetchQuery(accountQuery());
  },
  component: WebhooksPage,
});
