/**
 * Measurements of the response to an input, from a recording of Chromium. Times are milliseconds for which the page's
 * main thread had a processor, so other programs do not count.
 */
export interface Answer {
  /** From the input until the picture that follows it was handed over. */
  answer: number;
  /** The parts of the response's time. */
  script: number;
  layout: number;
  paint: number;
  /** The longest task after the response, for which the next input may wait. */
  longest: number;
  /** All that the input led to. */
  total: number;
}

/** The used part of a trace event (Trace Event Format); times in microseconds. */
export interface TraceEvent {
  name: string;
  /** X = an event with a duration. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The thread's processor time in this period. */
  tdur?: number;
  args?: { data?: { interactionId?: number; timeStamp?: number; commitFinishTime?: number } };
}

/** The trace categories that {@link answerOf} needs. */
export const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

type Kind = 'script' | 'layout' | 'paint';
const kinds: Record<string, Kind> = {
  EventDispatch: 'script',
  FunctionCall: 'script',
  EvaluateScript: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  RunMicrotasks: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'layout',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Reads the interaction of a recording that took longest. @returns undefined when no picture followed any input */
export function answerOf(events: readonly TraceEvent[]): Answer | undefined {
  return events
    .flatMap((event) => {
      const { interactionId, timeStamp = 0, commitFinishTime = 0 } = event.args?.data ?? {};
      if (event.name !== 'EventTiming' || !interactionId || commitFinishTime <= timeStamp) return [];
      return [read(events, event, event.ts + (commitFinishTime - timeStamp) * 1000)];
    })
    .reduce<Answer | undefined>(
      (slowest, each) => (slowest && slowest.answer > each.answer ? slowest : each),
      undefined,
    );
}

function read(events: readonly TraceEvent[], { pid, tid, ts: from }: TraceEvent, until: number): Answer {
  const own = events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid);
  const tasks = own.filter(({ name }) => name === 'RunTask');
  const sum = (end: number) => tasks.reduce((total, task) => total + within(task, from, end), 0);
  const spent = { script: 0, layout: 0, paint: 0 };
  for (const { kind, event, self } of selfTimes(own))
    if (kind && event.ts >= from && event.ts < until) spent[kind] += self;
  return {
    answer: sum(until),
    ...spent,
    longest: Math.max(0, ...tasks.map((task) => within(task, until, Number.POSITIVE_INFINITY))),
    total: sum(Number.POSITIVE_INFINITY),
  };
}

/** The part of an event that lies within a span. */
function within({ ts, dur = 0, tdur = dur }: TraceEvent, start: number, end: number): number {
  const shared = Math.min(ts + dur, end) - Math.max(ts, start);
  return shared <= 0 ? 0 : (tdur * (shared / dur)) / 1000;
}

/** Each event's own time, without the events inside it; an event of an unknown kind counts for its parent. */
function selfTimes(events: readonly TraceEvent[]): { event: TraceEvent; kind: Kind | undefined; self: number }[] {
  const open: { event: TraceEvent; kind: Kind | undefined; self: number }[] = [];
  return [...events]
    .sort((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0))
    .map((event) => {
      while (open.length > 0 && endOf(open.at(-1)?.event) <= event.ts) open.pop();
      const parent = open.at(-1);
      const self = (event.tdur ?? event.dur ?? 0) / 1000;
      if (parent) parent.self -= self;
      const entry = { event, kind: kinds[event.name] ?? parent?.kind, self };
      open.push(entry);
      return entry;
    });
}

const endOf = (event: TraceEvent | undefined): number => (event ? event.ts + (event.dur ?? 0) : 0);
