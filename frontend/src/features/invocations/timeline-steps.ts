import { formatDuration } from '../../lib/format.ts';
import type { Tone } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { texts } from './texts.ts';

/** One point in a message's timeline. */
export interface Step {
  key: string;
  word: string;
  tone: Tone;
  /** The duration, such as `412 ms`; undefined if nothing was sent. */
  took?: string | undefined;
  /** The time since the previous point, if long enough to matter. */
  after?: string | undefined;
  /** The cause of an attempt. */
  cause?: string | undefined;
  /** The response, and the time of the step. */
  detail?: string | undefined;
  at?: string | undefined;
}

/** Number of attempts shown at the start and the end of a long timeline. */
const FIRST = 2;
const LAST = 3;

/** Minimum length of a pause that is shown, in milliseconds. */
const NOTICED_MS = 50;

const { timeline } = texts.details;

/** An attempt's result as a word and a colour. If another attempt follows, the result was not final. */
const ends = {
  ok: [timeline.delivered, 'ok'],
  retry: [timeline.failed, 'warn'],
  ambiguous: [timeline.unsure, 'warn'],
  fail_message: [timeline.refused, 'err'],
  fail_target: [timeline.refused, 'err'],
  fail_config: [timeline.refused, 'err'],
} as const satisfies Record<Dispatch['attempts'][number]['outcome'], readonly [string, Tone]>;

/**
 * A message's timeline: the call's arrival, each attempt with the wait before it, and the next step.
 * @param receivedAt when the call arrived; undefined if unknown
 */
export function timelineSteps({ attempts, nextAttemptAt, status }: Dispatch, receivedAt: string | undefined): Step[] {
  const steps: Step[] =
    receivedAt === undefined ? [] : [{ key: 'received', word: timeline.received, tone: 'idle', at: receivedAt }];
  const left = attempts.length > FIRST + LAST + 1 ? attempts.length - FIRST - LAST : 0;
  let before = receivedAt;
  attempts.forEach(({ at, outcome, detail, durationMs, cause, sentAgain }, index) => {
    const since = before === undefined ? 0 : Date.parse(at) - Date.parse(before);
    before = at;
    if (left > 0 && index === FIRST) steps.push({ key: 'left', word: timeline.more(left), tone: 'idle' });
    if (left > 0 && index >= FIRST && index < FIRST + left) return;
    const [word, tone] = ends[outcome];
    const after = since >= NOTICED_MS ? formatDuration(since) : undefined;
    if (sentAgain) steps.push({ key: `again-${at}`, word: timeline.again, tone: 'accent', after, at });
    steps.push({
      key: at + index,
      word,
      tone,
      took: formatDuration(durationMs),
      after: sentAgain ? undefined : after,
      cause: cause && timeline.causes[cause],
      detail: detail || undefined,
      at,
    });
  });
  if (!isNever(nextAttemptAt)) steps.push({ key: 'next', word: timeline.next, tone: 'idle', at: nextAttemptAt });
  else if (status === 'pending') steps.push({ key: 'again', word: timeline.again, tone: 'accent' });
  return steps;
}
