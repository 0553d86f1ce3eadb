import { createFileRoute } from '@tanstack/react-router';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { NewWebhookPage } from '../../../features/webhooks/new-webhook-page.tsx';

export const Route = createFileRoute('/_signed-in/webhooks/new')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: NewWebhookPage,
});
