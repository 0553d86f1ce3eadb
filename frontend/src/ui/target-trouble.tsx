import { Clock, TriangleAlert } from 'virtual:icons';
import type { ReactNode } from 'react';
import type { Missed } from '../data/missed.ts';
import { firstSentence, formatNumber, plural } from '../lib/format.ts';
import { formatDateTime } from '../lib/time.ts';
import type { Target } from '../lib/wire.ts';
import { Notice } from './panel.tsx';
import { type Trouble, TroubleFix, troubleOf } from './trouble-fix.tsx';

const words = {
  refused: (count: number) => `${formatNumber(count)} rejected.`,
  waits: (messages: string, count: number) => `${messages} ${count === 1 ? 'is' : 'are'} waiting for it.`,
  waitsSince: (messages: string, count: number, since: string) =>
    `${messages} ${count === 1 ? 'has' : 'have'} been waiting since ${since} and ${count === 1 ? 'is' : 'are'} sent automatically.`,
} as const;

/** A sentence about the missed messages. */
function costOf({ status, count }: Trouble, target: Target, missed: Missed | undefined): string {
  const messages = plural(count, 'message');
  if (status === 'error') return words.refused(count);
  return target.status === 'active' && missed
    ? words.waitsSince(messages, count, formatDateTime(missed.since))
    : words.waits(messages, count);
}

/**
 * Shows a target's problem, the missed messages and the fix. Renders nothing while the target accepts messages.
 * @param missed the missed messages; undefined if unknown, or if nothing was missed
 * @param show returns a link to the messages with this status
 */
export function TargetTrouble({
  target,
  missed,
  show,
}: {
  target: Target;
  missed: Missed | undefined;
  show(status: Trouble['status'], sentence: string): ReactNode;
}) {
  const found = troubleOf(target, missed);
  if (!found) return null;
  const { tone, status, count } = found;
  return (
    <TroubleLine tone={tone} action={<TroubleFix target={target} isTight />}>
      <b className="font-semibold">{found.what}</b> {/* The second sentence is the fix, which is the button. */}
      {target.status === 'active' && missed?.pausedReason && `${firstSentence(missed.pausedReason)} `}
      {tone === 'err' && target.statusReason && `${firstSentence(target.statusReason)} `}
      {count > 0 && show(status, costOf(found, target, missed))}
    </TroubleLine>
  );
}

/** A problem as a sentence, with its fix. */
export function TroubleLine({
  tone,
  action,
  children,
}: {
  tone: 'err' | 'warn';
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Notice
      tone={tone === 'err' ? 'error' : 'warn'}
      className="!py-1.5"
      icon={tone === 'err' ? <TriangleAlert size={18} aria-hidden /> : <Clock size={18} aria-hidden />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-meta">
        <p className="min-w-0 flex-1 basis-50 wrap-anywhere">{children}</p>
        <span className="flex flex-wrap items-center gap-3">{action}</span>
      </div>
    </Notice>
  );
}
