import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useWebhookStats } from '../../data/stats.ts';
import { useTargets } from '../../data/targets.ts';
import { firstSentence } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { TargetTrouble, TroubleLine } from '../../ui/target-trouble.tsx';
import { Time } from '../../ui/time.tsx';
import { TroubleFix, troubleOf } from '../../ui/trouble-fix.tsx';
import { pauseSentence, texts } from './texts.ts';

const { trouble, quota, silence } = texts;

const PauseNotice = lazy(() => import('./pause-notice.tsx').then((module) => ({ default: module.PauseNotice })));
const QuotaNotice = lazy(() => import('./quota-notice.tsx').then((module) => ({ default: module.QuotaNotice })));

/**
 * True once the targets in {@link TroubleNotices} are known, because loading them later would move the content below.
 * It does not wait for the numbers, which can take seconds. The panels then render in a transition.
 */
export function useHealthLoaded(): boolean {
  const { isPending, failureCount } = useTargets();
  const answered = !isPending || failureCount > 0;
  const [known, setKnown] = useState(answered);
  useEffect(() => {
    if (answered) startTransition(() => setKnown(true));
  }, [answered]);
  return known;
}

/**
 * Shows what keeps a webhook's calls from arriving: failing targets, a pause, the quota, and silence. Several problems
 * are folded into one notice with the first fix, so the calls stay in sight.
 * @param onEdit opens the settings
 */
export function TroubleNotices({ webhook, onEdit }: { webhook: Webhook; onEdit(): void }) {
  const targets = useTargets().data ?? [];
  const undelivered = useWebhookStats(webhook.id).data?.undelivered;
  const [open, setOpen] = useState(false);
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Opening the notice removes its button, so the problems get the focus.
    if (open) all.current?.focus();
  }, [open]);
  const known = targets
    .filter(({ id }) => webhook.targetIds.includes(id))
    .map((target) => ({ target, missed: undelivered?.find(({ targetId }) => targetId === target.id) }));
  const failing = known.flatMap(({ target, missed }) => {
    const found = troubleOf(target, missed);
    return found ? [{ target, ...found }] : [];
  });
  const isHolding = webhook.status === 'paused' || webhook.heldCalls !== undefined;
  const sentences = [
    ...failing.map(({ what }) => what),
    ...(isHolding ? [firstSentence(pauseSentence(webhook))] : []),
    ...(webhook.limitHit ? [firstSentence(quota.text)] : []),
    ...(webhook.silentSince ? [`${silence.rings} ${formatDateTime(webhook.silentSince)}.`] : []),
  ];
  if (sentences.length > 1 && !open)
    return (
      <TroubleLine
        tone={failing.some(({ tone }) => tone === 'err') ? 'err' : 'warn'}
        action={
          <>
            {failing[0] && <TroubleFix target={failing[0].target} isTight />}
            <Button size="small" aria-expanded={false} onClick={() => setOpen(true)}>
              {trouble.all(sentences.length)}
            </Button>
          </>
        }
      >
        {sentences.join(' ')}
      </TroubleLine>
    );
  return (
    <div ref={all} tabIndex={-1} className="flex flex-col gap-1.5 empty:hidden">
      {webhook.targetIds.length === 0 && (
        <TroubleLine
          tone="err"
          action={
            <Button data-needs="editor" size="small" tone="primary" onClick={onEdit}>
              {trouble.chooseTarget}
            </Button>
          }
        >
          {webhook.disabledCode === 'webhook-without-target' ? webhook.disabledReason : trouble.noTarget}
        </TroubleLine>
      )}
      {known.map(({ target, missed }) => (
        <TargetTrouble
          key={target.id}
          target={target}
          missed={missed}
          show={(status, sentence) => (
            <TextLink to="/webhooks/$id" params={{ id: webhook.id }} search={{ status, target: target.id }}>
              {sentence}
            </TextLink>
          )}
        />
      ))}
      <Suspense fallback={null}>
        {isHolding && <PauseNotice webhook={webhook} />}
        {webhook.limitHit && <QuotaNotice webhookId={webhook.id} />}
      </Suspense>
      {webhook.silentSince && (
        <TroubleLine
          tone="warn"
          action={
            <Button data-needs="editor" size="small" onClick={onEdit}>
              {silence.change}
            </Button>
          }
        >
          {silence.rings} <Time date={webhook.silentSince} />
        </TroubleLine>
      )}
    </div>
  );
}
