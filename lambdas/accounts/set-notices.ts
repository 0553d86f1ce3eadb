import type { NoticeChoices } from '../mail/notice-choice.ts';
import type { AccountStore } from '../model/account-ports.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { assertOwnAccount } from './read-account.ts';

export type SetNoticesPorts = { accounts: AccountStore; choices: NoticeChoices };

/**
 * Turns emails about quota and targets on or off, like the link in these emails.
 * @throws AppError('not-found' | 'unauthenticated')
 */
export const setNotices = async (
  userId: number,
  wanted: boolean,
  callerId: number,
  { accounts, choices }: SetNoticesPorts,
): Promise<void> => {
  assertOwnAccount(userId, callerId);
  if (!(await accounts.get(userId))) throw tokenInvalid();
  await choices.begin(userId);
  await choices.set(userId, !wanted);
};
