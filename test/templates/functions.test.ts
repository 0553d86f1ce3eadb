import { describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';

const value = (expression: string, data: unknown = {}) => {
  const result = render({ template: `X{{ ${expression} }}`, body: JSON.stringify(data) });
  return 'message' in result ? result.message.slice(1) : result.error.code;
};

describe('$date', () => {
  it.each([
    ['"2026-09-12"', '2026-09-12 00:00 UTC'],
    ['"2026-09-12T12:00:00.123456Z"', '2026-09-12 12:00 UTC'],
    ['"2026-09-12 12:00:00 UTC"', '2026-09-12 12:00 UTC'],
    ['"2026-09-12T12:00:00+02:00"', '2026-09-12 10:00 UTC'],
    ['"2026-09-12T12:00:00-0330"', '2026-09-12 15:30 UTC'],
    ['1789200000', '2026-09-12 08:00 UTC'],
    ['1789200000123', '2026-09-12 08:00 UTC'],
    ['1789200000.9', '2026-09-12 08:00 UTC'],
    ['"1789200000"', '2026-09-12 08:00 UTC'],
    ['0', '1970-01-01 00:00 UTC'],
  ])('reads %s', (input, expected) => {
    expect(value(`$date(${input})`)).toBe(expected);
  });

  it.each(['"soon"', '"2026-13-01"', '"2026-02-30"', '"12"', 'true', '1e300', '""'])(
    'returns %s unchanged',
    (input) => {
      expect(value(`$date(${input})`)).toBe(value(input));
    },
  );

  it('accepts zones by name, with daylight saving time, and by offset', () => {
    expect(value('$date("2026-01-12T12:00Z", "", "Europe/Berlin")')).toBe('2026-01-12 13:00 +01:00');
    expect(value('$date("2026-07-12T12:00Z", "", "Europe/Berlin")')).toBe('2026-07-12 14:00 +02:00');
    expect(value('$date("2026-07-12T12:00Z", "", "-03:30")')).toBe('2026-07-12 08:30 -03:30');
    expect(value('$date("2026-07-12T12:00Z", "", "UTC")')).toBe('2026-07-12 12:00 UTC');
    expect(value('$date(0, "", "Nowhere")')).toBe('E3004');
    expect(value('$date(0, "", "+99:00")')).toBe('E3004');
    expect(value('$date(0, "", $)', { toString: 1 })).toBe('E3004');
  });

  it('returns nothing for nothing', () => {
    expect(value('$date(nope)')).toBe('');
  });
});

describe('$duration', () => {
  it.each([
    [0, '0ms'],
    [999, '999ms'],
    [1000, '1s'],
    [61_000, '1m 1s'],
    [3_600_000, '1h'],
    [3_605_000, '1h'],
    [90_061_000, '1d 1h'],
    [-1500, '-1s 500ms'],
  ])('formats %d milliseconds as %s', (millis, expected) => {
    expect(value('$duration(ms)', { ms: millis })).toBe(expected);
  });

  it('reads numbers in quotes and keeps other values', () => {
    expect(value('$duration("61000")')).toBe('1m 1s');
    expect(value('$duration("long")')).toBe('long');
  });
});

describe('$truncate', () => {
  it.each([
    ['$truncate("hello", 5)', 'hello'],
    ['$truncate("hello world", 7)', 'hello…'],
    ['$truncate("hello world", 8, "...")', 'hello...'],
    ['$truncate("🇩🇪🇫🇷🇯🇵", 2)', '🇩🇪…'],
    ['$truncate("👩‍👩‍👧‍👦 family", 3)', '👩‍👩‍👧‍👦…'],
    ['$truncate("ééé", 2)', 'é…'],
    ['$truncate("hello", 0)', ''],
    ['$truncate("hello", 1)', 'h'],
    ['$truncate(12345, 3)', '12…'],
    ['$truncate(nope, 3)', ''],
  ])('%s → %s', (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe('printing', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1/3', '0.333333333333333'],
    ['123456789.123456789', '123456789.123457'],
    ['1e-7', '1e-7'],
    ['{"n": 0.1 + 0.2, "f": $sum, "m": nope, "l": [], "o": {}}', '{\n  "n": 0.3,\n  "l": [],\n  "o": {}\n}'],
    ['[1, "a", true, null, "", [2]]', '[\n  1,\n  "a",\n  true,\n  null,\n  "",\n  [\n    2\n  ]\n]'],
    ['[$sum, $max]', '[]'],
    ['$print([1, null, "x"]) & "!"', '1, x!'],
    ['$print($sum)', 'E3001'],
    ['[1/0]', 'E3002'],
  ])('%s → %s', (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe('$plain', () => {
  it('converts markup to words, and keeps plain text and other values', () => {
    expect(value('$plain("**Bold** and [a link](https://x.example/a)")')).toBe('Bold and a link (https://x.example/a)');
    expect(value('$plain("<p>one</p><p>two</p>")')).toBe('one\n\ntwo');
    expect(value('$plain("snake_case_name 2 > 1")')).toBe('snake_case_name 2 > 1');
    expect(value('$plain(7)')).toBe('7');
    expect(value('$plain(nothing)')).toBe('');
  });
});

describe('functions of the engine', () => {
  it('report their own place when applied by ~>, not that of an earlier call', () => {
    render({ template: '{{ "x" }}                    {{ $sum([1, 2]) }}', body: '{}' });
    const result = render({ template: '{{ "a" ~> $sum }}', body: '{}' });
    expect(result).toEqual({ error: expect.objectContaining({ code: 'T0412', column: 8 }) });
  });

  it('can be applied partially, helpers included', () => {
    expect(value('["abcdef", "x"].$substring($, 0, 3)')).toBe('abc, x');
    expect(value('($short := $truncate(?, 3); $short("abcdef"))')).toBe('ab…');
  });

  it('do not change the payload', () => {
    const template = '{{ $count(list{"k": $}) }}|{{ list }}|{{ $count(list) }}';
    expect(render({ template, body: '{"list":[]}' })).toMatchObject({ message: expect.stringMatching(/\|\|0$/) });
  });
});
