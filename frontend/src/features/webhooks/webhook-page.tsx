import { Send, Settings2, TriangleAlert } from 'virtual:icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { hasMatters, useWebhook } from '../../data/webhooks.ts';
import { webhookLook } from '../../lib/status.ts';
import { hasDraft } from '../../lib/use-draft.ts';
import type { Webhook } from '../../lib/wire.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { Badge, Status } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton, urlCopied } from '../../ui/copy.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ReserveHeight } from '../../ui/reserve-height.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { AfterPaint } from '../../ui/use-after-paint.ts';
import { useInvokeUrl } from '../../ui/use-config.ts';
import { FlowStrip } from './flow-strip.tsx';
import { chipsOf } from './setting-chips.ts';
import { texts } from './texts.ts';
import { TroubleNotices, useHealthLoaded } from './trouble.tsx';
import { CallsSkeleton, WebhookBodySkeleton, WebhookSkeleton } from './webhook-skeleton.tsx';

const { Part: SettingsSheet } = lazyDialog(() => import('./settings-sheet.tsx').then((module) => module.SettingsSheet));
const OpenMatters = lazy(() => import('./open-matters.tsx').then((module) => ({ default: module.OpenMatters })));
const OldUrls = lazy(() => import('./old-urls.tsx').then((module) => ({ default: module.OldUrls })));

type Part = (webhook: Webhook) => ReactNode;

/** Parts of other features, passed by the route. */
interface Parts {
  /** The table of calls. */
  invocations(webhook: Webhook, url: string): ReactNode;
  /** Steps of a call's path: its sender and its routing. */
  sender?: Part;
  routing?: Part;
  /** True if the URL opens a dialog, which unsaved settings must not cover. */
  opensDialog?(): boolean;
}

/** A webhook: a call's path through it, and its calls. */
export function WebhookPage({ id, ...parts }: Parts & { id: number }) {
  const webhook = useWebhook(id);
  if (webhook.data) return <WebhookView webhook={webhook.data} {...parts} />;
  return webhook.error ? <LoadFailed error={webhook.error} /> : <WebhookSkeleton />;
}

function WebhookView({ webhook, invocations, sender, routing, opensDialog }: Parts & { webhook: Webhook }) {
  const [editing, setEditing] = useState(() => hasDraft(`webhook-${webhook.id}`) && !opensDialog?.());
  const known = useHealthLoaded();
  const edit = () => setEditing(true);
  const url = useInvokeUrl(webhook.route) ?? '';
  return (
    <Page
      dense
      title={webhook.name}
      crumbs={<SkipLink to="calls">{texts.view.skip}</SkipLink>}
      badge={
        <>
          <Status look={webhookLook(webhook)} />
          {webhook.route !== undefined && <InvokeUrl url={url} />}
          {chipsOf(webhook).map((chip) => (
            <Badge key={chip} tone="idle">
              {chip}
            </Badge>
          ))}
        </>
      }
      actions={
        <>
          {webhook.targetIds.length > 0 && (
            <ButtonLink
              data-needs="editor"
              to="."
              search={(old) => ({ ...old, test: true })}
              resetScroll={false}
              icon={<Send size={16} aria-hidden />}
            >
              <span className="max-sm:sr-only">{texts.view.test}</span>
            </ButtonLink>
          )}
          <Button data-needs="editor" icon={<Settings2 size={16} aria-hidden />} onClick={edit}>
            <span className="max-sm:sr-only">{texts.settings.button}</span>
          </Button>
        </>
      }
    >
      {known ? (
        <div className="@container flex flex-col gap-2.5">
          <FlowStrip webhook={webhook} sender={sender?.(webhook)} routing={routing?.(webhook)} onMore={edit} />
          {webhook.disabledReason && webhook.disabledCode !== 'webhook-without-target' && (
            <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
              <p>{webhook.disabledReason}</p>
              <HelpLink code={webhook.disabledCode} className="text-meta" />
            </Notice>
          )}
          <TroubleNotices webhook={webhook} onEdit={edit} />
          {hasMatters(webhook) && (
            <Suspense fallback={<ReserveHeight what={`matters-${webhook.id}`} ready={false} />}>
              <OpenMatters webhookId={webhook.id} />
            </Suspense>
          )}
          <Suspense fallback={null}>{webhook.oldRoutes && <OldUrls routes={webhook.oldRoutes} />}</Suspense>
          <AfterPaint instead={<CallsSkeleton />}>{invocations(webhook, url)}</AfterPaint>
        </div>
      ) : (
        <WebhookBodySkeleton />
      )}
      {editing && <SettingsSheet webhook={webhook} onDone={() => setEditing(false)} />}
    </Page>
  );
}

const InvokeUrl = ({ url }: { url: string }) => (
  <section
    aria-label={texts.view.url}
    className="flex max-w-fit min-w-0 flex-[1_1_10rem] items-center rounded-control bg-sunken text-ink-2 max-sm:flex-none"
  >
    <code className="min-w-0 flex-1 truncate pl-2.5 text-code select-all max-sm:hidden">{url}</code>
    <CopyButton text={url} label={texts.view.copyUrl} detail={urlCopied(url)} small />
  </section>
);
