import type { Acknowledgement, Watch } from '../model/watch.ts';
import type { Webhook } from '../model/webhook.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Severity, severityRanks } from '../templates/outline/outline.ts';
import type { State } from '../templates/subject/state.ts';
import { lasting, MAX_AGE_SECONDS, timeOf } from './follow.ts';

export type AcknowledgeChoice = NonNullable<Webhook['acknowledge']>;

/** A call's data for its watch. */
interface WatchUpdate {
  /** The invocation id. Ids sort by time. */
  call: string;
  state: State;
  severity: Severity;
  title: string;
  /** The time at which the call is removed. */
  endsAt: Date;
}

/** Seconds after which a watch that no one has acknowledged begins again with the next call. */
const AGAIN_SECONDS = 86_400;

/** Maximum number of calls whose steps a watch remembers. */
const MAX_ESCALATED = 3;

/** True if a call has to be acknowledged, by its severity alone. Pure. */
export const isWanted = ({ from }: AcknowledgeChoice, severity: Severity): boolean =>
  from === 'always' || severityRanks[severity] >= severityRanks[from];

/**
 * Decides a call's effect on its watch. Pure: the time is an argument.
 *
 * | The call | Watch |
 * |---|---|
 * | is the latest known one, or older | unchanged |
 * | resolves the matter | ends; without a watch, nothing |
 * | has a severity below the choice | unchanged |
 * | has no watch, or one that is resolved or seven days old | begins |
 * | has a higher severity than an acknowledged watch | begins again |
 * | is about an acknowledged matter | unchanged |
 * | has a higher severity than a watch without acknowledgement | notes the severity; the steps stay |
 * | comes a day after the start, and no one has acknowledged it | begins again |
 * | is about a matter without acknowledgement | unchanged |
 * @returns the changed watch, or undefined if it stays as it is
 */
export const watchCall = (
  watch: Watch | undefined,
  update: WatchUpdate,
  choice: AcknowledgeChoice,
  now: Date,
): Watch | undefined => {
  const { call, state, severity } = update;
  if (watch && call <= watch.latestCall) return undefined;
  if (state === 'resolved')
    return watch && watch.resolvedAt === undefined
      ? {
          ...watch,
          latestCall: call,
          resolvedAt: now.toISOString(),
          nextAt: isEscalated(watch, now) ? now.toISOString() : undefined,
        }
      : undefined;
  if (!isWanted(choice, severity)) return undefined;
  const isOlderThan = (seconds: number): boolean =>
    watch !== undefined && now > secondsAfter(new Date(watch.startedAt), seconds);
  const rises = watch !== undefined && severityRanks[severity] > severityRanks[watch.severity];
  if (!watch || watch.resolvedAt !== undefined || isOlderThan(MAX_AGE_SECONDS))
    return begun(watch, update, choice, now);
  if (watch.acknowledged) return rises ? begun(watch, update, choice, now) : undefined;
  if (isOlderThan(AGAIN_SECONDS)) return begun(watch, update, choice, now);
  return rises ? { ...watch, latestCall: call, severity } : undefined;
};

/** True if targets of steps may have messages. The messages of a due step can be queued before it is counted. */
const isEscalated = ({ escalated, nextAt }: Watch, now: Date): boolean =>
  escalated !== undefined || (nextAt !== undefined && new Date(nextAt) <= now);

const begun = (
  watch: Watch | undefined,
  { call, severity, title, endsAt }: WatchUpdate,
  choice: AcknowledgeChoice,
  now: Date,
): Watch => {
  const fresh: Watch = {
    invocationId: call,
    latestCall: call,
    severity,
    title,
    startedAt: now.toISOString(),
    endsAt: endsAt.toISOString(),
    stepsDone: 0,
    escalated: watch?.escalated,
    version: watch?.version ?? 0,
  };
  return { ...fresh, nextAt: nextStepAt(fresh, choice) };
};

const nextStepAt = ({ startedAt, stepsDone }: Watch, { steps }: AcknowledgeChoice): string | undefined => {
  const step = steps[stepsDone];
  return step && secondsAfter(new Date(startedAt), step.afterMinutes * 60).toISOString();
};

/** True if a watch waits for a person: a link in a call's message has an effect. Pure. */
export const isWaiting = (watch: Watch, now: Date, call = watch.invocationId): boolean =>
  !watch.acknowledged && watch.resolvedAt === undefined && call >= watch.invocationId && now < new Date(watch.endsAt);

/**
 * True if a watch's matter is open and its call is stored. A call without a key is its own matter, so acknowledging it
 * closes the matter. Pure.
 * @param watch its name is the invocation id of a call without a key
 */
export const isOpen = (watch: Watch & { name: string }, now: Date): boolean =>
  watch.resolvedAt === undefined &&
  now < new Date(watch.endsAt) &&
  now <= secondsAfter(new Date(watch.startedAt), MAX_AGE_SECONDS) &&
  (!watch.acknowledged || watch.name !== watch.invocationId);

/** Acknowledges a watch, which ends its steps. The copies of its messages are then told. Pure. */
export const acknowledged = (watch: Watch, by: string, now: Date): Watch => ({
  ...watch,
  acknowledged: { at: now.toISOString(), by },
  nextAt: now.toISOString(),
});

/** The line that tells of an acknowledgement. Pure. */
export const acknowledgedLine = ({ at, by }: Acknowledgement, since: Date, timeZone: string): string =>
  `Acknowledged by ${by}, ${timeOf(new Date(at), since, timeZone)}`;

/** The line that tells of a resolution. Pure. */
export const resolvedLine = (since: Date, resolvedAt: string): string =>
  `Resolved after ${lasting(since, new Date(resolvedAt))}`;

/** The reason why a step of a watch that does not wait is not sent, as the rest of a sentence. Pure. */
export const reasonToStop = (
  watch: Watch | undefined,
  { acknowledge, timeZone }: Pick<Webhook, 'acknowledge' | 'timeZone'>,
): string => {
  if (!acknowledge) return 'the webhook no longer asks anyone to acknowledge calls';
  if (watch?.acknowledged) {
    const line = acknowledgedLine(watch.acknowledged, new Date(watch.startedAt), timeZone);
    return line.charAt(0).toLowerCase() + line.slice(1);
  }
  return watch?.resolvedAt === undefined ? 'its time is over' : 'its matter was resolved';
};

interface DueStep {
  /** The end that the copies have to tell before `next` is stored; undefined if there is none. */
  tells: 'acknowledged' | 'resolved' | undefined;
  /** The step whose messages have to be queued before `next` is stored; undefined if there is none. */
  step: (AcknowledgeChoice['steps'][number] & { number: number }) | undefined;
  next: Watch;
}

/**
 * Decides the due step of a watch. The webhook's current choice applies, so a step that was removed is not sent, and one
 * that was moved waits for its new time. Pure.
 * @param choice null if the webhook is deleted or disabled, or no longer wants acknowledgements
 */
export const dueStep = (watch: Watch, choice: AcknowledgeChoice | null, now: Date): DueStep => {
  if (watch.resolvedAt !== undefined) {
    const tells = choice && watch.nextAt !== undefined ? 'resolved' : undefined;
    return { tells, step: undefined, next: { ...watch, escalated: undefined, nextAt: undefined } };
  }
  if (watch.acknowledged) {
    const tells = choice && !watch.isTold ? 'acknowledged' : undefined;
    return { tells, step: undefined, next: { ...watch, isTold: true, nextAt: undefined } };
  }
  const nextAt = choice && isWaiting(watch, now) ? nextStepAt(watch, choice) : undefined;
  const step = choice?.steps[watch.stepsDone];
  if (!choice || !step || nextAt === undefined || new Date(nextAt) > now)
    return { tells: undefined, step: undefined, next: { ...watch, nextAt } };
  const escalated = [...new Set([...(watch.escalated ?? []), watch.invocationId])].slice(-MAX_ESCALATED);
  const done = { ...watch, stepsDone: watch.stepsDone + 1, escalated };
  return {
    tells: undefined,
    step: { ...step, number: done.stepsDone },
    next: { ...done, nextAt: nextStepAt(done, choice) },
  };
};
