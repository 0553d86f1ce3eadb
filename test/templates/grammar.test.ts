import { describe, expect, it } from 'vitest';
import { ownError } from '../../lambdas/templates/errors.ts';
import { formatError, formatErrorWithoutValues } from '../../lambdas/templates/format-error.ts';
import { render } from '../../lambdas/templates/render.ts';

const body = JSON.stringify({
  a: 1,
  ok: true,
  no: false,
  list: [1, 2],
  text: 'geheim',
  nested: { deep: { x: 'y' } },
  'a`b': 'tick',
});
const message = (template: string) => {
  const result = render({ template, body });
  return 'message' in result ? result.message : `${result.error.code} ${result.error.line}:${result.error.column}`;
};

describe('whitespace around tags', () => {
  it('drops a line that holds only one block tag or comment, with its line break', () => {
    expect(message('x\n  {{#if ok}}  \ny\n\t{{/if}}\nz')).toBe('x\ny\nz');
    expect(message('x\r\n{{! note }}\r\ny')).toBe('x\r\ny');
    expect(message('x\n{{!-- two\nlines --}}\ny')).toBe('x\ny');
    expect(message('x\n{{#if no}}\na\n{{else}}\nb\n{{/if}}\ny')).toBe('x\nb\ny');
  });

  it('keeps a line with a value, text or two tags', () => {
    expect(message('x\n{{nope}}\ny')).toBe('x\n\ny');
    expect(message('x\n{{#if ok}}{{/if}}\ny')).toBe('x\n\ny');
    expect(message('x\n- {{#if ok}}\nb{{/if}}')).toBe('x\n- \nb');
  });

  it('removes all whitespace next to a dash and a space', () => {
    expect(message('a \n\n {{- a -}} \n\n b')).toBe('a1b');
    expect(message('a \n {{- #if ok -}} \n b \n {{- /if -}} \n c')).toBe('abc');
    expect(message('a {{-a}} b')).toBe('a -1 b');
    expect(message('{{#if no}}x{{else -}}  y{{/if}}')).toBe('y');
  });
});

describe('tags', () => {
  it('can contain spaces anywhere', () => {
    expect(message('{{ # if  ok }}yes{{ else }}no{{ / if }}')).toBe('yes');
    expect(message('{{#each list as $n}}{{ $n }}{{ /each }}')).toBe('12');
  });

  it('treat text that resembles a regular expression or an else as an expression', () => {
    expect(message('{{ $replace("abc", /b\\}\\}/, "") }}|{{ $contains("each/", /each\\// ) }}')).toBe('abc|true');
    expect(render({ template: '{{ else.x }}', body: '{"else":{"x":1}}' })).toEqual({ message: '1' });
  });

  it('end after comments, strings, names and brackets that hide their end', () => {
    expect(message('{{ /* }} */ a }}{{ "}}" }}{{ `}}` }}{{ {"k": {"l": 1}}.k.l }}')).toBe('1}}1');
  });

  it('report their errors', () => {
    expect(message('{{else}}')).toBe('E1006 1:1');
    expect(message('{{#if a}}{{else}}{{else}}{{/if}}')).toBe('E1006 1:18');
    expect(message('{{#each list}}{{else if a}}{{/each}}')).toBe('E1006 1:15');
    expect(message('x {{/foo}}')).toBe('E1005 1:5');
    expect(message('{{! never')).toBe('E1001 1:1');
    expect(message('{{#if}}x{{/if}}')).toBe('E1002 1:1');
    expect(message('{{ "\\()" }}')).toBe('E1002 1:5');
    expect(message('line\n{{#if a}}')).toBe('E1004 2:1');
    expect(message('{{ $date(0, "", "Mars/Base") }}')).toBe('E3004 1:9');
    expect(message('{{ $match("a", /(/) }}')).toBe('S0302 1:16');
  });
});

describe('names bound in a template', () => {
  it('last to the end of their block', () => {
    expect(message('{{ $x := 1 }}{{#if ok}}{{ $x := 2 }}{{$x}}{{/if}}{{$x}}')).toBe('21');
    expect(message('{{ $f := function($v) { $v + 1 } }}{{#each list}}{{ $f($) }} {{/each}}')).toBe('2 3');
    expect(message('$x := 5')).toBe('5');
  });

  it('reach inner loops, while $$ and $root stay the payload', () => {
    const template =
      '{{#each list as $n}}{{#each $$.list as $m}}{{ $n * $m }},{{/each}}{{ $root.a }}{{ $$.a }};{{/each}}';
    expect(message(template)).toBe('1,2,11;2,4,11;');
  });
});

describe('sugar', () => {
  it('reads keys in brackets', () => {
    expect(message('{{ nested["deep"]["x"] }}{{ .["nested"].deep.x }}{{ $["nested"]["deep"].x }}')).toBe('yyy');
    expect(message('{{ .["a`b"] }}')).toBe('tick');
    expect(message('{{ a ? ["x"] : ["y"] }}{{ list[$ == 2] }}')).toBe('x2');
  });

  it('reads a dot as the context', () => {
    expect(message('{{ .list[1] }}{{ list.($ + 1) }}{{ $map(list, function($v) { $v }).{"v": .} ~> $count() }}')).toBe(
      '22, 32',
    );
    expect(render({ template: '{{ . + 1 }}|{{ . / 2 }}|{{ .[0] }}', body: '4' })).toEqual({ message: '5|2|4' });
  });

  it('nests interpolations', () => {
    expect(message('"a \\(nested.deep.x & "b \\(a)") c"')).toBe('a yb 1 c');
  });
});

describe('a message that is too long', () => {
  it('is an error, regardless of the cause', () => {
    const long = JSON.stringify({ text: 'x'.repeat(102_000) });
    expect(render({ template: '{{text}}', body: long })).toHaveProperty('message');
    expect(render({ template: `{{text}}${'y'.repeat(1000)}`, body: long })).toMatchObject({ error: { code: 'E2003' } });
    expect(render({ template: '{{text}}\n{{text}}', body: long })).toMatchObject({
      error: { code: 'E2003', line: 2, column: 3 },
    });
  });
});

describe('hints', () => {
  const hintOf = (template: string) => {
    const result = render({ template, body });
    return 'error' in result ? result.error.hint : result.warnings?.[0]?.hint;
  };

  it('explain habits from other template languages', () => {
    expect(hintOf('{{ list | length }}')).toContain('Pipes are not supported');
    expect(hintOf('{{ a || no }}')).toContain('"or"');
    expect(hintOf('{{ a && no }}')).toContain('"and"');
    expect(hintOf('{{ !ok }}')).toContain('$not');
    expect(hintOf('{{ a // 1 }}')).toContain('??');
    expect(hintOf('Hello World')).toContain('quotes');
    expect(hintOf('nothing')).toContain('quotes');
  });
});

describe('an error’s text', () => {
  it('has the place, the message, the code and the hint', () => {
    const error = { code: 'T2001', message: 'Not a number', line: 2, column: 14 };
    expect(formatError(error)).toBe('Line 2, column 14: Not a number (T2001)');
    expect(formatError({ ...error, hint: 'Use &.' })).toBe('Line 2, column 14: Not a number (T2001)\nUse &.');
    expect(formatError(ownError('E1000'))).toBe('Line 1, column 1: The template is empty (E1000)');
  });

  it.each([
    '{{ $error(text) }}',
    '{{ $assert(false, text) }}',
    '{{ $number(text) }}',
    '{{ $toMillis(text) }}',
    '{{ {"k": {text: 1, $string(text): 2}} }}',
    '{{ -text }}',
    '{{ text < 1 }}',
    '{{ [text, 1]^($) }}',
    '{{ $formatBase(1, $length(text) * 100) }}',
    '{{ $decodeUrl("%" & text) }}',

    '{{ $formatInteger(1, text) }}',
    '{{ {text: 1, "geheim": 2} }}',
    '{{ {list[0]: 1} }}',
    '{{ text ~> |$|list| }}',
  ])('can leave out quotes of the payload: %s', (template) => {
    const result = render({ template, body });
    if (!('error' in result)) throw new Error(`${template} has no error`);
    expect(formatErrorWithoutValues(result.error)).not.toContain('geheim');
    expect(formatErrorWithoutValues(result.error)).toMatch(/^Line 1, column \d+: .+ \([A-Z]\d{4}\)/);
  });
});

describe('warnings', () => {
  it('name each value tag without a value once, also in a loop', () => {
    const result = render({ template: '{{#each list}}{{nope}}{{/each}}\n{{ nested.nope }}{{ null }}', body });
    expect(result).toEqual({
      message: '',
      warnings: [
        { code: 'W1', line: 1, column: 15 },
        { code: 'W1', line: 2, column: 1 },
      ],
    });
  });
});
