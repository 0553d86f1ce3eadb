import type { NoticesChange } from '#contract/account';
import type { NoticeChoices } from '../mail/notice-choice.ts';
import type { AccountStore } from '../model/account-ports.ts';
import type { TargetDirectory } from '../model/webhook-ports.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { checkChosenTargets } from '../webhooks/choose-targets.ts';
import { assertOwnAccount } from './read-account.ts';

export type SetNoticesPorts = { accounts: AccountStore; choices: NoticeChoices; targets: TargetDirectory };

/**
 * Chooses the recipients and events of notices; fields that are left out stay unchanged. If emails are turned off while targets
 * are chosen, an email is still sent when a target cannot receive a notice.
 * @throws AppError('not-found' | 'unauthenticated'), or 'invalid-input' naming `target_ids`
 */
export const setNotices = async (
  userId: number,
  { wanted, email = wanted, target_ids: chosen, muted_events: mutedEvents }: NoticesChange,
  callerId: number,
  { accounts, choices, targets }: SetNoticesPorts,
): Promise<void> => {
  assertOwnAccount(userId, callerId);
  if (!(await accounts.get(userId))) throw tokenInvalid();
  const known = await choices.begin(userId);
  if (chosen && chosen.length > 0) await checkChosenTargets(userId, chosen, known.targetIds, targets);
  const targetIds = chosen ?? known.targetIds;
  const isOn = email ?? known.email === 'always';
  // The link in an email stops all emails, until the owner chooses again.
  const isStopped = known.email === 'never' && email === undefined && known.targetIds.length > 0;
  await choices.set(userId, {
    email: isOn ? 'always' : targetIds.length > 0 && !isStopped ? 'fallback' : 'never',
    targetIds,
    ...(mutedEvents && { mutedEvents: [...new Set(mutedEvents)] }),
  });
};
