import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import { type AttemptCause, attemptCause, followHow } from '#contract/states';
import { secondsUntil } from '../platform/clock.ts';
import { outcomeKinds } from '../platform/outbound/outcome.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Subject } from '../templates/subject/subject.ts';
import { HELD_UNTIL_THE_END } from './hold-reasons.ts';
import { dispatchStates, headlineSchema, type InvocationSummary, type SummaryState } from './invocation.ts';
import type { DispatchMessage } from './lane-message.ts';
import type { Placement } from './placement.ts';

export interface RichContent {
  subject?: Subject | undefined;
  /**
   * Missing if the message is too long to be stored twice. If such a message is sent in parts, the remaining ones are
   * plain text.
   */
  message?: RichMessage | undefined;
}

const attemptSchema = z.object({
  at: z.string(),
  outcome: z.enum(outcomeKinds),
  /** The text for the owner: our explanation, then the provider's words, without secrets. */
  detail: z.string(),
  /** Missing after a delivery, and in attempts stored before codes existed. */
  code: z.custom<DispatchCode>().optional(),
  /** Missing in a provider's late report of a failure, and in attempts stored before causes existed. */
  cause: attemptCause.optional(),
  durationMs: z.number(),
  /** True for the first attempt after a resend of a message that was attempted before. */
  sentAgain: z.literal(true).optional(),
});
type Attempt = z.infer<typeof attemptSchema>;

/**
 * The delivery of one invocation to one target. It is stored once it was attempted or has to wait. The item is
 * authoritative; the invocation's summary repeats `state` for lists.
 */
export const dispatchSchema = z.object({
  userId: z.number(),
  webhookId: z.number(),
  invocationId: z.string(),
  targetId: z.number(),
  state: z.enum(dispatchStates),
  /** Increases when the dispatch leaves the queue, and when it returns by other means. Older lane messages are void. */
  generation: z.number(),
  attempts: z.array(attemptSchema),
  /** Number of attempts, including those no longer in `attempts`. */
  attemptCount: z.number(),
  /** Delivered parts of a split message; the next attempt continues after them. */
  partsDone: z.number(),
  renderedMessage: z.string(),
  /** The formatted message and the call's subject; only for rich messages. */
  rich: z.custom<RichContent>().optional(),
  /** The message's entry in lists of calls; missing before the first rendering. */
  headline: headlineSchema.optional(),
  errorMessage: z.string(),
  /** The error's code; undefined if there is no error, and in dispatches stored before codes existed. */
  errorCode: z.custom<DispatchCode>().optional(),
  note: z.string(),
  /** The note's code, which selects its help text. */
  noteCode: z.custom<DispatchCode>().optional(),
  dispatchedAt: z.string(),
  /** Time of the next attempt (RFC 3339); undefined if none is planned. */
  nextAttemptAt: z.string().optional(),
  /** True while it waits for its target to accept messages again, not for `nextAttemptAt`. */
  waitsForTarget: z.boolean().default(false),
  /** The target at the latest attempt, in case it is deleted. */
  target: z.object({ name: z.string(), kind: z.string() }),
  expiresAt: z.number(),
  /**
   * The delivery cycle, whose delays come from the plan. It starts with the call and restarts with each resend.
   * `probes` counts the attempts while the lane was paused, which are not part of the plan's delays. `heldUntil` is the
   * end of the quiet hours that held the message.
   */
  cycle: z.object({
    startedAt: z.string(),
    attemptsBefore: z.number(),
    probes: z.number().optional(),
    heldUntil: z.string().optional(),
  }),
  /** If the dispatch is a fallback: the target that did not accept its message in time, and its state there. */
  fallbackFor: z
    .object({
      targetId: z.number(),
      name: z.string(),
      kind: z.string(),
      state: z.enum(['waiting', 'disabled', 'error']),
    })
    .optional(),
  /** If a step of an escalation sent it: the step's number, counted from 1, and its minutes. */
  step: z.object({ number: z.number(), afterMinutes: z.number() }).optional(),
  /** The name of its watch, if a person has to acknowledge the message. */
  watch: z.string().optional(),
  /**
   * Identifies the sent message, so it can be updated when its watch ends: the provider's id and the chat's fingerprint.
   * The id is empty if there is no message to change. `told` is the end that it already shows. `changed`: it shows the
   * resolution, and a reply has to follow.
   */
  copy: z
    .object({
      ref: z.string(),
      place: z.string(),
      told: z.enum(['acknowledged', 'changed', 'resolved']).optional(),
      /** Requests that were made for the next end to show. */
      tries: z.number().optional(),
    })
    .optional(),
  /** When the message also goes to the fallback target, unless it has been delivered by then (RFC 3339). */
  fallbackAt: z.string().optional(),
  /** Minutes until the target's fallback, from its settings; never stored. */
  fallbackMinutes: z.number().optional(),
  /** True if its owner requested it, in spite of routing rules. */
  ignoresRules: z.literal(true).optional(),
  /** True if the target's count does not include it yet, because no part has been sent. */
  uncounted: z.literal(true).optional(),
  /** Time of the previous call to its target (RFC 3339), if its lane message contains it; never stored. */
  previousAt: z.string().optional(),
  /** Consecutive crashes while processing it. */
  crashes: z.number(),
  /** The message's effect, if its webhook follows up on earlier ones. */
  how: followHow.optional(),
  /** Undefined before the dispatch is stored. A finished dispatch needs no placement, and an old one is ignored. */
  placement: z.custom<Placement>().optional(),
  /** Number of writes, for optimistic locking; 0 if it is not stored yet. */
  version: z.number(),
});
export type Dispatch = z.infer<typeof dispatchSchema>;

/** Maximum number of attempts in an item: the first one, which shows the original cause, and the latest others. */
const KEPT_ATTEMPTS = 20;

/** A dispatch before its first attempt. If its call ended while held, the dispatch has ended too. */
export const newDispatch = (
  { userId, webhookId, id, expiresAt, invokedAt, releasedAt, held, dispatches }: InvocationSummary,
  targetId: number,
  target: { name: string; kind: string } = { name: '', kind: '' },
): Dispatch => {
  const isEnded = dispatches[targetId] === 'error' && (held === 'too-long' || held === 'discarded');
  const ended = isEnded ? HELD_UNTIL_THE_END[held] : undefined;
  // The plan’s waits start when a held call is released.
  const startedAt = releasedAt ?? invokedAt;
  return {
    userId,
    webhookId,
    invocationId: id,
    targetId,
    state: ended ? 'error' : 'pending',
    errorMessage: ended?.text ?? '',
    errorCode: ended?.code,
    generation: 0,
    attempts: [],
    attemptCount: 0,
    partsDone: 0,
    renderedMessage: '',
    note: '',
    dispatchedAt: startedAt,
    waitsForTarget: false,
    target: { name: target.name, kind: target.kind },
    expiresAt,
    cycle: { startedAt, attemptsBefore: 0 },
    ...((releasedAt ?? held) !== undefined && { uncounted: true }),
    crashes: 0,
    version: 0,
  };
};

export const isFinal = (dispatch: Pick<Dispatch, 'state'>): boolean =>
  dispatch.state === 'success' || dispatch.state === 'error' || dispatch.state === 'skipped';

/** Marks a dispatch that is no longer pending as uncounted, until a part of it has been sent. */
export const markUncounted = (dispatch: Dispatch): Dispatch => {
  const { uncounted: _before, ...counted } = dispatch;
  if (wasTried(dispatch)) return counted;
  return dispatch.state === 'pending' ? dispatch : { ...dispatch, uncounted: true };
};

/** Whole seconds until the next planned attempt; 0 if it is due, or waits for its target. */
export const secondsUntilDue = (
  { nextAttemptAt, waitsForTarget }: Pick<Dispatch, 'nextAttemptAt' | 'waitsForTarget'>,
  now: Date,
): number => (nextAttemptAt && !waitsForTarget ? Math.max(0, secondsUntil(new Date(nextAttemptAt), now)) : 0);

/** Consecutive crashes after which a message becomes a dead letter. */
export const MAX_CRASHES = 3;

/** True for a message in addition to the call's own ones: from a fallback or a step of an escalation. */
export const isExtra = ({ fallbackFor, step }: Pick<Dispatch, 'fallbackFor' | 'step'>): boolean =>
  fallbackFor !== undefined || step !== undefined;

/**
 * True until the first resend. From then on, the message is about an owner's request, not about the call. A resend of an
 * extra message that was never attempted still counts as its first cycle.
 */
export const isFirstCycle = (
  dispatch: Pick<Dispatch, 'cycle' | 'fallbackFor' | 'step'>,
  { invokedAt, releasedAt }: Pick<InvocationSummary, 'invokedAt' | 'releasedAt'>,
): boolean =>
  isExtra(dispatch) ? dispatch.cycle.attemptsBefore === 0 : dispatch.cycle.startedAt === (releasedAt ?? invokedAt);

/**
 * The cause of the next attempt: the cause in its lane message, or a retry if that one already led to an attempt.
 * @param queuedAt the time at which its lane message or its lane's wake-up was queued
 */
export const causeOf = (
  {
    attempts,
    attemptCount,
    cycle,
    ignoresRules,
  }: Pick<Dispatch, 'attempts' | 'attemptCount' | 'cycle' | 'ignoresRules'>,
  messageCause: DispatchMessage['cause'],
  queuedAt: Date,
): AttemptCause => {
  const latest = attempts.at(-1)?.at;
  if (messageCause && !(latest && new Date(latest) >= queuedAt)) return messageCause;
  if (attemptCount > cycle.attemptsBefore) return 'retry';
  return ignoresRules ? 'manual' : 'call';
};

/** Adds an attempt. Keeps the first one and drops the oldest ones after it. */
export const withAttempt = (attempts: Attempt[], attempt: Attempt): Attempt[] => {
  const all = [...attempts, attempt];
  return all.length <= KEPT_ATTEMPTS ? all : [all[0] as Attempt, ...all.slice(all.length - KEPT_ATTEMPTS + 1)];
};

/**
 * The state in the call's summary. It is `quiet` for a message held by quiet hours, and still `pending` for a waiting
 * message without an attempt.
 */
export const summaryStateOf = (dispatch: Dispatch): SummaryState => {
  if (dispatch.state !== 'waiting') return dispatch.state;
  if (dispatch.noteCode === 'held-by-quiet-hours') return 'quiet';
  return wasTried(dispatch) ? 'waiting' : 'pending';
};

/** True if an attempt was made. Parts can have been sent before the attempt is counted. */
const wasTried = ({ attemptCount, partsDone }: Pick<Dispatch, 'attemptCount' | 'partsDone'>): boolean =>
  attemptCount > 0 || partsDone > 0;
