import type { Plan } from '../../../../lambdas/model/plans.ts';

const units = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
] as const;

/** Formats seconds in the largest unit with at most one decimal: 7200 → '2 hours'. */
export function span(seconds: number): string {
  const [size, one, many] = units.find(([unit]) => seconds >= unit) ?? units[3];
  const count = Math.round((seconds / size) * 10) / 10;
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats the sum of a plan's retry delays, without the repeating one. */
export const waitsOf = ({ retry }: Pick<Plan, 'retry'>): string =>
  span(retry.delaysSeconds.reduce((sum, each) => sum + each, 0));

/** Describes a plan’s retry delays: 'after 5 seconds, 30 seconds, …'. */
export function retryPlan(plan: Pick<Plan, 'retry'>): string {
  const { retry } = plan;
  const waits = `after ${retry.delaysSeconds.map(span).join(', ')}`;
  if (retry.thenEverySeconds === null) return `${waits} (${waitsOf(plan)} in total)`;
  const end = retry.givenUpAfterDays === null ? '' : ` for ${retry.givenUpAfterDays} days`;
  return `${waits}, then every ${span(retry.thenEverySeconds).replace(/^1 /, '')}${end}`;
}
