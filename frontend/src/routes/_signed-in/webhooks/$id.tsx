import { createFileRoute, notFound } from '@tanstack/react-router';
import { memo } from 'react';
import { invocationsQuery } from '../../../data/invocations.ts';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { webhookQuery } from '../../../data/webhooks.ts';
import { InvocationsPanel } from '../../../features/invocations/invocations-panel.tsx';
import { type InvocationSearch, readInvocationSearch } from '../../../features/invocations/search.ts';
import { WebhookPage } from '../../../features/webhooks/webhook-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';
import type { Webhook } from '../../../lib/wire.ts';
import { useRoomBeside } from '../../../ui/use-beside.ts';

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

/** Only the calls follow the search part of the address, in which every dialog and tab is: the page around them stays. */
const Page = memo(WebhookPage);

function View() {
  const { id } = Route.useParams();
  // Before the calls are there, so that nothing moves when the one in the address opens beside them.
  useRoomBeside(Route.useSearch({ select: ({ inv }) => inv !== undefined }));
  return <Page key={id} id={id} invocations={invocations} />;
}

const invocations = (webhook: Webhook, url: string) => <Invocations webhook={webhook} url={url} />;

function Invocations(of: { webhook: Webhook; url: string }) {
  return <InvocationsPanel {...of} search={Route.useSearch()} />;
}
