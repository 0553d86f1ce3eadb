import type { NoticeWire } from '#contract/account';
import { noticeParts } from '../mail/notice-parts.ts';
import type { NoticeReader } from '../mail/send-notices.ts';
import { assertOwnAccount } from './read-account.ts';

export type ListNoticesPorts = { notices: Pick<NoticeReader, 'newest'>; appUrl: string };

const MAX_LISTED = 20;

/**
 * Returns the account's latest notices, newest first, with the result for each recipient.
 * @throws AppError('not-found')
 */
export const listNotices = async (
  userId: number,
  callerId: number,
  { notices, appUrl }: ListNoticesPorts,
): Promise<NoticeWire[]> => {
  assertOwnAccount(userId, callerId);
  const newest = await notices.newest(userId, MAX_LISTED);
  return newest.map(({ notice, madeAt, told, isPending }) => {
    const { heading, action } = noticeParts([notice], appUrl);
    return {
      created_at: madeAt,
      title: heading,
      link: action.url,
      pending: isPending,
      recipients: Object.entries(told)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([recipient, result]) => ({
          target_id: recipient === 'email' ? null : Number(recipient),
          ...outcomeOf(result.failure),
        })),
    };
  });
};

const outcomeOf = (failure: string | undefined) =>
  failure === undefined ? { status: 'success' as const } : { status: 'error' as const, error_message: failure };
