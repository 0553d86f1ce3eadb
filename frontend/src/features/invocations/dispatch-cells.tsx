import type { ReactNode } from 'react';
import { formatDuration, plural } from '../../lib/format.ts';
import { dispatchStateLook, heldLook, invocationLook, type Tone } from '../../lib/status.ts';
import { formatDateTime, formatRelative } from '../../lib/time.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import type { atTargets } from './dispatch-rules.ts';
import type { ListedCall } from './message-cell.tsx';
import { texts } from './texts.ts';

/** All targets by id, read once for the whole list. */
export type MarkedTargets = ReadonlyMap<number, Pick<Target, 'name' | 'status'>>;

/** A target's dot: filled if delivered, a thick ring if failed, a broken ring if waiting, a line if skipped. */
const dots: Record<Tone, ReactNode> = {
  ok: <circle cx="6" cy="6" r="4.5" className="fill-ok-fill" />,
  err: <circle cx="6" cy="6" r="4" fill="none" strokeWidth="3" className="stroke-err-fill" />,
  warn: (
    <circle cx="6" cy="6" r="4.5" fill="none" strokeWidth="2" strokeDasharray="3.2 1.5" className="stroke-warn-fill" />
  ),
  idle: <path d="M2 6h8" strokeWidth="2" stroke="currentColor" />,
  accent: <circle cx="6" cy="6" r="4.5" fill="none" strokeWidth="1.5" strokeDasharray="2 1.5" stroke="currentColor" />,
};

/** Maximum number of dots in a row. */
const DOTS = 6;

/** The states of a row's messages, adjusted to their targets. */
type States = ReturnType<typeof atTargets<ListedCall['dispatches'][number]>>;

/** The number of messages, a dot for each target, and the time of the slowest message. */
export function DispatchesCell({
  row,
  states,
  marked,
  now,
}: {
  row: ListedCall;
  states: States;
  marked: MarkedTargets;
  now: number;
}) {
  const shown = states.slice(0, states.length > DOTS + 1 ? DOTS : DOTS + 1);
  const ageMs = now - Date.parse(row.invokedAt);
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <span className="sr-only">{plural(row.numDispatches, 'dispatch', 'dispatches')}:</span>
      <span aria-hidden className="text-meta text-ink-2 @max-[600px]:hidden">
        {row.numDispatches}
      </span>
      {shown.map(({ targetId, status }) => {
        const isHeld = row.held !== undefined && status === 'pending';
        const { tone, word } = isHeld ? heldLook : dispatchStateLook(status, ageMs);
        const label = `${marked.get(targetId)?.name ?? texts.deletedTarget}: ${word}`;
        return (
          <span key={targetId} title={label}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" data-dot={tone}>
              {dots[status === 'pending' && !isHeld ? 'accent' : tone]}
            </svg>
            <span className="sr-only">{label}.</span>
          </span>
        );
      })}
      {row.dispatches.length > shown.length && (
        <span className="text-label text-ink-2">+{row.dispatches.length - shown.length}</span>
      )}
      {row.deliveredAfterMs !== undefined && (
        <span title={texts.took} className="ml-1 text-meta text-ink-3 @max-[900px]:hidden">
          {formatDuration(row.deliveredAfterMs)}
        </span>
      )}
    </span>
  );
}

const heldHint = ({ by, until }: NonNullable<ListedCall['held']>): string => {
  if (by === 'paused') return texts.held.paused;
  return until === undefined ? texts.held.quotaSoon : texts.held.quota(formatDateTime(until));
};

/** The status of the chosen target's message, or the worst one, and the time of the next attempt. */
export function StatusCell({
  row,
  states,
  target,
  now,
}: {
  row: ListedCall;
  states: States;
  target: number | undefined;
  now: number;
}) {
  const chosen = states.find(({ targetId }) => targetId === target);
  const next = (chosen ? [chosen] : states)
    .flatMap(({ nextAttemptAt, status }) =>
      status !== 'waiting' && nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > now ? [nextAttemptAt] : [],
    )
    .sort()[0];
  const ageMs = now - Date.parse(row.invokedAt);
  if (row.held) return <Status look={heldLook} hint={heldHint(row.held)} />;
  const look = chosen ? dispatchStateLook(chosen.status, ageMs) : invocationLook(row.status, states, ageMs);
  // Success needs no colour: green on every row would hide failures.
  if (look.tone === 'ok') return <span className="text-meta text-ink-2">{look.word}</span>;
  return (
    <span className="block min-w-0" title={look.word}>
      <Status
        look={look}
        hint={
          next === undefined
            ? undefined
            : `${look === heldLook ? texts.held.quiet : texts.details.next} ${formatRelative(next, now)}`
        }
      />
    </span>
  );
}
