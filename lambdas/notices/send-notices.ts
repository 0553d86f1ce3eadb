import type { MailContent } from '../mail/layout.ts';
import { listHeaders } from '../mail/list-headers.ts';
import { quotaMail } from '../mail/quota.ts';
import { targetRefusedMail } from '../mail/target-refused.ts';
import type { Outcome } from '../outbound/outcome.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { type NoticeChoices, noticesUrl } from './notice-choice.ts';
import type { OwnerNotice, PendingNotice } from './owner-notice.ts';

export interface DueNotices {
  due(now: Date, limit: number): Promise<PendingNotice[]>;
  /** Puts a notice off; done before it is sent, so that one that crashes its sender is not sent at once again. */
  postpone(pending: PendingNotice, to: Date): Promise<void>;
  /** The notice stays remembered, so that it is not made again, and is not due any more. */
  done(pending: PendingNotice): Promise<void>;
}

interface SendNoticesPorts {
  notices: DueNotices;
  accounts: { get(userId: number): Promise<{ email: string } | undefined> };
  choices: Pick<NoticeChoices, 'begin'>;
  mail: {
    send(mail: MailContent & { to: string; id: string; headers: Record<string, string> }): Promise<Outcome>;
  };
  clock: Clock;
  appUrl: string;
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}

const PAGE = 100;

/** A mail that did not go out is tried again after this time. */
const AGAIN_SECONDS = 900;

/** Mails the notices that came up. @returns how many went out. */
export const sendNotices = async (ports: SendNoticesPorts): Promise<number> => {
  const { notices, clock, keepGoing } = ports;
  let count = 0;
  for (const pending of await notices.due(clock(), PAGE)) {
    if (!keepGoing()) break;
    await notices.postpone(pending, secondsAfter(clock(), AGAIN_SECONDS));
    if (!(await mailed(pending, ports))) continue;
    await notices.done(pending);
    count += 1;
  }
  return count;
};

/**
 * false = it may be tried again. An owner who is gone, who stopped notices or whose mailbox refuses mail is not written
 * to again.
 */
const mailed = async ({ userId, id, notice }: PendingNotice, ports: SendNoticesPorts): Promise<boolean> => {
  const owner = await ports.accounts.get(userId);
  if (!owner) return true;
  const { key, stopped } = await ports.choices.begin(userId);
  if (stopped) return true;
  const stop = noticesUrl(ports.appUrl, userId, key);
  const outcome = await ports.mail.send({
    to: owner.email,
    id: `notice-${userId}-${id}`,
    headers: listHeaders(stop),
    ...contentOf(notice, { appUrl: ports.appUrl, stop }),
  });
  if (outcome.kind === 'ok') return true;
  log.warn('notice not mailed', { userId, reason: outcome.reason });
  return outcome.kind === 'fail_target' || outcome.kind === 'fail_message';
};

const contentOf = (notice: OwnerNotice, { appUrl, stop }: { appUrl: string; stop: string }): MailContent => {
  switch (notice.kind) {
    case 'quota':
      return quotaMail({ percent: notice.percent, limit: notice.limit, link: `${appUrl}/user/settings`, stop });
    case 'target-refused':
      return targetRefusedMail({
        targetName: notice.targetName,
        reason: notice.reason,
        link: `${appUrl}/targets/${notice.targetId}`,
        stop,
      });
  }
};
