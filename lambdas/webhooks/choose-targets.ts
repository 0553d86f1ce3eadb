import type { RefusalCode } from '#contract/codes';
import type { Webhook } from '../model/webhook.ts';
import type { TargetDirectory } from '../model/webhook-ports.ts';
import { invalidField } from '../platform/errors.ts';
import { isWithin, type Reach } from '../platform/reach.ts';

/** Creates the error for a chosen target that has just been deleted. */
export const targetGone = () =>
  invalidField('target_ids', 'target-unknown', 'A selected target no longer exists. Choose another target.');

/**
 * Checks the chosen targets: there must be at least one, all must belong to the user, and new ones must be active.
 * Another user's target gets the same response as one that does not exist.
 * @param kept ids of the webhook's current targets, which can have any state
 * @param reach the targets that the caller can access
 * @throws AppError('invalid-input') naming `target_ids`
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
    if (status === undefined) throw refuse('target-unknown', `Target ${id} does not exist. Choose another target.`);
    if (status !== 'active' && !kept.includes(id))
      throw refuse('target-not-active', `Target ${id} is not active. Choose an active target.`);
  }
};

/**
 * Checks the targets of a webhook's escalation steps like {@link checkChosenTargets}. A call reaches a target only once,
 * so none can be a target of the webhook or of two steps.
 * @throws AppError('invalid-input') naming the step
 */
export const checkStepTargets = async (
  { userId, targetIds, acknowledge }: Pick<Webhook, 'userId' | 'targetIds' | 'acknowledge'>,
  kept: number[],
  targets: TargetDirectory,
  reach?: Reach,
): Promise<void> => {
  if (!acknowledge) return;
  const own = new Map((await targets.list(userId)).map((target) => [target.id, target.status]));
  const taken = new Set(targetIds);
  for (const [index, step] of acknowledge.steps.entries())
    for (const id of step.targetIds) {
      const refuse = (code: RefusalCode, message: string) =>
        invalidField(`acknowledge.steps.${index}.target_ids`, code, message);
      const status = isWithin(reach, id) || kept.includes(id) ? own.get(id) : undefined;
      if (status === undefined || status === 'deleted')
        throw refuse('target-unknown', `Target ${id} does not exist. Choose another target.`);
      if (status !== 'active' && !kept.includes(id))
        throw refuse('target-not-active', `Target ${id} is not active. Choose an active target.`);
      if (taken.has(id))
        throw refuse('invalid-input', `Target ${id} gets the call before this step. Choose another target.`);
      taken.add(id);
    }
};

/** The targets of a webhook's escalation steps. */
export const stepTargets = ({ acknowledge }: Pick<Webhook, 'acknowledge'>): number[] =>
  acknowledge?.steps.flatMap(({ targetIds }) => targetIds) ?? [];
