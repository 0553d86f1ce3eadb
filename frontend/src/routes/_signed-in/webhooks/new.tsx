import { createFileRoute } from '@tanstack/react-router';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { NewWebhookPage } from '../../../features/webhooks/new-webhook-page.tsx';
import { readChosenTarget } from '../../../features/webhooks/search.ts';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/webhooks/new')({
  validateSearch: onlyKnown(readChosenTarget),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: View,
});

function View() {
  return <NewWebhookPage target={Route.useSearch().target} />;
}
