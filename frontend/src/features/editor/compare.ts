import type { RenderResult } from '../../../../lambdas/templates/render.ts';
import type { CompareAnswer } from './answer.ts';

/** The effect of a new template on one call. */
export type Verdict = 'same' | 'changed' | 'fixed' | 'breaks' | 'fails' | 'unknown';

/** An empty message cannot be sent, so it counts as a failure. */
const works = (result: RenderResult): boolean => !('error' in result) && result.message.trim() !== '';

/**
 * Judges a new template by one call's messages.
 * @param compared the rendered messages; undefined if the comparison took too long or the call is too large
 */
export function verdictOf(compared: CompareAnswer | undefined): Verdict {
  if (!compared) return 'unknown';
  const { before, after } = compared;
  if (!works(after)) return works(before) ? 'breaks' : 'fails';
  if (!works(before)) return 'fixed';
  return 'message' in before && 'message' in after && isSame(before, after) ? 'same' : 'changed';
}

/** Compares the formatting too, because it can differ while the text is the same. */
const isSame = (before: Rendered, after: Rendered): boolean =>
  before.message === after.message && JSON.stringify(before.rich) === JSON.stringify(after.rich);
type Rendered = Exclude<RenderResult, { error: unknown }>;

/** The number of calls per verdict, most important first. */
export function countVerdicts(verdicts: readonly Verdict[]): [Verdict, number][] {
  const order: Verdict[] = ['breaks', 'fails', 'unknown', 'fixed', 'changed', 'same'];
  return order.flatMap((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length;
    return count > 0 ? [[verdict, count] as [Verdict, number]] : [];
  });
}
