import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from '../../lambdas/templates/editor/highlight.ts';
import { readyMadeFor } from '../../lambdas/templates/ready-made/index.ts';
import { render } from '../../lambdas/templates/render.ts';
import { defaultMessage } from '../support/outlines.ts';

/** Pieces of templates, valid and broken. */
const piece = fc.oneof(
  fc.constantFrom(
    '{{',
    '}}',
    '{{-',
    ' -}}',
    '{{#each list}}',
    '{{#each list as $x}}',
    '{{/each}}',
    '{{#if a}}',
    '{{else}}',
    '{{else if b}}',
    '{{/if}}',
    '{{! c }}',
    '{{!-- }} --}}',
    '\\',
    '\\{{',
    '\n',
    '  ',
    'text',
    'a',
    '.a',
    '.',
    '.["k"]',
    '[0]',
    '[a > 1]',
    '$x',
    '$$',
    '$',
    '$sum(list)',
    '$string',
    '"t \\(a) t"',
    '"',
    "'",
    '`a b`',
    '`',
    '/r/',
    '//',
    '==',
    '??',
    '?:',
    ':=',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ';',
    '|',
    '!',
    '&&',
    '-',
    '+',
    '1',
    '1e400',
    '*',
    '**',
    '%',
    '^(a)',
    '@$v',
    '#$i',
    '~>',
    'function($q){$q}',
    'true',
    'and',
    '/* c */',
    '/*',
    '$print(',
    '$truncate("é🇩🇪", 1)',
    '$date(a)',
    '\ud800',
    '\u0000',
    '🇩🇪',
  ),
  fc.string({ maxLength: 4 }),
);
const template = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
const expression = fc.array(piece, { maxLength: 8 }).map((pieces) => `{{ ${pieces.join(' ')} }}`);
const payload = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.constant('{"a":1,"b":null,"list":[1,{"a":[2,3]},[4],null,"x"],"k":"v"}'),
  fc.constantFrom('[1e999,{"a":-1e999}]', '[[[[[[[[[[1]]]]]]]]]]', '{"__proto__":{"a":1}}', '"\\ud800"'),
  fc.string({ maxLength: 30 }),
);

describe('rendering any template with any call', () => {
  it('never throws, and locates every error inside the template', () => {
    fc.assert(
      fc.property(fc.oneof(template, expression), payload, (text, body) => {
        const result = render({ template: text, body });
        if ('message' in result) return;
        const { code, line, column, message } = result.error;
        expect(code).toMatch(/^[ESTD]\d{4}$/);
        expect(message).not.toBe('');
        const lines = text.split('\n');
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual((lines[line - 1] as string).length + 1);
      }),
      { numRuns: 3000 },
    );
  });

  it('shows no internals', () => {
    fc.assert(
      fc.property(fc.oneof(template, expression), payload, (text, body) => {
        const result = render({ template: text, body });
        if ('error' in result) expect(result.error.code).not.toBe('E9000');
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves no state that another render could notice', () => {
    const probe = () =>
      render({
        template: '{{ $sum([1, "x"]) }}{{a}}{{ $x }}{{ [1, 2] ~> $sum }}{{ $print(list) }}',
        body: '{"a":1,"list":[]}',
      });
    const watched = () =>
      render({
        template: '{{a}}{{ $x }}{{ [1, 2] ~> $sum }}{{ list }}{{ "x" ~> $length }}',
        body: '{"a":1,"list":[]}',
      });
    const before = [probe(), watched()];
    fc.assert(
      fc.property(fc.oneof(template, expression), payload, (text, body) => {
        const once = render({ template: text, body });
        expect(render({ template: text, body })).toEqual(once);
        expect([probe(), watched()]).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('prints text without tags unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{') && !text.endsWith('\\') && !text.endsWith('{'));
        expect(render({ template: `${text}{{! }}`, body: '' })).toEqual({ message: text.trim() });
      }),
    );
  });

  it('prints any text of the payload unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const result = render({ template: '<{{ .t }}>', body: JSON.stringify({ t: text }) });
        expect(result).toEqual({ message: `<${text}>` });
      }),
    );
  });
});

describe('any body', () => {
  it('has a default message of at most thirty lines', () => {
    const type = fc.constantFrom(
      'application/json',
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'message/rfc822',
      'application/x-www-form-urlencoded',
      '',
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: 'grapheme', maxLength: 3000 }), payload),
        type,
        (body, contentType) => {
          const message = defaultMessage({ webhookName: 'Orders', body, contentType });
          expect(message.split('\n', 1)[0]?.trim()).not.toBe('');
          expect(message.split('\n').length).toBeLessThanOrEqual(30);
          expect(() => readyMadeFor({ body, contentType })).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('highlighting any template', () => {
  it('returns ranges in order, without overlaps, inside the template', () => {
    fc.assert(
      fc.property(template, (text) => {
        let end = 0;
        for (const { from, to } of highlight(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });
});
