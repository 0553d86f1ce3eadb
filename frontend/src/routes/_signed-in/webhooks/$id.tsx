import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router';
import { lazy, memo, Suspense, useCallback } from 'react';
import { invocationsQuery } from '../../../data/invocations.ts';
import { statsQuery } from '../../../data/stats.ts';
import { targetKindsQuery, targetsQuery } from '../../../data/targets.ts';
import { verificationQuery } from '../../../data/verification.ts';
import { webhookQuery } from '../../../data/webhooks.ts';
import type { CallPreview as Preview } from '../../../features/editor/call-preview.tsx';
import { InvocationsPanel } from '../../../features/invocations/invocations-panel.tsx';
import { type InvocationSearch, opensDialog, readInvocationSearch } from '../../../features/invocations/search.ts';
import { RoutingLine } from '../../../features/routing/routing-line.tsx';
import { SenderBox } from '../../../features/verification/sender-box.tsx';
import { WebhookPage } from '../../../features/webhooks/webhook-page.tsx';
import { onlyKnown } from '../../../lib/search.ts';
import type { Webhook } from '../../../lib/wire.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useSidePanel } from '../../../ui/use-side-panel.ts';

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
    void queryClient.prefetchQuery(statsQuery(id));
    void queryClient.prefetchQuery(targetKindsQuery());
    void queryClient.prefetchQuery(verificationQuery(id));
  },
  component: View,
});

/** Every dialog and tab is in the URL's search parameters. When these change, only the calls are rendered again. */
const Page = memo(WebhookPage);

function View() {
  const { id } = Route.useParams();
  // Makes space for the pane before the calls have loaded, so the page doesn't jump when the call in the URL opens.
  useSidePanel(Route.useSearch({ select: ({ inv }) => inv !== undefined }));
  const router = useRouter();
  const isCovered = useCallback(() => opensDialog(router.state.location.search), [router]);
  return <Page key={id} id={id} invocations={invocations} sender={sender} routing={routing} opensDialog={isCovered} />;
}

const invocations = (webhook: Webhook, url: string) => <Invocations webhook={webhook} url={url} />;
const sender = (webhook: Webhook) => <SenderBox webhookId={webhook.id} />;
const routing = (webhook: Webhook) => <RoutingLine webhook={webhook} />;

const { Part: VerificationDialog } = lazyDialog(() =>
  import('../../../features/verification/verification-dialog.tsx').then((module) => module.VerificationDialog),
);
const { Part: RefusedDialog } = lazyDialog(() =>
  import('../../../features/verification/refused-dialog.tsx').then((module) => module.RefusedDialog),
);

const { Part: RoutingDialog } = lazyDialog(() =>
  import('../../../features/routing/routing-dialog.tsx').then((module) => module.RoutingDialog),
);

const editorParts = () => import('../../../features/editor/webhook-parts.ts');

/** Nothing replaces the preview if its code cannot be loaded. */
const CallPreview = lazy<typeof Preview>(() =>
  editorParts().then(
    (module) => ({ default: module.CallPreview }),
    () => ({ default: () => null }),
  ),
);

const { Part: ImproveDialog } = lazyDialog(() => editorParts().then((module) => module.ImproveDialog));

function Invocations(of: { webhook: Webhook; url: string }) {
  const search = Route.useSearch();
  return (
    <>
      <InvocationsPanel
        {...of}
        search={search}
        preview={(call) => (
          <Suspense fallback={<div className="min-h-40" />}>
            <CallPreview webhook={of.webhook} call={call} />
          </Suspense>
        )}
        improve={(call, onClose) => <ImproveDialog webhook={of.webhook} invocation={call} onClose={onClose} />}
      />
      <WhoDialogs webhook={of.webhook} search={search} />
    </>
  );
}

/** The dialogs of verification, routing and rejected calls. */
function WhoDialogs({ webhook, search }: { webhook: Webhook; search: InvocationSearch }) {
  const webhookId = webhook.id;
  const navigate = Route.useNavigate();
  const queryClient = useQueryClient();
  const close = () =>
    void navigate({
      search: ({ verification: _verification, refused: _refused, rules: _rules, ...old }) => old,
      resetScroll: false,
    });
  // The latest caller that was recognised is probably the service to verify.
  const lately = queryClient.getQueryData(invocationsQuery(webhookId, 1).queryKey)?.rows;
  const caller = search.sender ?? lately?.find(({ message }) => message?.sender !== undefined)?.message?.sender;
  return (
    <>
      {search.verification && <VerificationDialog webhookId={webhookId} callerName={caller} onClose={close} />}
      {search.rules && <RoutingDialog webhook={webhook} onClose={close} />}
      {search.refused && <RefusedDialog webhookId={webhookId} onClose={close} />}
    </>
  );
}
