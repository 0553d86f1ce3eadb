import type { DispatchCode } from '#contract/codes';
import type { QuietHours } from '#contract/routing';
import type { Judgement } from './judge.ts';
import { quietUntil } from './quiet-hours.ts';

/**
 * The decision about a call for one target: it is sent, skipped by the rule, or held until its quiet hours end. `by`
 * gives the reason as a sentence. It is empty if there was nothing to decide. `code` is set if it is not the rule's.
 */
export type Decision = { by: string; failed?: string; code?: DispatchCode } & (
  | { outcome: 'sent' }
  | { outcome: 'skipped' }
  | { outcome: 'held'; until: Date }
);

/**
 * Applies a target's quiet hours to the result of its rule. Rules are evaluated earlier, in the child process that
 * renders (`templates/routed-call.ts`), because they can contain expressions. Pure.
 */
export function withQuietHours(
  { wanted, by, failed }: Judgement,
  quiet: QuietHours | null | undefined,
  severity: string | undefined,
  now: Date,
): Decision {
  const why = { by, ...(failed !== undefined && { failed }) };
  if (!wanted) return { ...why, outcome: 'skipped' };
  const until = quiet && !isUrgent(quiet, severity) ? quietUntil(quiet, now) : undefined;
  if (!quiet || !until) return { ...why, outcome: 'sent' };
  const words = `quiet hours until ${quiet.to === '24:00' ? 'midnight' : quiet.to} (${quiet.zone})`;
  return quiet.action === 'drop'
    ? { ...why, by: words, outcome: 'skipped' }
    : { ...why, by: words, outcome: 'held', until };
}

const isUrgent = ({ unless }: QuietHours, severity: string | undefined): boolean =>
  (unless !== null && severity === 'critical') || (unless === 'warning' && severity === 'warning');
