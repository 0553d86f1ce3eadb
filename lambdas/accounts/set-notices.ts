import { tokenInvalid } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { demandSelf } from './read-account.ts';

export type SetNoticesPorts = Pick<Services, 'accounts' | 'choices'>;

/**
 * Stops the mails about quota and targets, or has them sent again, as the link in each of them does.
 * @throws AppError('not-found' | 'unauthenticated')
 */
export const setNotices = async (
  userId: number,
  wanted: boolean,
  callerId: number,
  { accounts, choices }: SetNoticesPorts,
): Promise<void> => {
  demandSelf(userId, callerId);
  if (!(await accounts.get(userId))) throw tokenInvalid();
  await choices.begin(userId);
  await choices.set(userId, !wanted);
};
