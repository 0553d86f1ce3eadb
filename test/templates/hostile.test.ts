import { describe, expect, it } from 'vitest';
import { sandboxRig } from './support.ts';

const rig = sandboxRig();

const body = JSON.stringify({ a: 1, text: 'x', list: [1, 2, 3], empty: [] });
let webhookId = 0;
/** Renders a template in a separate webhook, so none is quarantined because of another. */
async function outcome(template: string, payload = body): Promise<string> {
  const origin = { userId: 1, webhookId: webhookId++ };
  const result = await rig.sandbox.render({ template, body: payload, webhookName: '' }, origin);
  return 'error' in result ? result.error.code : `text ${result.message}`;
}

describe('a template that runs forever', () => {
  it.each([
    ['an endless tail call', '{{ ($f := function(){ $f() }; $f()) }}', 'E2001'],
    ['two functions calling each other', '{{ ($f := function(){ $g() }; $g := function(){ $f() }; $f()) }}', 'E2001'],
    ['deep recursion', '{{ ($f := function($n){ 1 + $f($n + 1) }; $f(0)) }}', 'E2006'],
    // It reaches the limits of depth and time at nearly the same moment.
    ['the Y combinator', '{{ ($y := function($f){ $f($f) }; $y($y)) }}', 'E2006|E2001'],
    [
      'a regular expression that backtracks',
      '{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/) }}',
      'E2001',
    ],
    [
      'the same in $replace',
      '{{ $replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /(a|aa)+$/, "") }}',
      'E2001',
    ],
    [
      'the same in $contains',
      '{{ $contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a|a)*$/) }}',
      'E2001',
    ],
    ['nested ranges', '{{ $count([1..900].([1..900])) }}', 'E2007'],
    ['a quadratic $distinct', '{{ $count($distinct([1..99999].{"k": $})) }}', 'E2001'],
    ['nested loops', '{{#each [1..200]}}{{#each [1..200]}}x{{/each}}{{/each}}', 'E2008'],
    ['loops around slow expressions', '{{#each [1..9000]}}{{ $sum([1..500].($ * 2)) }}{{/each}}', 'E2001'],
    [
      'an endless reduce',
      '{{ $reduce([1..99999], function($i, $j) { $i & $string($reduce([1..9999], function($k, $l) { $k + $l })) }) }}',
      'E2001',
    ],
  ])('ends: %s', async (_, template, codes) => {
    expect(codes.split('|')).toContain(await outcome(template));
  });
});

describe('a template that uses up the memory', () => {
  it.each([
    [
      'a slow sort',
      '{{ $count($sort([1..50000], function($l, $r) { $string($l) > $string($r) })) }}',
      ['E2001', 'E2002'],
    ],
    ['a padded text', '{{ $pad("x", 1000000000) }}', ['E2002', 'E2003']],
    [
      'a doubling text',
      '{{ $x := "xxxxxxxxxxxxxxxx" }}{{ ($d := function($s, $n) { $n = 0 ? $s : $d($s & $s, $n - 1) }; $length($d($x, 40))) }}',
      ['E2002', 'E2001'],
    ],
    ['padded texts in a list', '{{ $count([1..2000].$pad("x", 1000000)) }}', ['E2002', 'E2001']],
    ['a huge range', '{{ $count([1..10000000]) }}', ['E2007']],
    [
      'a doubling list',
      '{{ ($d := function($l, $n) { $n = 0 ? $l : $d($append($l, $l), $n - 1) }; $count($d([1], 60))) }}',
      ['E2007'],
    ],
    ['many lists', '{{ $count([1..90000].{"a": [1..1000]}) }}', ['E2002', 'E2001', 'E2007']],
    [
      'shared objects that print exponentially',
      '{{ ($d := function($o, $n) { $n = 0 ? $o : $d({"a": $o, "b": $o}, $n - 1) }; $d({}, 40)) }}',
      ['E2003', 'E2006'],
    ],
    [
      'shared lists that are empty',
      '{{#if ($d := function($o, $n) { $n = 0 ? $o : $d([[$o], [$o]], $n - 1) }; $d([], 30))}}x{{/if}}',
      ['E2006', 'E2001'],
    ],
    ['an exponential alternative', `{{ ${'('.repeat(40)}a${' ?? a)'.repeat(40)} }}`, ['E2006']],
    ['a long message', '{{#each [1..9999]}}0123456789abcdef{{/each}}', ['E2003']],
  ])('ends: %s', async (_, template, codes) => {
    expect(codes).toContain(await outcome(template));
  });
});

describe('a template that is too large to compile', () => {
  it.each([
    ['too long', `{{ "${'x'.repeat(16_400)}" }}`, 'E2004'],
    ['too many tags', '{{a}}'.repeat(501), 'E2007'],
    ['too many nested blocks', `${'{{#if a}}'.repeat(11)}${'{{/if}}'.repeat(11)}`, 'E2006'],
    ['too many brackets', `{{ ${'('.repeat(8000)}1${')'.repeat(8000)} }}`, 'E2006'],
    ['too many minus signs', `{{ ${'-'.repeat(16_000)}1 }}`, 'E2006'],
    ['too many interpolations inside one another', `{{ ${'"\\('.repeat(4000)} }}`, 'E2006'],
  ])('is rejected: %s', async (_, template, code) => {
    expect(await outcome(template)).toBe(code);
  });
});

describe('a template that tries to escape the sandbox', () => {
  it.each([
    ['{{ $eval("1 + 1") }}', 'E3003'],
    ['{{ "1" ~> $eval }}', 'E3003'],
    ['{{ {"then": /a/} }}', 'text {}'],
    ['{{ ({"then": function($resolve) { $resolve(1) }}).a }}', 'text '],
    ['{{ constructor }}|{{ .["constructor"] }}|{{ $lookup($, "constructor") }}', 'text ||'],
    ['{{ `__proto__` }}|{{ $lookup($, "__proto__") }}|{{ a.`__proto__` }}', 'text ||'],
    ['{{ text.constructor }}{{ list.constructor }}{{ $sum.constructor }}', 'text '],
    ['{{ $merge([{"__proto__": {"polluted": 1}}, {}]).polluted }}{{ polluted }}', 'text '],
    ['{{ $sum.implementation }}', 'text '],
    ['{{ $spread($sum) }}', 'E3001'],
    ['{{ $lookup($sum, "implementation") }}', 'text '],
    ['{{ $keys($sum) }}{{ $type($sum) }}', 'text function'],
    ['{{ $.**.constructor }}{{ $.*.constructor }}', 'text '],
    ['{{ process }}{{ $process }}{{ globalThis }}{{ $globalThis }}{{ require }}{{ $env }}', 'text '],
    ['{{ $string($now) }}|{{ $millis.constructor }}', 'text |'],
    ['{{ $clone($$).constructor }}{{ $map(list, function($v, $i, $a) { $a.constructor }) }}', 'text '],
    ['{{ $sift($$, function($v, $k, $o) { $o.constructor }) }}', 'text '],
    ['{{ $each({"a": 1}, function($v, $k) { $k.constructor }) }}', 'text '],
    ['{{ ($ ~> |$|{"__proto__": 1}|).a }}', 'text 1'],
    ['{{ {"_jsonata_function": true} }}', 'D1013'],
  ])('finds no way out: %s', async (template, expected) => {
    expect(await outcome(template)).toBe(expected);
  });

  it.each([
    ['a function of the engine', { _jsonata_function: true, implementation: 'x' }],
    ['a lambda', { _jsonata_lambda: true, arguments: [], body: { type: 'string', value: 'x' }, environment: {} }],
    [
      'a sequence',
      { sequence: true, length: 1, outerWrapper: true, tupleStream: true, keepSingleton: true, cons: true },
    ],
    ['a promise', JSON.parse('{"then": 1, "next": 2, "toJSON": 3, "toString": 4, "valueOf": 5}')],
  ])('is not deceived by a payload that imitates %s', async (_, payload) => {
    const body = JSON.stringify({ value: payload });
    const shown = await outcome('{{ value }}', body);
    expect(shown).toBe(`text ${JSON.stringify(payload, null, 2)}`);
    expect(await outcome('{{ value() }}|{{ $value }}', body)).toMatch(/^(T1006|E9000)$/);
    expect(await outcome('{{ $type(value) }} {{ a }}', JSON.stringify({ ...payload, value: payload, a: 1 }))).toMatch(
      /^text/,
    );
  });
});

describe('the host of hostile templates', () => {
  it('still renders for everyone else', async () => {
    expect(await outcome('{{a}} {{list}}')).toBe('text 1 1, 2, 3');
    const { renders, kills } = rig.sandbox.metrics();
    expect(kills).toBeGreaterThan(0);
    expect(renders).toBeGreaterThan(kills);
  });
});
