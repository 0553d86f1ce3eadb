import { createFileRoute, notFound } from '@tanstack/react-router';
import { invocationsQuery } from '../../../data/invocations.ts';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { webhookQuery } from '../../../data/webhooks.ts';
import { InvocationsPanel } from '../../../features/invocations/invocations-panel.tsx';
import { type InvocationSearch, readInvocationSearch } from '../../../features/invocations/search.ts';
import { WebhookPage } from '../../../features/webhooks/webhook-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';

export const Route = createFileRoute('/_signed-in/webhooks/$id')({
  params: {
    parse: ({ id }) => ({ id: Number(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: onlyKnown<InvocationSearch>(readInvocationSearch),
  loaderDeps: ({ search: { page } }) => ({ page: page ?? 1 }),
  loader: ({ context: { queryClient }, params: { id }, deps: { page } }) => {
    if (!Number.isSafeInteger(id)) throw notFound();
    void queryClient.prefetchQuery(webhookQuery(id));
    void queryClient.prefetchQuery(invocationsQuery(id, page));
    void queryClient.prefetchQuery(targetsQuery());
    void queryClient.prefetchQuery(targetKindsQuery());
  },
  component: View,
});

function View() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  return (
    <WebhookPage
      key={id}
      id={id}
      invocations={(webhook, url) => <InvocationsPanel webhook={webhook} url={url} search={search} />}
    />
  );
}
