import { formatDuration } from '../../lib/format.ts';
import type { Tone } from '../../lib/status.ts';
import { isNever } from '../../lib/time.ts';
import type { Dispatch } from '../../lib/wire.ts';
import { texts } from './texts.ts';

/** One point of a message's way. */
export interface Step {
  key: string;
  word: string;
  tone: Tone;
  /** How long it took, such as `412 ms`; undefined where nothing was done. */
  took?: string | undefined;
  /** How much time passed since the point before, where that is worth a word. */
  after?: string | undefined;
  /** What brought an attempt. */
  cause?: string | undefined;
  /** What was answered, and when. */
  detail?: string | undefined;
  at?: string | undefined;
}

/** More attempts than these are told by their first and their last ones. */
const FIRST = 2;
const LAST = 3;

/** A pause that nobody would notice is not told, in milliseconds. */
const NOTICED_MS = 50;

const { timeline } = texts.details;

/** How an attempt ended, in a word and a colour; one that is followed by another one was not the end. */
const ends = {
  ok: [timeline.delivered, 'ok'],
  retry: [timeline.failed, 'warn'],
  ambiguous: [timeline.unsure, 'warn'],
  fail_message: [timeline.refused, 'err'],
  fail_target: [timeline.refused, 'err'],
  fail_config: [timeline.refused, 'err'],
} as const satisfies Record<Dispatch['attempts'][number]['outcome'], readonly [string, Tone]>;

/**
 * The way of a message: when its call came, each attempt with what was waited before it, and what comes next.
 * @param receivedAt of the call; undefined when it is not known
 */
export function timelineSteps({ attempts, nextAttemptAt }: Dispatch, receivedAt: string | undefined): Step[] {
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
    if (sentAgain) steps.push({ key: `again-${at}`, word: timeline.again, tone: 'accent', at });
    steps.push({
      key: at + index,
      word,
      tone,
      took: formatDuration(durationMs),
      after: since >= NOTICED_MS ? formatDuration(since) : undefined,
      cause: cause && timeline.causes[cause],
      detail: detail || undefined,
      at,
    });
  });
  if (!isNever(nextAttemptAt)) steps.push({ key: 'next', word: timeline.next, tone: 'idle', at: nextAttemptAt });
  return steps;
}
