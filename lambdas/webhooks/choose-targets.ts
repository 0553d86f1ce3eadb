import type { RefusalCode } from '#contract/codes';
import type { TargetDirectory } from '../model/webhook-ports.ts';
import { invalidField } from '../platform/errors.ts';
import { isWithin, type Reach } from '../platform/reach.ts';

/** A target that was chosen is deleted at this very moment. */
export const targetGone = () => invalidField('target_ids', 'target-unknown', 'A selected target no longer exists');

/**
 * Checks a client's chosen targets: at least one, each the owner's own, and each newly chosen one active. Someone
 * else's target gets exactly the same answer as a missing one.
 * @param kept ids the webhook already had; they can stay in any state.
 * @param reach the targets that the caller can access.
 * @throws AppError('invalid-input') naming `target_ids`.
 */
export const checkChosenTargets = async (
  userId: number,
  targetIds: number[],
  kept: number[],
  targets: TargetDirectory,
  reach?: Reach,
): Promise<void> => {
  const refuse = (code: RefusalCode, message: string) => invalidField('target_ids', code, message);
  if (targetIds.length === 0) throw refuse('target-needed', 'At least one target needs to be selected');
  const own = new Map((await targets.list(userId)).map((target) => [target.id, target.status]));
  for (const id of targetIds) {
    const status = isWithin(reach, id) ? own.get(id) : undefined;
    if (status === undefined) throw refuse('target-unknown', `Target ${id} does not exist`);
    if (status !== 'active' && !kept.includes(id)) throw refuse('target-not-active', `Target ${id} is not active`);
  }
};
