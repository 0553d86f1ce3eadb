import type { OutboundMail } from '../model/message.ts';
import type { OwnerReader } from '../model/owner.ts';
import { type Clock, secondsAfter, windowAt } from '../platform/clock.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';
import type { MailContent } from './layout.ts';
import { listHeaders } from './list-headers.ts';
import { type NoticeChoices, noticesUrl } from './notice-choice.ts';
import type { OwnerNotice, PendingNotice } from './owner-notice.ts';
import { quotaMail } from './quota.ts';
import { silentMail, soundMail } from './silence.ts';
import { storageMail } from './storage.ts';
import { targetsRefusedMail } from './targets-refused.ts';

export interface DueNotices {
  due(now: Date, limit: number): Promise<PendingNotice[]>;
  postpone(pending: PendingNotice, to: Date): Promise<void>;
  /** Marks a notice as sent. It stays stored, so it is not created again. */
  done(pending: PendingNotice): Promise<void>;
}

type SendNoticesPorts = TimeBudget & {
  limitStore: LimitStore;
  clock: Clock;
  appUrl: string;
  outbox: DueNotices;
  choices: Pick<NoticeChoices, 'begin'>;
  mail: Pick<OutboundMail, 'send'>;
} & {
  owners: OwnerReader<'email' | 'emailVerified'>;
};

const PAGE = 100;

/** Maximum number of silence emails to one account per UTC day. Further ones are sent the next day. */
const SILENCE_MAILS_PER_DAY = 10;

/** Delay until a failed email is sent again. */
const AGAIN_SECONDS = 900;

/**
 * Maximum number of target emails to one account per UTC day. Further notices are batched into one email the next day.
 */
const TARGET_MAILS_PER_DAY = 3;
const DAY_SECONDS = 86_400;

type RefusedNotice = Extract<OwnerNotice, { kind: 'target-refused' }>;
type QuotaNotice = Extract<OwnerNotice, { kind: 'quota' }>;
type StorageNotice = Extract<OwnerNotice, { kind: 'storage' }>;
type SilenceNotice = Extract<OwnerNotice, { kind: 'webhook-silent' | 'webhook-sound' }>;
type Pending<Notice> = PendingNotice & { notice: Notice };

const isRefusal = (pending: PendingNotice): pending is Pending<RefusedNotice> =>
  pending.notice.kind === 'target-refused';
const isQuota = (pending: PendingNotice): pending is Pending<QuotaNotice> => pending.notice.kind === 'quota';
const isSilence = (pending: PendingNotice): pending is Pending<SilenceNotice> =>
  pending.notice.kind === 'webhook-silent' || pending.notice.kind === 'webhook-sound';
const isStorage = (pending: PendingNotice): pending is Pending<StorageNotice> => pending.notice.kind === 'storage';

/**
 * Emails due notices. Combines notices about an account's targets into one email.
 * @returns the number of sent emails
 */
export const sendNotices = async (ports: SendNoticesPorts): Promise<number> => {
  const due = await ports.outbox.due(ports.clock(), PAGE);
  const mails = [...Map.groupBy(due, ({ userId }) => userId)].flatMap(([userId, pending]) => {
    const refusals = pending.filter(isRefusal);
    return [
      ...pending.filter(isQuota).map((quota) => () => mailQuota(userId, quota, ports)),
      ...pending.filter(isStorage).map((storage) => () => mailStorage(userId, storage, ports)),
      ...pending.filter(isSilence).map((silence) => () => mailSilence(userId, silence, ports)),
      ...(refusals.length > 0 ? [() => mailRefusals(userId, refusals, ports)] : []),
    ];
  });
  let count = 0;
  for (const mail of mails) {
    if (!ports.keepGoing()) break;
    count += await mail();
  }
  return count;
};

const mailQuota = (userId: number, pending: Pending<QuotaNotice>, ports: SendNoticesPorts): Promise<number> => {
  const { percent, limit } = pending.notice;
  const content = (stop: string) => quotaMail({ percent, limit, link: `${ports.appUrl}/user/settings`, stop });
  return mailTogether(userId, [pending], content, ports);
};

const mailStorage = (userId: number, pending: Pending<StorageNotice>, ports: SendNoticesPorts): Promise<number> => {
  const { percent, maxBytes } = pending.notice;
  const content = (stop: string) => storageMail({ percent, maxBytes, link: `${ports.appUrl}/user/settings`, stop });
  return mailTogether(userId, [pending], content, ports);
};

const mailSilence = (userId: number, pending: Pending<SilenceNotice>, ports: SendNoticesPorts): Promise<number> => {
  const { notice } = pending;
  const content = (stop: string) => {
    const links = { link: `${ports.appUrl}/webhooks/${notice.webhookId}`, stop };
    return notice.kind === 'webhook-silent' ? silentMail({ ...notice, ...links }) : soundMail({ ...notice, ...links });
  };
  const limit = { scope: `silences|${userId}`, perDay: SILENCE_MAILS_PER_DAY };
  return mailWithin(limit, userId, [pending], content, ports);
};

const mailRefusals = (userId: number, pending: Pending<RefusedNotice>[], ports: SendNoticesPorts): Promise<number> => {
  const { appUrl } = ports;
  const targets = pending.map(({ notice }) => ({
    name: notice.targetName,
    reason: notice.reason,
    link: `${appUrl}/targets/${notice.targetId}`,
  }));
  const content = (stop: string) => targetsRefusedMail({ targets, link: `${appUrl}/targets`, stop });
  return mailWithin({ scope: `notices|${userId}`, perDay: TARGET_MAILS_PER_DAY }, userId, pending, content, ports);
};

/**
 * Sends one email about notices, or postpones them to the next UTC day if the day's limit for emails of this kind is
 * reached.
 */
const mailWithin = async (
  { scope, perDay }: { scope: string; perDay: number },
  ...[userId, pending, content, ports]: Parameters<typeof mailTogether>
): Promise<number> => {
  const { clock, limitStore, outbox } = ports;
  const day = windowAt(clock(), DAY_SECONDS);
  if (!(await limitStore.take(scope, day.start, perDay, day.forgetAt))) {
    for (const each of pending) await outbox.postpone(each, day.end);
    return 0;
  }
  const sent = await mailTogether(userId, pending, content, ports);
  if (sent === 0) await limitStore.giveBack(scope, day.start);
  return sent;
};

/**
 * Sends one email about notices. No email is sent to deleted accounts, unconfirmed addresses, owners who stopped
 * notices, or mailboxes that reject email.
 * @returns the number of sent emails
 */
const mailTogether = async (
  userId: number,
  pending: PendingNotice[],
  content: (stop: string) => MailContent,
  ports: SendNoticesPorts,
): Promise<number> => {
  const { owners, appUrl, choices, clock, outbox } = ports;
  // Postpone the notices first, so an email that crashes this function is not retried immediately.
  for (const each of pending) await outbox.postpone(each, secondsAfter(clock(), AGAIN_SECONDS));
  const settle = async (sent: number) => {
    for (const each of pending) await outbox.done(each);
    return sent;
  };
  const owner = await owners.get(userId);
  if (!owner?.emailVerified) return settle(0);
  const { key, stopped } = await choices.begin(userId);
  if (stopped) return settle(0);
  const stop = noticesUrl(appUrl, userId, key);
  const outcome = await ports.mail.send({
    to: owner.email,
    id: `notice-${userId}-${pending[0]?.id}`,
    headers: listHeaders(stop),
    ...content(stop),
  });
  if (outcome.kind === 'ok') return settle(1);
  log.warn('notice not mailed', { userId, reason: outcome.reason });
  return outcome.kind === 'fail_target' || outcome.kind === 'fail_message' ? settle(0) : 0;
};
