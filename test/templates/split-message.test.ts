import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitMessage } from '../../lambdas/templates/split-message.ts';
import { units } from '../../lambdas/templates/units.ts';

const utf16 = { cost: units.utf16, split: true };

describe('splitting a message', () => {
  it('keeps a text that fits', () => {
    expect(splitMessage('short', { max: 10, ...utf16 })).toEqual({ parts: ['short'], truncated: false });
  });

  it('numbers the parts within the limit', () => {
    const { parts } = splitMessage('aaaa bbbb cccc', { max: 11, ...utf16 });
    expect(parts).toEqual(['(1/3) aaaa', '(2/3) bbbb', '(3/3) cccc']);
  });

  it('prefers to cut at a blank line, then a line, then a sentence, then a word', () => {
    const pad = 'x'.repeat(30);
    const first = (text: string) => splitMessage(text, { max: 66, ...utf16 }).parts[0]?.slice(6);
    expect(first(`${pad} a. b\nc d\n\ne f g h i j k l m n o p q r s t u v w`)).toBe(`${pad} a. b\nc d`);
    expect(first(`${pad} a. b\nc d e. f g h i j k l m n o p q r s t u v w x y z`)).toBe(`${pad} a. b`);
    expect(first(`${pad} a. b c d e f g h i j k l m n o p q r s t u v w x y z`)).toBe(`${pad} a.`);
    expect(first(`${pad} a b c d e f g h i j k l m n o p q r s t u v w x y z`)).toBe(
      `${pad} a b c d e f g h i j k l m n o`,
    );
  });

  it('closes an open code fence and reopens it with its info string', () => {
    const text = `before\n\`\`\`js\n${'let a = 1;\n'.repeat(12)}\`\`\`\nafter`;
    const { parts } = splitMessage(text, { max: 80, ...utf16 });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[1]).toMatch(/^\(2\/\d\)\n```js\nlet a = 1;\n/);
    for (const part of parts) expect(part.match(/^```/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
  });

  it('keeps the indentation of the line after a cut', () => {
    const { parts } = splitMessage(`${'k: v\n'.repeat(8)}    deep: 1\n    deep: 2`, { max: 45, ...utf16 });
    expect(parts.join('\n')).toContain('\n    deep: 2');
  });

  it('stops at twenty parts and says so', () => {
    const { parts, truncated } = splitMessage('word '.repeat(1000), { max: 50, ...utf16 });
    expect(parts).toHaveLength(20);
    expect(truncated).toBe(true);
    expect(parts[0]).toMatch(/^\(1\/20\) word/);
    expect(parts[19]).toMatch(/^\(20\/20\) .*\.\.\. \(truncated\)$/);
  });

  it('cuts to one part when splitting is off', () => {
    const result = splitMessage('word '.repeat(100), { max: 50, cost: units.utf16, split: false });
    expect(result).toEqual({ parts: ['word word word word word word word... (truncated)'], truncated: true });
  });

  it('puts the mark on its own line after a closed fence', () => {
    const text = `\`\`\`\n${'code\n'.repeat(50)}\`\`\``;
    const { parts } = splitMessage(text, { max: 60, cost: units.utf16, split: false });
    expect(parts[0]).toMatch(/code\n```\n\.\.\. \(truncated\)$/);
  });

  it('makes no part that contains only whitespace', () => {
    const { parts } = splitMessage(`start${' '.repeat(500)}\n${' '.repeat(500)}end`, { max: 100, ...utf16 });
    for (const part of parts) expect(part.replace(/^\(\d+\/\d+\)\s/, '').trim()).not.toBe('');
  });
});

describe('the cost of text', () => {
  it('in Slack counts entities', () => {
    expect(units.entitiesEscaped('a<b>&c')).toBe('a&lt;b&gt;&amp;c'.length);
  });
});

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '&<>&',
    '👩‍👩‍👧‍👦',
    '🇩🇪🇫🇷🇯🇵',
    'e\u0301',
    '\n',
    '\n\n',
    '. ',
    ' ',
    '"\\"',
    '\t',
    'कि',
    '```',
    '```js\n',
  ),
);
const text = fc.array(word, { minLength: 20, maxLength: 400 }).map((words) => words.join(''));
/** Excludes the card's unit, in which a single line break exceeds the small limits used here. */
const unit = fc.constantFrom(units.utf16, units.entitiesEscaped, units.markdownEscaped, units.utf8Bytes);
const body = (part: string) => part.replace(/^\(\d+\/\d+\)[ \n]/, '');

describe('any text in any unit', () => {
  it('is split into parts within the limit, and only whitespace is lost', () => {
    fc.assert(
      fc.property(text, unit, fc.integer({ min: 120, max: 900 }), (whole, cost, max) => {
        const { parts, truncated } = splitMessage(whole, { max, cost, split: true, maxParts: 500 });
        for (const part of parts) expect(cost(part)).toBeLessThanOrEqual(max);
        expect(truncated).toBe(false);
        if (whole.includes('```')) return;
        const joined = parts.length === 1 ? whole : parts.map(body).join('');
        expect(joined.replaceAll(/\s/g, '')).toBe(whole.replaceAll(/\s/g, ''));
      }),
      { numRuns: 300 },
    );
  });

  it('never breaks a grapheme', () => {
    const segmenter = new Intl.Segmenter();
    fc.assert(
      fc.property(text, unit, fc.integer({ min: 150, max: 900 }), (whole, cost, max) => {
        const { parts } = splitMessage(whole.replaceAll('`', ''), { max, cost, split: true, maxParts: 500 });
        if (parts.length === 1) return;
        const clusters = new Set([...segmenter.segment(whole.replaceAll('`', ''))].map(({ segment }) => segment));
        for (const part of parts) {
          for (const { segment } of segmenter.segment(body(part))) {
            if (segment.trim() !== '') expect(clusters.has(segment)).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has balanced code fences in each part', () => {
    fc.assert(
      fc.property(text, unit, fc.integer({ min: 150, max: 900 }), (whole, cost, max) => {
        const fenced = `intro\n\`\`\`sql\n${whole.replaceAll('`', '')}\n\`\`\`\nend`;
        const { parts } = splitMessage(fenced, { max, cost, split: true, maxParts: 500 });
        for (const part of parts) expect((part.match(/^ {0,3}```/gm) ?? []).length % 2).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('is cut within the limit when splitting is off', () => {
    fc.assert(
      fc.property(text, unit, fc.integer({ min: 120, max: 900 }), (whole, cost, max) => {
        const { parts, truncated } = splitMessage(whole, { max, cost, split: false });
        expect(parts).toHaveLength(1);
        expect(cost(parts[0] as string)).toBeLessThanOrEqual(max);
        expect(truncated).toBe(cost(whole) > max);
      }),
      { numRuns: 200 },
    );
  });
});

describe('UTF-8 bytes', () => {
  it('count JSON escapes by their size in the body, and other characters by their bytes', () => {
    expect(units.utf8Bytes('a-ü€😀')).toBe(1 + 1 + 2 + 3 + 4);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const cost = units.utf8Bytes(text);
        expect(cost).toBeGreaterThanOrEqual(Buffer.byteLength(text));
        expect(cost).toBeGreaterThanOrEqual(((Buffer.byteLength(JSON.stringify(text)) - 2) * 4096) / 7000 - 0.001);
      }),
    );
  });
});
