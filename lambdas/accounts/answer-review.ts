import type { AccountStore } from '../model/account-ports.ts';
import type { TargetStore } from '../model/target-ports.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { assertOwnAccount } from './read-account.ts';

interface Thing {
  id: number;
  createdAt: string;
}

export type AnswerReviewPorts = {
  resumeReviewed: (userId: number) => Promise<void>;
  deleteWebhook: (userId: number, webhookId: number) => Promise<void>;
  deleteTarget: (userId: number, targetId: number) => Promise<void>;
  accounts: Pick<AccountStore, 'get' | 'endReview'>;
  webhooks: Pick<WebhookStore, 'list'>;
  targets: Pick<TargetStore, 'list'>;
};

/**
 * Enables or deletes the webhooks and targets created before the address was confirmed, as their owner decided. Does
 * nothing if no review is open.
 * @throws AppError('not-found' | 'unauthenticated')
 */
export const answerReview = async (
  userId: number,
  keep: boolean,
  callerId: number,
  ports: AnswerReviewPorts,
): Promise<void> => {
  assertOwnAccount(userId, callerId);
  const account = await ports.accounts.get(userId);
  if (!account) throw tokenInvalid();
  const since = account.reviewSince;
  if (since === undefined) return;
  if (keep) await ports.resumeReviewed(userId);
  else {
    const before = ({ createdAt }: Thing) => createdAt <= since;
    for (const { id } of (await ports.webhooks.list(userId)).filter(before)) await ports.deleteWebhook(userId, id);
    for (const { id } of (await ports.targets.list(userId)).filter(before)) await ports.deleteTarget(userId, id);
  }
  // The review is closed last, so the owner is asked again if an earlier step failed.
  await ports.accounts.endReview(userId, since);
  log.info('review answered', { userId, outcome: keep ? 'kept' : 'deleted' });
};
