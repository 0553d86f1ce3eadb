import { describe, expect, it } from 'vitest';
import { readWide } from '../../lambdas/templates/outline/broken-json.ts';
import { outlineOf } from '../../lambdas/templates/outline/tell.ts';

const wide = (fields: number) =>
  JSON.stringify({
    event: 'order.paid',
    ...Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field_${at}`, `value ${at} of the thing`])),
  });

describe('a huge object', () => {
  it('is read no further than anybody would', () => {
    const read = readWide(wide(40_000)) as Record<string, unknown>;
    expect(Object.keys(read)).toHaveLength(500);
    expect(read.event).toBe('order.paid');
    expect(outlineOf({ body: wide(40_000) }).title).toBe('Order paid');
  });

  it('is read in full when it is huge for another reason', () => {
    expect(readWide(wide(400))).toBeUndefined();
    expect(
      readWide(JSON.stringify({ list: Array.from({ length: 40_000 }, (_, at) => at), event: 'x' })),
    ).toBeUndefined();
    const body = JSON.stringify({ text: 'x '.repeat(200_000), event: 'order.paid' });
    expect(outlineOf({ body }).title).toBe('Order paid');
  });
});
