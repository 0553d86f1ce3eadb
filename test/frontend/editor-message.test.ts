import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailSubject, userName } from '../../frontend/src/features/editor/envelope.ts';
import { limits, partsFor } from '../../frontend/src/features/editor/limits.ts';
import { targetKinds } from '../../lambdas/targets/kinds/index.ts';

const text = fc.string({ unit: fc.constantFrom(...'ab \n\t{}"\\<&>*_ßé漢😀\u0007', '\ud83d', 'https://x.test/a_b') });

describe('the length of a message', () => {
  it.each(targetKinds.map((kind) => [kind.slug, kind] as const))('is counted as %s counts it', (slug, kind) => {
    const shown = limits[slug];
    expect(shown?.max).toBe(kind.limit?.max);
    if (!kind.limit || !shown) return;
    const { cost } = kind.limit;
    fc.assert(fc.property(text, (sample) => Math.abs(shown.cost(sample) - cost(sample)) < 1e-6));
  });

  it('decides into how many parts a message is cut', () => {
    const long = 'word '.repeat(1000);
    expect(partsFor(long, 'telegram', true).parts.map(({ text: part }) => part.slice(0, 6))).toEqual([
      '(1/2) ',
      '(2/2) ',
    ]);
    expect(partsFor(long, 'telegram', true).truncated).toBe(false);
    expect(partsFor(long, 'email', true).parts).toHaveLength(1);
  });

  it('says that the end is missing where messages are not split', () => {
    const { parts, truncated } = partsFor('word '.repeat(1000), 'slack', false);
    expect(truncated).toBe(true);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.length).toBeLessThanOrEqual(3900);
    expect(parts[0]?.text.endsWith('... (truncated)')).toBe(true);
  });

  it('is counted in characters for a kind without a limit', () => {
    expect(partsFor('abc', 'mock', true)).toEqual({
      parts: [{ text: 'abc', length: 3 }],
      truncated: false,
      limit: undefined,
    });
  });
});

describe('what stands around a message', () => {
  it('is a subject of webhook and first line', () => {
    const mail = { text: '\nPaid: 3 euro\nThanks', part: 1, parts: 1, webhookName: 'Shop' };
    expect(mailSubject(mail)).toBe('Shop: Paid: 3 euro');
    expect(mailSubject({ ...mail, text: 'Shop: order' })).toBe('Shop: order');
    expect(mailSubject({ ...mail, part: 2, parts: 3 })).toBe('Shop: Paid: 3 euro (2/3)');
    expect(mailSubject({ ...mail, text: 'x'.repeat(300) })).toHaveLength(120);
  });

  it('is a name that Discord takes', () => {
    expect(userName(' Shop  floor ')).toBe('Shop floor');
    expect(userName('My Discord')).toBeUndefined();
    expect(userName('')).toBeUndefined();
  });
});
