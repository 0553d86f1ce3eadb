import type { Plan } from '../../../../lambdas/model/plans.ts';

const units = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
] as const;

/** 7200 → '2 hours'; the largest unit, to one decimal. */
export function span(seconds: number): string {
  const [size, one, many] = units.find(([unit]) => seconds >= unit) ?? units[3];
  const count = Math.round((seconds / size) * 10) / 10;
  return `${count} ${count === 1 ? one : many}`;
}

/** The planned waits of a plan without those that repeat, in all. */
export const waitsOf = ({ retry }: Pick<Plan, 'retry'>): string =>
  span(retry.delaysSeconds.reduce((sum, each) => sum + each, 0));

/** A plan’s waits in words: 'after 5 seconds, 30 seconds, …'. */
export function retryPlan(plan: Pick<Plan, 'retry'>): string {
  const { retry } = plan;
  const waits = `after ${retry.delaysSeconds.map(span).join(', ')}`;
  if (retry.thenEverySeconds === null) return `${waits}, over ${waitsOf(plan)} in all`;
  const end = retry.givenUpAfterDays === null ? '' : ` for ${retry.givenUpAfterDays} days`;
  return `${waits}, then every ${span(retry.thenEverySeconds).replace(/^1 /, '')}${end}`;
}
