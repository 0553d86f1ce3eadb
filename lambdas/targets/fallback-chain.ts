import { MAX_FALLBACK_CHAIN } from '#contract/bounds';
import type { TargetChange } from '#contract/target';
import { fallbackOf, type Target } from '../model/target.ts';
import type { TargetStore } from '../model/target-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { invalidField } from '../platform/errors.ts';
import { withSettings } from './settings.ts';

type Chosen = Pick<TargetChange, 'fallback_target_id' | 'fallback_after_minutes'>;

/**
 * A client's choice of a fallback, as settings.
 * @param targetId undefined for a new target
 * @throws AppError('invalid-input') naming the field: the fallback does not exist, or the chain would be a cycle or too
 * long
 */
export const takeFallback = async (
  userId: number,
  targetId: number | undefined,
  { fallback_target_id: id, fallback_after_minutes: minutes }: Chosen,
  { targets }: { targets: Pick<TargetStore, 'list'> },
): Promise<Chosen> => {
  if (id) demandChain(targetId, id, await targets.list(userId));
  return {
    ...(id !== undefined && { fallback_target_id: id }),
    ...(minutes !== undefined && { fallback_after_minutes: minutes }),
  };
};

/** Checks the chain that a choice would make. */
const demandChain = (targetId: number | undefined, chosenId: number, all: Target[]): void => {
  const wrong = (words: string, message: string) => invalidField('fallback_target_id', 'invalid-input', words, message);
  const existing = all.filter(({ status }) => status !== 'deleted');
  const nextOf = new Map(existing.map((target) => [target.id, fallbackOf(target)?.targetId]));
  if (!nextOf.has(chosenId))
    throw invalidField(
      'fallback_target_id',
      'target-unknown',
      `Target ${chosenId} does not exist. Choose another target.`,
      `is ${chosenId}, which does not exist`,
    );
  const after: number[] = [];
  for (let id: number | undefined = chosenId; id !== undefined && nextOf.has(id); id = nextOf.get(id)) {
    if (id === targetId || after.includes(id))
      throw wrong('The fallbacks would form a cycle. Choose another target.', 'would form a cycle of fallbacks');
    after.push(id);
  }
  const before = targetId === undefined ? 1 : longestBefore(targetId, nextOf);
  if (before + after.length > MAX_FALLBACK_CHAIN)
    throw wrong(
      `A fallback chain can have at most ${MAX_FALLBACK_CHAIN} targets. Choose a target without a fallback.`,
      `would make a chain of more than ${MAX_FALLBACK_CHAIN} targets`,
    );
};

/** The number of targets in the longest chain that ends at a target. Stops at the limit, so a cycle is harmless. */
const longestBefore = (targetId: number, nextOf: Map<number, number | undefined>): number => {
  let ends = [targetId];
  let length = 0;
  while (ends.length > 0 && length <= MAX_FALLBACK_CHAIN) {
    length += 1;
    ends = [...nextOf].flatMap(([id, next]) => (next !== undefined && ends.includes(next) ? [id] : []));
  }
  return length;
};

/** Removes a deleted target from all targets that have it as their fallback. */
export const dropFallback = async (
  userId: number,
  targetId: number,
  { targets, clock }: { targets: Pick<TargetStore, 'list' | 'update'>; clock: Clock },
): Promise<void> => {
  const concerned = (await targets.list(userId)).filter((target) => fallbackOf(target)?.targetId === targetId);
  await Promise.all(
    concerned.map(({ id, options }) =>
      targets.update(userId, id, { options: withSettings(options, { fallback_target_id: null }) }, clock()),
    ),
  );
};
