import type { Standing } from '#contract/standing';

/** The words for a call's, message's or target's state in badges, filters, counts and charts. */
export const standingWords: Record<Standing, string> = {
  attention: 'Needs attention',
  waiting: 'Waiting',
  arrived: 'Arrived',
};

/** The meaning of a colour. It never appears alone: an icon and a word have the same meaning. */
export type Tone = 'ok' | 'warn' | 'err' | 'idle' | 'accent';
export type StatusIcon = 'check' | 'alert' | 'cross' | 'retry' | 'clock' | 'dashed' | 'trash';

export interface StatusLook {
  word: string;
  tone: Tone;
  icon: StatusIcon;
}

const look = (word: string, tone: Tone, icon: StatusIcon): StatusLook => ({ word, tone, icon });

/** The colour of the number of errors in the last 3 days: red above 7, yellow from 1 to 7, green for 0. */
const errorsTone = (count: number): Tone => (count > 7 ? 'err' : count > 0 ? 'warn' : 'ok');

/** Resent messages are no longer a problem, so only messages that still fail have a colour. */
export function errorsLook({ errorsLastDays: count, openErrors: open }: Errors): StatusLook {
  const words = `${count} ${count === 1 ? 'error' : 'errors'} in 3 days`;
  if (count > 0 && open === 0) return look(`${words}, ${count === 1 ? '' : 'all '}resent`, 'idle', 'check');
  return look(
    open < count ? `${words}, ${open} unresolved` : words,
    errorsTone(open),
    open > 7 ? 'cross' : open > 0 ? 'alert' : 'check',
  );
}

interface Errors {
  errorsLastDays: number;
  /** Messages that were not resent. */
  openErrors: number;
}

/** A reached limit is red if it rejects calls, otherwise yellow. Others are grey, because nothing has to be done. */
export function limitLook(hit: boolean, refuses: boolean): StatusLook {
  if (!hit) return look('Not Hit', 'idle', 'check');
  return refuses ? look('Hit', 'err', 'cross') : look('Hit', 'warn', 'alert');
}

/**
 * A webhook's status.
 * @param webhook `disabledReason` is the reason why an enabled webhook accepts no calls
 */
export function webhookLook(webhook: { enabled: boolean; paused?: boolean; disabledReason?: string | undefined }) {
  if (!webhook.enabled) return look('Disabled', 'err', 'cross');
  if (webhook.disabledReason !== undefined) return look('Over limit', 'err', 'cross');
  return webhook.paused ? look('Paused', 'warn', 'clock') : look('Enabled', 'ok', 'check');
}

/** A target's state: its status, and the code of the reason why it is not active. */
interface TargetState {
  status: string;
  statusCode?: string | undefined;
}

/** True if a target sends nothing until its owner confirms it on the dashboard. */
const awaitsReview = ({ status, statusCode }: TargetState): boolean =>
  statusCode === 'review-awaited' && (status === 'disabled' || status === 'inactive');

/** True if messages wait because their target accepts none. */
export const isBlocked = (missed: { retrying: number; pausedSince?: string | undefined }): boolean =>
  missed.retrying > 0 || missed.pausedSince !== undefined;

/**
 * A target's status: green if active, red if inactive, yellow if pending or waiting, otherwise grey.
 * @param waiting the number of messages that wait because the target accepts none; true if the number is unknown
 */
export function targetLook(target: TargetState, waiting: number | boolean = false): StatusLook {
  if (awaitsReview(target)) return look('Unconfirmed', 'warn', 'clock');
  const { status } = target;
  if (status === 'active' && waiting)
    return look(waiting === true ? standingWords.waiting : `${waiting} waiting`, 'warn', 'clock');
  switch (status) {
    case 'active':
      return look('Active', 'ok', 'check');
    case 'inactive':
      return look('Inactive', 'err', 'cross');
    case 'pending':
      return look('Pending', 'warn', 'clock');
    case 'deleted':
      return look('Deleted', 'idle', 'trash');
    case 'disabled':
      return look('Disabled', 'idle', 'dashed');
    case 'created':
      return look('Created', 'idle', 'dashed');
    default:
      return look(status, 'idle', 'dashed');
  }
}

/**
 * The problem with a webhook’s targets; undefined if all of them accept messages, or are unknown.
 * @param targets all targets of its owner
 * @param failing the ids of active targets that currently accept nothing
 */
export function targetsLook(
  targetIds: readonly number[],
  targets: readonly (TargetState & { id: number })[] | undefined,
  failing: readonly number[] = [],
): StatusLook | undefined {
  if (targetIds.length === 0) return look('No target', 'err', 'cross');
  const own = (targets ?? []).filter(({ id }) => targetIds.includes(id));
  const of = (count: number) => `${count} of ${targetIds.length} ${targetIds.length === 1 ? 'target' : 'targets'}`;
  const inactive = own.filter((target) => target.status === 'inactive' && !awaitsReview(target)).length;
  if (inactive > 0)
    // This is only a warning, because the other targets still receive every message.
    return inactive < targetIds.length
      ? look(`${of(inactive)} inactive`, 'warn', 'alert')
      : look(`${of(inactive)} inactive`, 'err', 'cross');
  const unconfirmed = own.filter(awaitsReview).length;
  if (unconfirmed > 0) return look(`${of(unconfirmed)} unconfirmed`, 'warn', 'clock');
  const off = own.filter(({ status }) => status !== 'active').length;
  if (off > 0) return look(`${of(off)} off`, 'warn', 'alert');
  const waiting = own.filter(({ id }) => failing.includes(id)).length;
  return waiting > 0 ? look(`${of(waiting)} waiting`, 'warn', 'clock') : undefined;
}

/** A message's state in the list of calls; `waiting` while its target accepts nothing. */
export interface DispatchState {
  status: 'pending' | 'retrying' | 'waiting' | 'held' | 'success' | 'error' | 'skipped';
}

/**
 * A call’s result; for an unfinished call, its worst state so far.
 * @param dispatches the states of its messages, if known
 * @param ageMs the call’s age in milliseconds
 */
export function invocationLook(status: string, dispatches: readonly DispatchState[] = [], ageMs = 0): StatusLook {
  switch (status) {
    case 'success':
      return look('Success', 'ok', 'check');
    case 'partial':
      return look('Partially Failed', 'warn', 'alert');
    case 'error':
      return look('Failed', 'err', 'cross');
    case 'skipped':
      return look('Skipped', 'idle', 'dashed');
    default:
      return underWayLook(dispatches, ageMs);
  }
}

function underWayLook(dispatches: readonly DispatchState[], ageMs: number): StatusLook {
  const count = (wanted: DispatchState['status']) => dispatches.filter(({ status }) => status === wanted).length;
  const waiting = count('pending') + count('retrying') + count('waiting') + count('held');
  if (count('error') > 0) return look(`${count('error')} failed, ${waiting} waiting`, 'err', 'cross');
  // A call is shown as held only if all its unfinished messages are held.
  if (waiting > 0 && count('held') === waiting) return heldLook;
  return dispatchStateLook(count('retrying') > 0 ? 'retrying' : count('waiting') > 0 ? 'waiting' : 'pending', ageMs);
}

export const dispatchStateLook = (state: DispatchState['status'], ageMs = 0): StatusLook =>
  state === 'held'
    ? heldLook
    : state === 'waiting'
      ? waitingLook
      : dispatchLook(state === 'retrying' ? 'error' : state, state === 'retrying', ageMs);

/** The look of a held call and its messages. */
export const heldLook: StatusLook = look('Held', 'warn', 'clock');

/** The look of messages that are sent once their target works again. */
export const waitingLook: StatusLook = look(standingWords.waiting, 'warn', 'clock');

/** A message that is still not being sent after this time is waiting behind earlier messages. */
const SENDING_MS = 10_000;

/**
 * A message's status.
 * @param retrying true if another attempt is planned
 * @param ageMs the call's age in milliseconds
 */
export function dispatchLook(status: string, retrying: boolean, ageMs = 0): StatusLook {
  if (status === 'success') return look('Success', 'ok', 'check');
  if (status === 'error') return retrying ? look('Retrying', 'warn', 'retry') : look('Failed', 'err', 'cross');
  if (status === 'skipped') return look('Skipped', 'idle', 'dashed');
  return look(ageMs > SENDING_MS ? 'Waiting' : 'Sending', 'idle', 'clock');
}
