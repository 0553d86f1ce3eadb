import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import type { Target } from '../model/target.ts';
import type { ProviderReferenceStore, TargetStore } from '../model/target-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { dropFallback } from './fallback-chain.ts';

export type DeleteTargetPorts = {
  targets: TargetStore;
  references: ProviderReferenceStore;
  detachTarget: (userId: number, targetId: number) => Promise<void>;
  clock: Clock;
};

/**
 * Deletes a target and disables webhooks that have no other. First the target is marked, so no webhook can choose it
 * any longer. Then it is removed from webhooks, and deleted last. After a crash, no webhook refers to a missing target,
 * and the deletion can be repeated.
 * @throws AppError('not-found')
 */
export const deleteTarget = async (userId: number, targetId: number, ports: DeleteTargetPorts): Promise<void> => {
  const target = await ports.targets.get(userId, targetId);
  if (!target) throw notFound('Target');
  if (!(await ports.targets.markDeleted(userId, targetId, ports.clock()))) throw notFound('Target');
  await ports.detachTarget(userId, targetId);
  await dropFallback(userId, targetId, ports);
  await forgetReference(target, ports.references);
  if (!(await ports.targets.remove(userId, targetId))) throw notFound('Target');
};

/** Deletes the providers' ids of a user's targets. The targets themselves are deleted with the account. */
export const forgetReferences = async (
  userId: number,
  { targets, references }: Pick<DeleteTargetPorts, 'targets' | 'references'>,
): Promise<void> => {
  await Promise.all((await targets.list(userId)).map((target) => forgetReference(target, references)));
};

const forgetReference = async (target: Target, references: ProviderReferenceStore): Promise<void> => {
  const reference = targetKind(target.kind)?.reference?.(target.options);
  if (reference) await references.remove(target.kind, reference, { userId: target.userId, targetId: target.id });
};
