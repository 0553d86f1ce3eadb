import { describe, expect, it } from 'vitest';
import { answerOf, type TraceEvent } from '../../tools/interaction/trace.ts';

/** An event of the page's thread, in milliseconds: when it began, how long it was there, how long it had a processor. */
const event = (name: string, from: number, lasted: number, worked = lasted): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts: from * 1000,
  dur: lasted * 1000,
  tdur: worked * 1000,
});
const press = (at: number, pictureAt: number): TraceEvent => ({
  name: 'EventTiming',
  ph: 'b',
  pid: 1,
  tid: 1,
  ts: at * 1000,
  args: { data: { interactionId: 7, timeStamp: 5_000 + at, commitFinishTime: 5_000 + pictureAt } },
});

describe('the answer to a press', () => {
  it('counts only what the page had a processor for, until its picture was handed over', () => {
    const events = [
      press(100, 190),
      event('RunTask', 50, 20),
      event('RunTask', 110, 60, 15),
      event('RunTask', 180, 10),
    ];
    expect(answerOf(events)).toMatchObject({ answer: 25, longest: 0, total: 25 });
  });

  it('tells script, layout and paint apart, each without what it called', () => {
    const events = [
      press(0, 100),
      event('RunTask', 0, 100),
      event('EventDispatch', 0, 60),
      event('FunctionCall', 5, 50),
      event('Layout', 20, 10),
      event('something else', 21, 5),
      event('Paint', 70, 20),
    ];
    expect(answerOf(events)).toMatchObject({ answer: 100, script: 50, layout: 10, paint: 20 });
  });

  it('knows the longest piece of work that follows, and leaves other threads out', () => {
    const other = { ...event('RunTask', 60, 500), tid: 2 };
    const events = [press(0, 50), event('RunTask', 0, 40), event('RunTask', 60, 30), event('RunTask', 95, 70), other];
    expect(answerOf(events)).toMatchObject({ answer: 40, longest: 70, total: 140 });
  });

  it('is that of the slowest input, and none without a picture', () => {
    const events = [press(0, 10), event('RunTask', 0, 10), press(20, 60), event('RunTask', 20, 40)];
    expect(answerOf(events)?.answer).toBe(40);
    expect(answerOf([event('RunTask', 0, 10)])).toBeUndefined();
  });
});
