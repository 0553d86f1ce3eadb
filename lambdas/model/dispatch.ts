import * as z from 'zod';
import type { DispatchCode } from '#contract/codes';
import { type AttemptCause, attemptCause } from '#contract/states';
import { outcomeKinds } from '../outbound/outcome.ts';
import { secondsAfter, secondsUntil } from '../platform/clock.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import type { Subject } from '../templates/subject/subject.ts';
import { HELD_UNTIL_THE_END } from './hold-reasons.ts';
import { dispatchStates, headlineSchema, type InvocationSummary, type SummaryState } from './invocation.ts';
import type { LaneMessage } from './invocation-ports.ts';

export interface RichContent {
  subject?: Subject | undefined;
  /** Missing when the message is too long to be stored twice; a message in parts then continues as plain text. */
  message?: RichMessage | undefined;
}

const attemptSchema = z.object({
  at: z.string(),
  outcome: z.enum(outcomeKinds),
  /** The text for the owner: ours, then the provider's, without secrets. */
  detail: z.string(),
  /** Missing when it was delivered, and in attempts from before there were codes. */
  code: z.custom<DispatchCode>().optional(),
  /** Missing in attempts from before there were causes. */
  cause: attemptCause.optional(),
  durationMs: z.number(),
  /** True for the first attempt after a resend by hand; all others are automatic. */
  sentAgain: z.literal(true).optional(),
});
type Attempt = z.infer<typeof attemptSchema>;

/**
 * One invocation on its way to one target, inside and, under other names, in the table. Absent from the table until
 * something was tried. The item is the truth; the summary of the invocation repeats `state` for lists.
 */
export const dispatchSchema = z.object({
  userId: z.number(),
  webhookId: z.number(),
  invocationId: z.string(),
  targetId: z.number(),
  state: z.enum(dispatchStates),
  /** Raised each time the dispatch leaves the queue to wait; lane messages of older generations are void. */
  generation: z.number(),
  attempts: z.array(attemptSchema),
  /** All attempts, including those no longer in `attempts`. */
  attemptCount: z.number(),
  /** Parts of a split message that were delivered; the next attempt continues after them. */
  partsDone: z.number(),
  renderedMessage: z.string(),
  /** The formatted message and the call's subject; only of webhooks with rich messages. */
  rich: z.custom<RichContent>().optional(),
  /** The message as the list of calls shows it; missing before the first rendering. */
  headline: headlineSchema.optional(),
  errorMessage: z.string(),
  /** The reason, by name; undefined without a message, and in dispatches stored before codes existed. */
  errorCode: z.custom<DispatchCode>().optional(),
  note: z.string(),
  /** The code of the note, which leads to help. */
  noteCode: z.custom<DispatchCode>().optional(),
  dispatchedAt: z.string(),
  /** The time of the next attempt (RFC 3339); undefined when none is planned. */
  nextAttemptAt: z.string().optional(),
  /** true while it waits for its target to accept messages again, rather than for `nextAttemptAt`. */
  waitsForTarget: z.boolean().default(false),
  /** The target at the time of the latest attempt, in case it is deleted. */
  target: z.object({ name: z.string(), kind: z.string() }),
  expiresAt: z.number(),
  /**
   * The delivery cycle whose waits the plan counts: it starts with the call, and again when its owner resends it.
   * `probes` of its attempts were made while the lane was paused and use up none of them. Until `heldUntil`, quiet
   * hours held it back.
   */
  cycle: z.object({
    startedAt: z.string(),
    attemptsBefore: z.number(),
    probes: z.number().optional(),
    heldUntil: z.string().optional(),
  }),
  /** True if its owner wants it sent now, despite the routing rules. */
  manualRetry: z.literal(true).optional(),
  /** Not yet among its target's dispatches: no part of it was handed on. */
  uncounted: z.literal(true).optional(),
  /** The previous call to its target (RFC 3339), if its lane message contains it; never stored. */
  previousAt: z.string().optional(),
  /** Consecutive failures on our side while working on it. */
  crashes: z.number(),
  /** Its placement; undefined before anything was stored. A decided dispatch needs none, and an old one is ignored. */
  placement: z.custom<Placement>().optional(),
  /** Optimistic locking: counts the writes, 0 = not stored yet. */
  version: z.number(),
});
export type Dispatch = z.infer<typeof dispatchSchema>;

/**
 * Placement of a dispatch: the due index at a time (RFC 3339) · its target's waiting list, until a time (RFC 3339) ·
 * the operator's redrive. Every stored undecided dispatch has one of these, so none is forgotten.
 */
export type Placement =
  | {
      kind: 'due';
      at: string;
      /** Dispatches of one moment return in the order of their calls. */
      inOrder?: true;
      /** True if its message is tried before the list's messages. */
      manualRetry?: true;
      /** The cause that its message carries, if the attempts do not show it. */
      cause?: LaneMessage['cause'];
    }
  | { kind: 'listed'; until: string }
  | { kind: 'dead-lettered' };

export const dueAt = (at: Date): Placement & { kind: 'due' } => ({ kind: 'due', at: at.toISOString() });

/** Time after its planned attempt at which a dispatch with a lost lane message returns from the due index. */
export const LOST_MESSAGE_SECONDS = 900;

/** The placement of a dispatch whose lane message is under way, or waits until `at`: only a loss brings it back. */
export const dueIfLost = (at: Date): Placement & { kind: 'due' } => ({
  ...dueAt(secondsAfter(at, LOST_MESSAGE_SECONDS)),
  cause: 'lost-message',
});

/** Attempts kept in an item: the first shows the cause, the latest show what happened since. */
const KEPT_ATTEMPTS = 20;

/** The dispatch before its first attempt. A call that ended while it was held has no messages to try. */
export const newDispatch = (
  { userId, webhookId, id, expiresAt, invokedAt, releasedAt, held, dispatches }: InvocationSummary,
  targetId: number,
  target: { name: string; kind: string } = { name: '', kind: '' },
): Dispatch => {
  const isEnded = dispatches[targetId] === 'error' && (held === 'too-long' || held === 'discarded');
  const ended = isEnded ? HELD_UNTIL_THE_END[held] : undefined;
  // The plan’s waits begin when a held call is sent.
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

/** The dispatch. It counts for its target once a part of it was handed on, and not while it waits in the list before. */
export const withCount = (dispatch: Dispatch): Dispatch => {
  const { uncounted: _before, ...counted } = dispatch;
  if (wasTried(dispatch)) return counted;
  return dispatch.state === 'pending' ? dispatch : { ...dispatch, uncounted: true };
};

/** True if a dispatch is in its target's waiting list, so it has no lane message. */
export const isListed = ({ placement }: Pick<Dispatch, 'placement'>): boolean => placement?.kind === 'listed';

/** Whole seconds until the next planned attempt; 0 when it is due, or waits for its target. */
export const secondsUntilDue = (
  { nextAttemptAt, waitsForTarget }: Pick<Dispatch, 'nextAttemptAt' | 'waitsForTarget'>,
  now: Date,
): number => (nextAttemptAt && !waitsForTarget ? Math.max(0, secondsUntil(new Date(nextAttemptAt), now)) : 0);

/** Consecutive crashes after which a message becomes a dead letter. */
export const MAX_CRASHES = 3;

/** The message that brings this dispatch back into its lane. */
export const laneMessageOf = ({ placement, ...dispatch }: Dispatch): LaneMessage => ({
  userId: dispatch.userId,
  webhookId: dispatch.webhookId,
  invocationId: dispatch.invocationId,
  targetId: dispatch.targetId,
  generation: dispatch.generation,
  ...(placement?.kind === 'due' && placement.manualRetry && { manualRetry: placement.manualRetry }),
  ...(placement?.kind === 'due' && placement.cause && { cause: placement.cause }),
});

/**
 * The cause of the next attempt: the one in its lane message, unless that has caused an attempt already; then it is a
 * retry.
 * @param queuedAt when its lane message, or the wake-up of its lane, entered the queue.
 */
export const causeOf = (
  { attempts, attemptCount, cycle, manualRetry }: Pick<Dispatch, 'attempts' | 'attemptCount' | 'cycle' | 'manualRetry'>,
  said: LaneMessage['cause'],
  queuedAt: Date,
): AttemptCause => {
  const latest = attempts.at(-1)?.at;
  if (said && !(latest && new Date(latest) >= queuedAt)) return said;
  if (attemptCount > cycle.attemptsBefore) return 'retry';
  return manualRetry ? 'manual' : 'call';
};

/** The attempts with one more, bounded: the first stays, and the oldest after it are dropped. */
export const withAttempt = (attempts: Attempt[], attempt: Attempt): Attempt[] => {
  const all = [...attempts, attempt];
  return all.length <= KEPT_ATTEMPTS ? all : [all[0] as Attempt, ...all.slice(all.length - KEPT_ATTEMPTS + 1)];
};

/**
 * As in the summary of its call: a message held by quiet hours waits for no further attempt. One that was never tried
 * is pending.
 */
export const summaryStateOf = (dispatch: Dispatch): SummaryState => {
  if (dispatch.state !== 'waiting') return dispatch.state;
  if (dispatch.noteCode === 'held-by-quiet-hours') return 'quiet';
  return wasTried(dispatch) ? 'waiting' : 'pending';
};

/** A message in parts may have been handed on before its attempt is counted. */
const wasTried = ({ attemptCount, partsDone }: Pick<Dispatch, 'attemptCount' | 'partsDone'>): boolean =>
  attemptCount > 0 || partsDone > 0;
