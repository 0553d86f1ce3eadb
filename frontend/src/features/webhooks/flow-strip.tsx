import { ArrowRight } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { waitingFor } from '../../data/missed.ts';
import { useWebhookStats } from '../../data/stats.ts';
import { useTargets } from '../../data/targets.ts';
import { formatDuration } from '../../lib/format.ts';
import { type StatusLook, type Tone, targetLook } from '../../lib/status.ts';
import type { Answer, Target, Webhook } from '../../lib/wire.ts';
import { FlowBox } from '../../ui/flow-box.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const { flow, view } = texts;

/** Maximum number of targets shown here; the settings list all of them. */
const SHOWN = 4;

/**
 * A call's path in one line: its sender, its message, and its targets. Each step opens its settings.
 * @param sender the sender's step, from another feature
 * @param routing the routing's step, from another feature
 */
export function FlowStrip({
  webhook,
  sender,
  routing,
  onMore,
}: {
  webhook: Webhook;
  sender: ReactNode;
  routing: ReactNode;
  /** Opens the settings, which list all targets. */
  onMore(): void;
}) {
  const [firstLine = ''] = webhook.template.trim().split('\n');
  return (
    <section
      aria-label={view.details}
      className="grid min-w-0 items-center gap-x-1 rounded-panel border border-line bg-surface px-1.5 py-1 shadow-panel @max-[600px]:grid-cols-2 @min-[600px]:min-h-16 @min-[600px]:grid-cols-[minmax(0,1.1fr)_auto_minmax(0,1.1fr)_auto_minmax(0,1.8fr)]"
    >
      {sender}
      <Arrow />
      <FlowBox
        label={view.template}
        title={webhook.useTemplate ? flow.ownTemplate : flow.readyMade}
        text={
          webhook.useTemplate ? (
            <code className="text-code">{firstLine || flow.emptyTemplate}</code>
          ) : (
            <span data-needs="editor">{view.writeTemplate}</span>
          )
        }
        warns={webhook.useTemplate && firstLine === ''}
        editor={webhook.id}
      />
      <Arrow />
      <div className="flex min-w-0 flex-col px-2.5 @max-[600px]:col-span-2">
        {routing}
        <Targets webhook={webhook} onMore={onMore} />
      </div>
    </section>
  );
}

const Arrow = () => <ArrowRight size={16} aria-hidden className="text-ink-3 @max-[600px]:hidden" />;

const chips: Record<Tone, string> = {
  ok: 'border-line hover:border-line-strong hover:bg-sunken',
  warn: 'border-warn-fill bg-warn-soft',
  err: 'border-err-fill bg-err-soft',
  idle: 'border-line bg-idle-soft',
  accent: 'border-line',
};
const inks: Record<Tone, string> = {
  ok: 'text-ok',
  warn: 'text-warn',
  err: 'text-err',
  idle: 'text-idle',
  accent: 'text-ink-2',
};

/** The targets with their problems. Failing targets come first. */
function Targets({ webhook, onMore }: { webhook: Webhook; onMore(): void }) {
  const targets = useTargets().data;
  const stats = useWebhookStats(webhook.id).data;
  if (targets === undefined) return <Skeleton className="h-6 w-64 max-w-full" />;
  const chosen = targets
    .filter(({ id }) => webhook.targetIds.includes(id))
    .map((target) => {
      const missed = stats?.undelivered.find(({ targetId }) => targetId === target.id);
      // An API of an earlier version does not send them.
      const times = stats?.targets?.find(({ targetId }) => targetId === target.id);
      return { target, times, look: targetLook(target, waitingFor(missed)) };
    })
    .toSorted((one, other) => Number(one.look.tone === 'ok') - Number(other.look.tone === 'ok'));
  if (chosen.length === 0) return <span className="text-err">{view.noTargets}</span>;
  const shown = chosen.slice(0, chosen.length === SHOWN + 1 ? SHOWN + 1 : SHOWN);
  return (
    <ul className="relative flex min-w-0 gap-1.5 overflow-x-auto">
      {shown.map(({ target, times, look }) => (
        <li key={target.id} className="max-w-48 shrink-0">
          <TargetChip target={target} look={look} times={times} />
        </li>
      ))}
      {chosen.length > shown.length && (
        <li className="shrink-0">
          <button type="button" className="min-h-6 text-meta text-accent-text hover:underline" onClick={onMore}>
            {flow.more(chosen.length - shown.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

interface ChipProps {
  target: Target;
  look: StatusLook;
  times: Answer<'getWebhookStats'>['targets'][number] | undefined;
}

function TargetChip({ target, look: { tone, icon, word }, times }: ChipProps) {
  return (
    <Link
      to="/targets/$id"
      params={{ id: target.id }}
      title={
        times && flow.times(target.name, formatDuration(times.medianDeliveryMs), formatDuration(times.p95DeliveryMs))
      }
      className={`flex min-h-6 min-w-0 items-center gap-1.5 rounded-control border px-2 text-meta forced-colors:border ${chips[tone]}`}
    >
      <span className={inks[tone]} title={word}>
        {tone === 'ok' ? (
          <span className="block size-2 rounded-full bg-ok-fill" />
        ) : (
          <StatusIcon name={icon} size={13} />
        )}
      </span>
      <span className="truncate" title={times ? undefined : target.name}>
        {target.name}
      </span>
      <span className={tone === 'ok' ? 'sr-only' : `shrink-0 ${inks[tone]}`}>{word}</span>
    </Link>
  );
}
