import type { Dispatch } from '../model/dispatch.ts';
import { dueAt, dueIfLost, isListed } from '../model/placement.ts';
import type { Plan } from '../model/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { Reason } from '../platform/outbound/outcome.ts';
import type { Decision } from '../templates/routing/decide.ts';

/*
 * Functions that put a dispatch into one of its states and set its placement. All are pure.
 *
 * | function | state | placement | generation |
 * |---|---|---|---|
 * | `stayInPlace` | unchanged | on the list: unchanged; in the queue: due if lost | unchanged |
 * | `waitAtHead` | waiting | the same | unchanged |
 * | `leaveQueue`, `postpone` | waiting | due | + 1 |
 * | `applyRouting` | skipped, or waiting in quiet hours | none, or due in order | unchanged, or + 1 |
 * | `inList` | unchanged | listed | unchanged |
 * | `joinList` | unchanged | listed | + 1 unless it was listed |
 * | `waitForTarget` | waiting, or error if expired | listed, or as `end` | as `joinList` |
 * | `end`, `giveUp`, `expire` | success, error, skipped | listed: unchanged, `write` removes it; else none | unchanged |
 *
 * No placement means: not stored yet, decided, or attempted at this moment.
 */

/** Lets a dispatch wait where it is: on the list, or for `afterSeconds` at the head of its group. */
export const stayInPlace = (dispatch: Dispatch, now: Date, afterSeconds = 0): Dispatch =>
  isListed(dispatch) ? dispatch : { ...dispatch, placement: dueIfLost(secondsAfter(now, afterSeconds)) };

/** Lets a dispatch wait for `afterSeconds` at the head of its group. */
export const waitAtHead = (dispatch: Dispatch, reason: Reason, now: Date, afterSeconds: number): Dispatch =>
  stayInPlace(waitingUntil(dispatch, reason, secondsAfter(now, afterSeconds)), now, afterSeconds);

/** Lets a dispatch wait outside the queue until the due index returns it to its lane. */
export const leaveQueue = (dispatch: Dispatch, reason: Reason, at: Date): Dispatch => ({
  ...waitingUntil(dispatch, reason, at),
  generation: dispatch.generation + 1,
  placement: dueAt(at),
});

/** The reason for waiting after a crash on our side. */
export const CRASHED: Reason = {
  code: 'processing-interrupted',
  text: 'Processing this message failed on our side. The message is retried automatically.',
};

const waitingUntil = (dispatch: Dispatch, reason: Reason, at: Date): Dispatch => ({
  ...clearQuietHours(dispatch),
  state: 'waiting',
  waitsForTarget: false,
  ...errorOf(reason),
  nextAttemptAt: at.toISOString(),
});

/** Restores the state that a dispatch would have without quiet hours. */
const clearQuietHours = (dispatch: Dispatch): Dispatch =>
  dispatch.noteCode === 'held-by-quiet-hours'
    ? { ...dispatch, ...NO_NOTE, state: 'pending', nextAttemptAt: undefined }
    : dispatch;

/** Puts a dispatch on the waiting list, which its lane's wake-up delivers. */
export const inList = (dispatch: Dispatch, plan: Plan): Dispatch => ({
  ...dispatch,
  placement: { kind: 'listed', until: waitsUntil(dispatch, plan).toISOString() },
});

/** Puts a dispatch on the waiting list of a lane that is catching up. Its owner sees no change. */
export const joinList = (dispatch: Dispatch, plan: Plan): Dispatch => ({
  ...inList(clearQuietHours(dispatch), plan),
  // A listed dispatch has no lane message that would have to become void.
  generation: dispatch.generation + (isListed(dispatch) ? 0 : 1),
});

/**
 * Lets a dispatch wait on the list until its target accepts messages again (at `resumeAt`, if known). An expired
 * dispatch ends.
 */
export const waitForTarget = (
  dispatch: Dispatch,
  reason: Reason,
  { plan, now, resumeAt }: { plan: Plan; now: Date; resumeAt: Date | undefined },
): Dispatch =>
  isExpired(dispatch, { plan, now })
    ? expire(dispatch, reason, now)
    : {
        ...joinList(dispatch, plan),
        state: 'waiting',
        ...errorOf(reason),
        waitsForTarget: true,
        crashes: 0,
        nextAttemptAt: resumeAt?.toISOString(),
      };

/**
 * Postpones a dispatch without an attempt, because its message cannot be rendered at the moment. This uses none of the
 * plan's attempts. The dispatch ends only shortly before its call is removed.
 */
export const postpone = (dispatch: Dispatch, reason: Reason, { now, at }: { now: Date; at: Date }): Dispatch =>
  now > removalOf(dispatch) ? expire(dispatch, reason, now) : { ...leaveQueue(dispatch, reason, at), crashes: 0 };

/**
 * Ends a dispatch that its target's routing rule excludes, or lets it wait outside the queue until quiet hours end. The
 * plan’s waits start after quiet hours. Until then, the dispatch ends only shortly before its call is removed.
 */
export const applyRouting = (base: Dispatch, diverted: Exclude<Decision, { outcome: 'sent' }>, now: Date): Dispatch => {
  const dispatch = { ...base, crashes: 0 };
  if (diverted.outcome === 'skipped')
    return end(dispatch, 'skipped', undefined, {
      note: `Skipped: ${diverted.by}.`,
      noteCode: diverted.code ?? 'not-wanted',
    });
  const noteCode = 'held-by-quiet-hours';
  const note = `Held: ${diverted.by}.`;
  const removal = removalOf(dispatch);
  if (now > removal) return expire(dispatch, { code: noteCode, text: note }, now);
  const at = diverted.until < removal ? diverted.until : secondsAfter(removal, 1);
  const isUntried = dispatch.cycle.attemptsBefore === dispatch.attemptCount;
  return {
    ...leaveQueue(dispatch, { code: undefined, text: '' }, at),
    note: `${note} The message is then sent automatically.`,
    noteCode,
    ...(isUntried && { cycle: { ...dispatch.cycle, heldUntil: at.toISOString() } }),
    placement: { ...dueAt(at), inOrder: true },
  };
};

/** True if a dispatch has waited for its target for as long as its plan allows. */
export const isExpired = (dispatch: Dispatch, { plan, now }: { plan: Plan; now: Date }): boolean =>
  now > waitsUntil(dispatch, plan);

/** Ends a dispatch that has waited too long. */
export const expire = (dispatch: Dispatch, reason: Reason, now: Date): Dispatch =>
  end(
    dispatch,
    'error',
    now > removalOf(dispatch)
      ? more(reason, 'The message waited until its call was about to expire.')
      : more(reason, 'The message waited for as long as your plan retries. Resend it when the target works again.'),
    NO_NOTE,
  );

/**
 * The end of a dispatch's wait for its target. It is the end of the plan's span, or earlier if the call is removed
 * before.
 */
export const waitsUntil = (dispatch: Pick<Dispatch, 'cycle' | 'expiresAt'>, { retry }: Plan): Date => {
  const span = secondsAfter(
    new Date(dispatch.cycle.heldUntil ?? dispatch.cycle.startedAt),
    retry.givenUpAfterDays !== null
      ? retry.givenUpAfterDays * 86_400
      : retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0),
  );
  const removal = removalOf(dispatch);
  return removal < span ? removal : span;
};

/**
 * Seconds before a call's removal by which its dispatches are decided. They exceed the longest time between two
 * wake-ups of a paused lane: 72 minutes and the wake-up's delivery.
 */
const BEFORE_REMOVAL_SECONDS = 7200;

/** The time by which a dispatch is decided, so its owner sees a result before the call is removed. */
export const removalOf = ({ expiresAt }: Pick<Dispatch, 'expiresAt'>): Date =>
  new Date((expiresAt - BEFORE_REMOVAL_SECONDS) * 1000);

/** Fails a dispatch without another attempt. */
export const giveUp = (dispatch: Dispatch, reason: Reason, note: Note = NO_NOTE): Dispatch =>
  end(dispatch, 'error', reason, note);

/** Decides a dispatch. If no note is given, it keeps its note. {@link write} then removes it from the list. */
export const end = (
  dispatch: Dispatch,
  state: 'success' | 'error' | 'skipped',
  reason: Reason | undefined,
  note: Note = dispatch,
): Dispatch => ({
  ...dispatch,
  state,
  waitsForTarget: false,
  ...errorOf(reason),
  note: note.note,
  noteCode: note.noteCode,
  nextAttemptAt: undefined,
  placement: isListed(dispatch) ? dispatch.placement : undefined,
});

/** A remark about a dispatch, and the code of its help text. */
export type Note = Pick<Dispatch, 'note' | 'noteCode'>;
const NO_NOTE: Note = { note: '', noteCode: undefined };

/** The note for a message whose target has been deleted since. */
export const DELETED_NOTE: Note = { note: 'The target was deleted afterwards.', noteCode: 'target-deleted' };

const errorOf = (reason: Reason | undefined): Pick<Dispatch, 'errorMessage' | 'errorCode'> => ({
  errorMessage: reason?.text ?? '',
  errorCode: reason?.code,
});

/** Adds a sentence to a reason. The code stays unchanged. */
export const more = ({ code, text }: Reason, sentence: string): Reason => ({ code, text: `${text} ${sentence}` });
