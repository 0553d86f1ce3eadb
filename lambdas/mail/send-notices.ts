import type { Lanes } from '../model/lane-message.ts';
import type { OutboundMail } from '../model/message.ts';
import type { OwnerReader } from '../model/owner.ts';
import type { TargetStore } from '../model/target-ports.ts';
import { type Clock, DAY_SECONDS, secondsAfter, windowAt } from '../platform/clock.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';
import { listHeaders } from './list-headers.ts';
import { type NoticeChoice, type NoticeChoices, noticesUrl } from './notice-choice.ts';
import { noticeMail, noticeParts } from './notice-parts.ts';
import { recipientsOf, type StoredNotice } from './notice-recipients.ts';
import type { OwnerNotice, PendingNotice } from './owner-notice.ts';

export interface NoticeReader {
  get(userId: number, id: string): Promise<StoredNotice | undefined>;
  /** Returns an account's notices of the last week, newest first. `isPending` is true until each recipient has a result. */
  newest(userId: number, limit: number): Promise<(StoredNotice & { isPending: boolean })[]>;
}

export interface NoticeRecords {
  /** Stores the result for a recipient; a failure has a reason. */
  tell(pending: PendingNotice, recipient: number | 'email', now: Date, failure?: string): Promise<void>;
  postpone(pending: PendingNotice, to: Date): Promise<void>;
}

export interface DueNotices extends NoticeRecords {
  due(now: Date, limit: number): Promise<StoredNotice[]>;
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
  targets: Pick<TargetStore, 'list'>;
  laneQueue: Pick<Lanes, 'send'>;
} & {
  owners: OwnerReader<'email' | 'emailVerified'>;
};

const PAGE = 100;

/** Delay until a notice is sent again to recipients that did not accept it. */
const AGAIN_SECONDS = 900;

/**
 * Maximum numbers of emails of a kind to one account per UTC day. Further ones are sent the next day. Those about
 * targets are then combined into one email.
 */
const mailsPerDay: Partial<Record<OwnerNotice['kind'], { scope: string; max: number }>> = {
  'target-refused': { scope: 'notices', max: 3 },
  'target-paused': { scope: 'pauses', max: 3 },
  'message-failed': { scope: 'failures', max: 3 },
  'webhook-silent': { scope: 'silences', max: 10 },
  'webhook-sound': { scope: 'silences', max: 10 },
};

type Group = [StoredNotice, ...StoredNotice[]];
type OwnerFacts = { to: string } & NoticeChoice & { targets: Awaited<ReturnType<TargetStore['list']>> };

/**
 * Sends due notices: emails directly, and messages through the lanes of the chosen targets, where the dispatcher
 * delivers them (`targets/send-notice.ts`). A notice stays due until each recipient has a result. Combines notices
 * about an account's targets into one email.
 * @returns the number of sent emails
 */
export const sendNotices = async (ports: SendNoticesPorts): Promise<number> => {
  const due = await ports.outbox.due(ports.clock(), PAGE);
  let count = 0;
  for (const [userId, pending] of Map.groupBy(due, (each) => each.userId)) {
    let owner: Promise<OwnerFacts | undefined> | undefined;
    for (const group of groupsOf(pending)) {
      if (!ports.keepGoing()) return count;
      // Postpone the notices first, so an email that crashes this function is not retried immediately.
      const again = secondsAfter(ports.clock(), AGAIN_SECONDS);
      for (const each of group) await ports.outbox.postpone(each, again);
      owner ??= factsOf(userId, ports);
      count += await sendGroup(group, await owner, ports);
    }
  }
  return count;
};

const groupsOf = (pending: StoredNotice[]): Group[] => {
  const isCombined = ({ notice }: StoredNotice) => notice.kind === 'target-refused' || notice.kind === 'target-paused';
  const groups = Map.groupBy(pending.filter(isCombined), ({ notice }) => notice.kind).values();
  return [...pending.filter((each) => !isCombined(each)).map((each): Group => [each]), ...(groups as Iterable<Group>)];
};

/** Returns undefined for a deleted account. Emails are never sent to an unconfirmed address. */
const factsOf = async (
  userId: number,
  { owners, choices, targets }: SendNoticesPorts,
): Promise<OwnerFacts | undefined> => {
  const owner = await owners.get(userId);
  if (!owner) return undefined;
  const choice = await choices.begin(userId);
  return {
    ...choice,
    to: owner.email,
    targets: choice.targetIds.length > 0 ? await targets.list(userId) : [],
    ...(!owner.emailVerified && { email: 'never' }),
  };
};

/** Sends notices to their recipients. @returns the number of sent emails */
const sendGroup = async (group: Group, owner: OwnerFacts | undefined, ports: SendNoticesPorts): Promise<number> => {
  const { clock, outbox, laneQueue } = ports;
  const now = clock();
  const plans = group.map((pending) => ({
    pending,
    ...(owner ? recipientsOf(pending, owner, owner.targets, now) : NO_RECIPIENTS),
  }));
  for (const { pending, targetIds, failures } of plans) {
    await laneQueue.send(
      targetIds.map((targetId) => ({ kind: 'notice', userId: pending.userId, targetId, noticeId: pending.id })),
    );
    for (const { targetId, reason } of failures)
      if (!pending.told[targetId]) await outbox.tell(pending, targetId, now, reason);
  }
  const [first, ...others] = plans.filter(({ email }) => email);
  const remarks = [...new Set(plans.flatMap((plan) => plan.remarks))];
  const result =
    owner && first
      ? await mailWithin([first.pending, ...others.map(({ pending }) => pending)], remarks, owner, ports)
      : undefined;
  for (const { pending, targetIds, email } of plans) {
    if (email && result?.kind === 'told') await outbox.tell(pending, 'email', now, result.failure);
    if (email && result?.kind === 'later' && targetIds.length === 0) await outbox.postpone(pending, result.at);
    if (targetIds.length === 0 && (!email || result?.kind === 'told')) await outbox.done(pending);
  }
  return result?.kind === 'told' && result.failure === undefined ? 1 : 0;
};

const NO_RECIPIENTS = { targetIds: [], failures: [], remarks: [], email: false };

type MailResult = { kind: 'told'; failure?: string } | { kind: 'again' } | { kind: 'later'; at: Date };

/** Sends one email about notices, unless the day's limit for emails of this kind is reached. */
const mailWithin = async (
  group: Group,
  remarks: string[],
  owner: OwnerFacts,
  ports: SendNoticesPorts,
): Promise<MailResult> => {
  const { clock, limitStore } = ports;
  const [{ userId, notice }] = group;
  const limit = mailsPerDay[notice.kind];
  if (!limit) return mail(group, remarks, owner, ports);
  const scope = `${limit.scope}|${userId}`;
  const day = windowAt(clock(), DAY_SECONDS);
  if (!(await limitStore.take(scope, day.start, limit.max, day.forgetAt))) return { kind: 'later', at: day.end };
  const result = await mail(group, remarks, owner, ports);
  if (result.kind !== 'told' || result.failure !== undefined) await limitStore.giveBack(scope, day.start);
  return result;
};

/** Sends one email about notices. A mailbox that rejects email gets none later. */
const mail = async (
  group: Group,
  remarks: string[],
  { to, key }: OwnerFacts,
  { appUrl, ...ports }: SendNoticesPorts,
): Promise<MailResult> => {
  const [{ userId, id, notice }, ...others] = group;
  const parts = noticeParts([notice, ...others.map((each) => each.notice)], appUrl);
  const stop = noticesUrl(appUrl, userId, key);
  const outcome = await ports.mail.send({
    to,
    id: `notice-${userId}-${id}-${Date.parse(group[0].madeAt).toString(36)}`,
    headers: listHeaders(stop),
    ...noticeMail({ ...parts, paragraphs: [...parts.paragraphs, ...remarks] }, stop),
  });
  if (outcome.kind === 'ok') return { kind: 'told' };
  log.warn('notice not mailed', { userId, reason: outcome.reason });
  return outcome.kind === 'fail_target' || outcome.kind === 'fail_message'
    ? { kind: 'told', failure: outcome.reason }
    : { kind: 'again' };
};
