import { ArrowDown, ArrowUp, Code, Info, RotateCw } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useRowNews, useWatchedInvocation } from '../../data/invocations.ts';
import { useIsResending, useReplayInvocation } from '../../data/replays.ts';
import { useTargets } from '../../data/targets.ts';
import { useWorkspace } from '../../data/workspaces.ts';
import { isGone } from '../../lib/errors.ts';
import { readHeaders } from '../../lib/headers.ts';
import { isDialogOpen } from '../../lib/open-dialog.ts';
import { showError, toasts } from '../../lib/services.ts';
import { isSingleKey } from '../../lib/single-keys.ts';
import { heldLook, invocationLook } from '../../lib/status.ts';
import type { Invocation, Webhook } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Notice, Skeleton } from '../../ui/panel.tsx';
import { useNow } from '../../ui/time.tsx';
import { detach, usePlace } from '../../ui/use-side-panel.ts';
import { looksLikeHandshake } from './body.ts';
import { Lead, NotVerified } from './call-lead.tsx';
import { CallTabs } from './call-tabs.tsx';
import { curlCommand } from './curl.ts';
import { atTargets } from './dispatch-rules.ts';
import { ExpiredCallDialog } from './expired-call-dialog.tsx';
import { ReplayQuestion } from './replay-question.tsx';
import type { Tab } from './search.ts';
import { texts } from './texts.ts';

const { Part: SampleDialog } = lazyDialog(() => import('./sample-dialog.tsx').then((module) => module.SampleDialog));

interface Props {
  id: string;
  /** The page's rows, newest first, for navigation and the comparison. */
  rows: readonly Invocation[];
  webhook: Webhook;
  url: string;
  tab: Tab;
  opener: RefObject<HTMLElement | null>;
  /** Draws the dialog that improves the call's message; the route passes it, because it belongs to another feature. */
  improve?: ((call: Invocation, onClose: () => void) => ReactNode) | undefined;
  onOpen(id: string): void;
  onClose(): void;
}

export function InvocationDialog({ id, rows, webhook, url, tab, opener, improve, onOpen, onClose }: Props) {
  const loaded = useWatchedInvocation(id);
  const replay = useReplayInvocation(id);
  const isResending = useIsResending(id);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const [improving, setImproving] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const index = rows.findIndex((row) => row.id === id);
  const call = loaded.data;
  // The list can be outdated, so the dialog's own call is used once it has loaded.
  const row = call ? { ...rows[index], ...call } : rows[index];
  useRowNews(id, rows[index]);
  const targets = useTargets().data;
  const states = atTargets(row?.dispatches ?? [], (of) => targets?.find((target) => target.id === of)?.status);
  // The neighbours in the list. At its end, or for a call outside it, these are the neighbours in time.
  const newer = index > 0 ? rows[index - 1]?.id : call?.newerId;
  const older = (index >= 0 ? rows[index + 1]?.id : undefined) ?? call?.olderId;

  const copyCurl = () => {
    if (!loaded.data) return;
    const command = curlCommand(url, { ...loaded.data, headers: readHeaders(loaded.data.rawHeaders) });
    copyText(command, texts.curlCopied).catch(showError);
  };
  const copyLink = () => {
    const link = `${location.origin}/webhooks/${webhook.id}?inv=${id}`;
    copyText(link, texts.details.linkCopied).catch(showError);
  };
  // Nothing can be resent to a deleted target.
  const failedTargets = targets?.filter((target) =>
    states.some(({ status, targetId }) => status === 'error' && targetId === target.id),
  );
  const failed = failedTargets?.map((target) => target.id) ?? [];
  const isPartly = failed.length > 0 && failed.length < states.length;
  // A target that accepts nothing has to be fixed first.
  const canResend = failedTargets?.some(({ status }) => status !== 'inactive');
  // The buttons stay in their places while the call is open, also after its messages were resent.
  const [troubled, setTroubled] = useState<string>();
  if (failed.length > 0 && troubled !== id) setTroubled(id);
  const replayAll = () => resend();
  const resend = (targetIds?: number[]) =>
    replay.mutate(targetIds, {
      onSuccess: ({ queued }) =>
        toasts.add({
          severity: 'success',
          summary: texts.details.replayed,
          detail: texts.details.replayedDetail(queued),
          id: 'replayed',
        }),
      onError: (error) => showError(error, { title: texts.details.notReplayed }),
    });
  const openEditor = () => void navigate({ to: '/editor', search: { webhook: webhook.id, inv: id } });
  const place = usePlace();
  const beside = place === 'beside';
  const isViewer = useWorkspace()?.role === 'viewer';
  const onKeyDown = (event: Pick<KeyboardEvent, 'key'> & Parameters<typeof isSingleKey>[0]) => {
    if (!isSingleKey(event)) return;
    if (event.key === 'j' && older) onOpen(older);
    if (event.key === 'k' && newer) onOpen(newer);
    // A viewer can neither call the webhook nor resend.
    if (isViewer) return;
    if (event.key === 'c') copyCurl();
    if (event.key === 'r') setAsking(true);
  };

  const now = useNow();
  // If the call is open next to the list, shortcuts work regardless of the focus, because the list stays usable.
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useEffect(() => {
    if (!beside) return;
    const listen = (event: globalThis.KeyboardEvent) => !isDialogOpen() && latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [beside]);

  if (isGone(loaded.error)) return <ExpiredCallDialog {...{ webhook, opener, beside, onClose }} />;
  return (
    <Dialog
      size="large"
      steady
      beside={beside}
      onDetach={place === 'narrow' ? undefined : () => detach(beside)}
      title={<span className="text-label font-medium text-ink-2">{texts.details.title}</span>}
      badge={
        row && (
          <Status look={row.held ? heldLook : invocationLook(row.status, states, now - Date.parse(row.invokedAt))} />
        )
      }
      onClose={onClose}
      initialFocus={body}
      finalFocus={opener}
      lead={
        row ? (
          <Lead row={row} onOpen={onOpen}>
            <Button data-needs="editor" size="small" disabled={!loaded.data} onClick={() => setKeeping(true)}>
              {texts.details.keep}
            </Button>
            <Button size="small" onClick={copyLink}>
              {texts.details.link}
            </Button>
          </Lead>
        ) : (
          <Skeleton className="mt-2 h-10 w-80 max-w-full" />
        )
      }
      footer={
        <>
          <span className="flex flex-1 gap-1">
            <IconButton label={texts.details.newer} disabled={!newer} onClick={() => newer && onOpen(newer)}>
              <ArrowUp size={18} aria-hidden />
            </IconButton>
            <IconButton label={texts.details.older} disabled={!older} onClick={() => older && onOpen(older)}>
              <ArrowDown size={18} aria-hidden />
            </IconButton>
          </span>
          <Button
            data-needs="editor"
            tone="link"
            // A phone has no terminal, and no space for it.
            className="max-sm:hidden"
            disabled={!loaded.data}
            onClick={copyCurl}
          >
            {texts.details.curl}
          </Button>
          <Button
            data-needs="editor"
            icon={<RotateCw size={16} aria-hidden className="max-sm:hidden" />}
            tone={canResend ? 'primary' : 'secondary'}
            className={troubled === id ? 'order-last' : undefined}
            busy={isResending}
            onClick={() => (isPartly ? resend(failed) : resend())}
          >
            {texts.details[isPartly ? 'replayFailed' : 'replay']}
          </Button>
          <Button
            tone={troubled === id || isViewer ? 'secondary' : 'primary'}
            icon={<Code size={16} aria-hidden className="max-sm:hidden" />}
            onClick={openEditor}
          >
            {texts.details.editor}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for any focus inside; each has a button, too */}
      <div ref={body} tabIndex={-1} onKeyDown={beside ? undefined : onKeyDown} className="outline-none">
        {call && !webhook.intake?.answerHandshakes && looksLikeHandshake(call) && (
          <Notice icon={<Info size={18} aria-hidden />} className="mb-4">
            {texts.details.handshake}
          </Notice>
        )}
        {row?.verified === false && <NotVerified reason={row.unverifiedReason} />}
        <CallTabs {...{ tab, rows, row, webhook, loaded }} id={id} onImprove={improve && (() => setImproving(true))} />
        {keeping && row && (
          <SampleDialog
            webhookId={webhook.id}
            id={id}
            suggested={row.message?.title ?? webhook.name}
            onClose={() => setKeeping(false)}
          />
        )}
        {improving && call && improve?.(call, () => setImproving(false))}
        {asking && <ReplayQuestion id={id} onSend={replayAll} onClose={() => setAsking(false)} />}
      </div>
    </Dialog>
  );
}
