import type { QuietHours } from '#contract/routing';
import { quietUntil } from './quiet-hours.ts';
import type { Judgement } from './wants.ts';

/** The local time of a zone, in milliseconds as if it were UTC. */
export type Decision = { by: string; failed?: string } & (
  | { outcome: 'sent' }
  | { outcome: 'skipped' }
  | { outcome: 'held'; until: Date }
);

/** The rule of one target of a webhook. A target without a rule gets everything immediately. */
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
