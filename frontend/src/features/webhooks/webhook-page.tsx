import { useNavigate } from '@tanstack/react-router';
import { CopyPlus, Pencil, RefreshCw, Send, Trash2, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useDeleteWebhook, useWebhook } from '../../data/webhooks.ts';
import { showError, toasts } from '../../lib/services.ts';
import { webhookLook } from '../../lib/status.ts';
import { hasDraft } from '../../lib/use-draft.ts';
import type { Webhook } from '../../lib/wire.ts';
import { LoadFailed } from '../../shell/error-page.tsx';
import { Badge, Status } from '../../ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { CopyButton, urlCopied } from '../../ui/copy.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Crumbs, Page } from '../../ui/page.tsx';
import { Notice } from '../../ui/panel.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { AfterPaint } from '../../ui/use-after-paint.ts';
import { useInvokeUrl } from '../../ui/use-config.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { DetailsPanel, FoldedDetails } from './details-panel.tsx';
import { texts } from './texts.ts';
import { TroubleNotices, useTroubleKnown } from './trouble.tsx';
import { CallsSkeleton, WebhookBodySkeleton, WebhookSkeleton } from './webhook-skeleton.tsx';

const { Part: RotateDialog } = latePart(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));
const { Part: CloneDialog } = latePart(() => import('./clone-dialog.tsx').then((module) => module.CloneDialog));
const OldUrls = lazy(() => import('./old-urls.tsx').then((module) => ({ default: module.OldUrls })));
const PauseNotice = lazy(() => import('./pause-notice.tsx').then((module) => ({ default: module.PauseNotice })));
const EditPanel = lazy(() => import('./edit-panel.tsx').then((module) => ({ default: module.EditPanel })));

interface Parts {
  invocations: (webhook: Webhook, url: string) => ReactNode;
  who?: (webhook: Webhook) => ReactNode;
}

/** @param invocations the table of calls, and the verification, put in by the route: they are separate features */
export function WebhookPage({ id, ...parts }: Parts & { id: number }) {
  const webhook = useWebhook(id);
  if (webhook.data) return <WebhookView webhook={webhook.data} {...parts} />;
  return webhook.error ? <LoadFailed error={webhook.error} /> : <WebhookSkeleton />;
}

function WebhookView({ webhook, invocations, who }: Parts & { webhook: Webhook }) {
  const [editing, setEditing] = useState(() => hasDraft(`webhook-${webhook.id}`));
  const [pressed, setPressed] = useState(false);
  const [asking, setAsking] = useState(false);
  const [cloning, setCloning] = useState(false);
  const narrow = useNarrow();
  const known = useTroubleKnown();
  const editButton = useRef<HTMLButtonElement>(null);
  const edit = () => {
    setPressed(true);
    setEditing(true);
  };
  // The form goes and takes the focus with it: the keyboard continues where the form was opened.
  useEffect(() => {
    if (pressed && !editing) editButton.current?.focus();
  }, [pressed, editing]);
  const url = useInvokeUrl(webhook.route) ?? '';
  const details = narrow ? (
    <FoldedDetails webhook={webhook}>{who?.(webhook)}</FoldedDetails>
  ) : (
    <DetailsPanel webhook={webhook} />
  );
  return (
    <Page
      title={webhook.name}
      crumbs={<Crumbs to="/webhooks" parent={texts.list.title} here={webhook.name} />}
      badge={<Status look={webhookLook(webhook)} />}
      actions={
        <>
          <ButtonLink
            to="."
            search={(old) => ({ ...old, test: true })}
            resetScroll={false}
            icon={<Send size={16} aria-hidden />}
          >
            {texts.view.test}
          </ButtonLink>
          <Button ref={editButton} icon={<Pencil size={16} aria-hidden />} disabled={editing} onClick={edit}>
            {texts.view.edit}
          </Button>
          <IconButton framed label={texts.clone.button} onClick={() => setCloning(true)}>
            <CopyPlus size={17} aria-hidden />
          </IconButton>
          <IconButton framed label={texts.view.deleteWebhook} onClick={() => setAsking(true)}>
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </>
      }
    >
      {known ? (
        <div className="@container flex flex-col gap-4 max-sm:gap-3">
          {webhook.disabledReason && webhook.disabledCode !== 'webhook-without-target' && (
            <Notice tone="warn" icon={<TriangleAlert size={18} aria-hidden />}>
              <p>{webhook.disabledReason}</p>
              <HelpLink code={webhook.disabledCode} className="text-meta" />
            </Notice>
          )}
          <TroubleNotices webhook={webhook} onEdit={edit} />
          {(webhook.status === 'paused' || webhook.heldCalls !== undefined) && (
            <Suspense fallback={null}>
              <PauseNotice webhook={webhook} />
            </Suspense>
          )}
          {webhook.oldRoutes && (
            <Suspense fallback={null}>
              <OldUrls routes={webhook.oldRoutes} />
            </Suspense>
          )}
          <div className="grid gap-4 max-sm:gap-3 @min-[900px]:grid-cols-2">
            <div className="flex min-w-0 flex-col divide-y divide-line rounded-panel border border-line bg-surface shadow-panel">
              <UrlBar url={url} webhookId={webhook.id} />
              {!narrow && <div className="divide-y divide-line in-data-beside:hidden">{who?.(webhook)}</div>}
            </div>
            <ActivityPanel webhook={webhook} />
          </div>
          {editing ? (
            // The read-only view stays until the form has arrived, so nothing below it jumps up and down again.
            <Suspense
              fallback={
                <>
                  {details}
                  <ProgressLine />
                </>
              }
            >
              <EditPanel webhook={webhook} pressed={pressed} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            details
          )}
          <AfterPaint instead={<CallsSkeleton />}>{invocations(webhook, url)}</AfterPaint>
        </div>
      ) : (
        <WebhookBodySkeleton />
      )}
      {cloning && <CloneDialog webhook={webhook} onClose={() => setCloning(false)} />}
      {asking && <DeleteWebhook webhook={webhook} onCancel={() => setAsking(false)} />}
    </Page>
  );
}

function UrlBar({ url, webhookId }: { url: string; webhookId: number }) {
  const [rotating, setRotating] = useState(false);
  return (
    <section aria-label={texts.view.url} className="flex min-w-0 items-center gap-3 py-1 pr-1.5 pl-3.5">
      <Badge tone="accent">
        <span className="font-mono">POST</span>
      </Badge>
      <code className="min-w-0 flex-1 truncate text-code select-all">{url}</code>
      <CopyButton text={url} label={texts.view.copyUrl} detail={urlCopied(url)} />
      <IconButton label={texts.rotate.button} onClick={() => setRotating(true)}>
        <RefreshCw size={16} aria-hidden />
      </IconButton>
      {rotating && <RotateDialog webhookId={webhookId} onClose={() => setRotating(false)} />}
    </section>
  );
}

function DeleteWebhook({ webhook, onCancel }: { webhook: Webhook; onCancel(): void }) {
  const remove = useDeleteWebhook(webhook.id);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ severity: 'success', summary: texts.view.deleted, detail: texts.view.deletedDetail });
        void navigate({ to: '/webhooks' });
      },
      onError: (error) => {
        showError(error, { title: texts.view.notDeleted });
        onCancel();
      },
    });
  return (
    <LateConfirm
      title={texts.view.deleteWebhook}
      verb={texts.view.delete}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p className="text-ink">{texts.view.deleteQuestion}</p>
      <p className="mt-2 font-semibold text-ink wrap-anywhere">{webhook.name}</p>
      <p className="mt-2">{texts.view.deleteText}</p>
    </LateConfirm>
  );
}
