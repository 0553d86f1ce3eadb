import type { QuietHours } from '#contract/routing';
import type { RoutedCall } from './call-fields.ts';
import { quietUntil } from './quiet-hours.ts';
import { type RoutingRule, ruleFor } from './routing.ts';
import { type Evaluate, type Judgement, judge } from './wants.ts';

/**
 * What becomes of a call for one target: it is sent, skipped because it is not wanted, or held until its quiet hours end.
 * `by` says in words what decided; empty when there was nothing to decide.
 */
export type Decision = { by: string; failed?: string } & (
  | { outcome: 'sent' }
  | { outcome: 'skipped' }
  | { outcome: 'held'; until: Date }
);

/** Decides for all targets of a webhook at once. Pure: time is an argument. */
export function decide(
  rules: readonly RoutingRule[],
  targetIds: readonly number[],
  call: RoutedCall,
  { now, evaluate }: { now: Date; evaluate: Evaluate },
): Map<number, Decision> {
  const judged = judge(rules, targetIds, call, evaluate);
  return new Map(
    targetIds.map((id) => [
      id,
      withQuietHours(judged.get(id) as Judgement, ruleFor(rules, id)?.quiet, call.severity, now),
    ]),
  );
}

/** What becomes of a call that was judged, by the quiet hours of its target. */
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
