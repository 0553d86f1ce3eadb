import { codeStore } from '../../adapters/dynamodb/code-store.ts';
import { digestStore } from '../../adapters/dynamodb/digest-store.ts';
import { failingTargets } from '../../adapters/dynamodb/failing-targets.ts';
import { providerReferenceStore } from '../../adapters/dynamodb/provider-reference-store.ts';
import { targetStore } from '../../adapters/dynamodb/target-store.ts';
import { createBatcher } from '../../targets/digest.ts';
import type { Maker } from '../create-services.ts';

/* How targets are made, by name. Nothing runs until somebody asks. */

export const targets: Maker<'targets', 'table'> = (from) => targetStore(from.table);
export const codes: Maker<'codes', 'table'> = (from) => codeStore(from.table);
export const references: Maker<'references', 'table'> = (from) => providerReferenceStore(from.table);
export const failing: Maker<'failingTargets', 'table'> = (from) => failingTargets(from.table);
export const digests: Maker<'digests', 'table' | 'clock'> = (from) => digestStore(from.table, from.clock);
export const batcher: Maker<'batcher', 'digests' | 'limitStore' | 'plans' | 'clock'> = (from) => createBatcher(from);
export const forgetReferences: Maker<'forgetReferences', 'targets' | 'references'> = (from) => async (userId) => {
  // With it come all kinds of targets, which only the end of an account needs.
  const verbs = await import('../../targets/delete-target.ts');
  await verbs.forgetReferences(userId, from);
};
export const suspendForReview: Maker<'suspendForReview', 'targets' | 'clock'> = (from) => async (userId, since) => {
  const verbs = await import('../../targets/review.ts');
  await verbs.suspendForReview(userId, since, from);
};
export const resumeReviewed: Maker<'resumeReviewed', 'targets' | 'clock' | 'resumeTarget'> =
  (from) => async (userId) => {
    const verbs = await import('../../targets/review.ts');
    for (const id of await verbs.resumeReviewed(userId, from)) await from.resumeTarget(userId, id);
  };
export const deleteTarget: Maker<'deleteTarget', 'targets' | 'references' | 'detachTarget' | 'resumeTarget' | 'clock'> =
  (from) => async (userId, targetId) => {
    const verbs = await import('../../targets/verbs.ts');
    await verbs.deleteTarget(userId, targetId, from);
    await from.resumeTarget(userId, targetId);
  };
