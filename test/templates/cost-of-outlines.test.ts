import { describe, expect, it } from 'vitest';
import calls from '../../integrations/senders/cal-com/calls.json' with { type: 'json' };
import { readWide } from '../../lambdas/templates/outline/broken-json.ts';
import { outlineOf } from '../../lambdas/templates/outline/outline-of.ts';
import { loadRichWriter } from '../../lambdas/templates/rich/load.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';

const wide = (fields: number) =>
  JSON.stringify({
    event: 'order.paid',
    ...Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field_${at}`, `value ${at} of the thing`])),
  });

loadRichWriter();

const [example] = calls;
/** A call of a known sender whose rich title contains a visitor's name. */
const booked = (name: string) =>
  JSON.parse(JSON.stringify(example?.body).replaceAll('"name":"Ada Buyer"', `"name":"${name}"`));

describe('a huge object', () => {
  it('is read only up to a limit', () => {
    const read = readWide(wide(40_000)) as Record<string, unknown>;
    expect(Object.keys(read)).toHaveLength(500);
    expect(read.event).toBe('order.paid');
    expect(outlineOf({ body: wide(40_000) }).title).toBe('Order paid');
  });

  it('is read in full if only a single text is huge', () => {
    expect(readWide(wide(400))).toBeUndefined();
    expect(
      readWide(JSON.stringify({ list: Array.from({ length: 40_000 }, (_, at) => at), event: 'x' })),
    ).toBeUndefined();
    const body = JSON.stringify({ text: 'x '.repeat(200_000), event: 'order.paid' });
    expect(outlineOf({ body }).title).toBe('Order paid');
  });
});

describe('deeply nested objects', () => {
  const nested = (width: number, levels = 2) => {
    const part = (depth: number): unknown =>
      depth === 0
        ? { amount: 'none', note: 'x' }
        : Object.fromEntries(Array.from({ length: width }, (_, at) => [`part_${at}`, part(depth - 1)]));
    return JSON.stringify({ event: 'order.paid', order: part(levels) });
  };
  const cpuMs = (work: () => unknown) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  // The best of twenty runs, because other processes use the CPU, and the first runs are not compiled. The ratio was 5
  // to 30. Reading everything for each field took 400 times as long, and reading each nested object 100 times. A run
  // that took less than `enoughMs` is not repeated.
  const best = (work: () => unknown, enoughMs = 0) => {
    let quickest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 20 && quickest >= enoughMs; run++) quickest = Math.min(quickest, cpuMs(work));
    return quickest;
  };

  it.each([
    [80, 2],
    [30, 3],
    [13, 4],
    [8, 5],
  ])('take little longer than parsing them: %i wide, %i deep', (width, levels) => {
    const body = nested(width, levels);
    outlineOf({ body: nested(10) });
    const parsing = Math.max(
      2,
      best(() => JSON.parse(body)),
    );
    const limit = parsing * 40;
    expect(best(() => outlineOf({ body }), limit)).toBeLessThan(limit);
  });

  it.each([
    ['a sender of signs', { title: 'Deploy', sender: '='.repeat(60_000) }],
    ['a sender of pairs', { title: 'Deploy', sender: 'a=b,'.repeat(15_000) }],
    ['a title of spaces', booked(`Eve${' '.repeat(60_000)}x`)],
  ])('and so does %s, plain and rich', (_, call) => {
    const body = JSON.stringify(call);
    for (const format of ['plain', 'rich'] as const) {
      const limit = 200;
      expect(
        best(
          () =>
            withoutTemplate({ headers: {}, method: 'POST', body, contentType: 'application/json' }, 'Builds', {
              format,
            }),
          limit,
        ),
      ).toBeLessThan(limit);
    }
  });
});
