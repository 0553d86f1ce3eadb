import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { complete } from '../../lambdas/templates/editor/complete.ts';
import { diagnose } from '../../lambdas/templates/editor/diagnose.ts';
import { functions } from '../../lambdas/templates/editor/functions.ts';
import { highlight } from '../../lambdas/templates/editor/highlight.ts';
import { render } from '../../lambdas/templates/render.ts';

const sample = {
  body: JSON.stringify({
    repo: 'acme/web',
    user: { login: 'octo', 'x-id': 7 },
    items: [
      { name: 'build', tags: [{ label: 'red' }] },
      { name: 'test', ms: 900 },
    ],
  }),
  headers: { 'X-Event': 'push' },
  method: 'POST',
};

/** Completes a template at its `|`. */
function at(marked: string) {
  const cursor = marked.indexOf('|');
  const template = marked.replace('|', '');
  const found = complete(template, cursor, sample);
  return found && { typed: template.slice(found.from, cursor), labels: found.options.map(({ label }) => label) };
}

describe('highlighting', () => {
  const words = (template: string) =>
    highlight(template).map(({ from, to, type }) => `${type}:${template.slice(from, to)}`);

  it('colours tags, blocks and expressions', () => {
    expect(words('a {{#each items as $i}}{{ $sum(x) + 1 }}{{/each}}')).toEqual([
      'tag:{{',
      'keyword:#each',
      'name:items',
      'keyword:as',
      'variable:$i',
      'tag:}}',
      'tag:{{',
      'function:$sum',
      'operator:(',
      'name:x',
      'operator:)',
      'operator:+',
      'number:1',
      'tag:}}',
      'tag:{{',
      'keyword:/each',
      'tag:}}',
    ]);
  });

  it('colours interpolated texts and comments', () => {
    expect(words('{{! note }}{{ "a \\(b) c" }}')).toEqual([
      'comment:{{! note }}',
      'tag:{{',
      'string:"a ',
      'tag:\\(',
      'name:b',
      'tag:)',
      'string: c"',
      'tag:}}',
    ]);
  });

  it('colours an expression without tags and a template that is not finished', () => {
    expect(words('repo & true')).toEqual(['name:repo', 'operator:&', 'constant:true']);
    expect(words('x {{ user.lo')).toEqual(['tag:{{', 'name:user', 'operator:.', 'name:lo']);
  });

  it('ignores escaped tags', () => {
    expect(highlight('\\{{ no }} text')).toEqual([]);
  });
});

describe('diagnostics', () => {
  it('names every broken expression with its place', () => {
    const found = diagnose('{{ a + }}\n{{ ok }} {{ b c }}');
    expect(found.map(({ from, code }) => [from, code])).toEqual([
      [7, 'S0207'],
      [24, 'S0201'],
    ]);
    expect(found[1]?.text).toMatch(/^Line 2, column 15: Syntax error: "c" \(S0201\)\n/);
  });

  it('reports a broken structure first', () => {
    expect(diagnose('{{#each items}}{{ a + }}').map(({ code }) => code)).toEqual(['E1004']);
  });

  it('shows what fails with the current call', () => {
    expect(diagnose('{{ repo + 1 }}', sample)).toEqual([
      expect.objectContaining({ severity: 'error', code: 'T2001', from: 8, to: 9 }),
    ]);
  });

  it('warns of values missing in the call', () => {
    expect(diagnose('{{repo}} {{nope}}', sample)).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'W1', from: 9, to: 17 }),
    ]);
  });

  it.each([
    ['a condition that compares what is missing', '{{#if nope = "x"}}a{{/if}}', 'W2', 'nope'],
    ['the same on the other side and by another sign', '{{#if "x" == user.nope}}a{{/if}}', 'W2', 'user'],
    [
      'an else if',
      '{{#if repo}}{{else if nope > 3}}a{{/if}}{{#if $not(repo)}}{{else if nope > 3}}b{{/if}}',
      'W2',
      'nope',
    ],
    ['nothing to repeat', '{{#each nope}}a{{/each}}', 'W3', 'nope'],
    ['a single brace', '{{repo}} by {user.login}', 'W4', '{user.login}'],
    ['a single brace with a dollar', '{{repo}} by $'.concat('{repo} {{repo}}'), 'W4', '$'],
  ])('warns of silent mistakes: %s', (_, template, code, marked) => {
    const found = diagnose(template, sample);
    expect(found.map((each) => each.code)).toEqual([code]);
    expect(template.slice(found[0]?.from).startsWith(marked)).toBe(true);
    expect(found[0]).toMatchObject({
      severity: 'warning',
      text: expect.stringMatching(/^Line 1, column \d+: .+ \(W\d\)$/),
    });
  });

  it.each([
    '{{#if repo = "x"}}a{{/if}}',
    '{{#if nope}}a{{/if}}',
    '{{#if items[nope = 1]}}a{{/if}}{{#if $exists(nope) = true}}b{{/if}}',
    '{{#each nope}}a{{else}}none{{/each}}',
    '{{repo}} {"a": 1} \\{repo}',
    '{{ {"a": repo} }}',
  ])('does not warn of intended use: %s', (template) => expect(diagnose(template, sample)).toEqual([]));

  it('says nothing about an empty or a good template', () => {
    expect(diagnose('  ')).toEqual([]);
    expect(diagnose('{{repo}}', sample)).toEqual([]);
  });
});

describe('completion', () => {
  it('offers the fields of the payload, then variables and functions', () => {
    const found = at('{{ re| }}');
    expect(found?.typed).toBe('re');
    expect(found?.labels.slice(0, 3)).toEqual(['repo', 'user', 'items']);
    expect(found?.labels).toContain('$headers');
    expect(found?.labels).toContain('$join');
  });

  it('offers the fields behind a path, quoted where needed', () => {
    expect(at('{{ user.| }}')).toEqual({ typed: '', labels: ['login', '`x-id`'] });
    expect(at('{{ .user.lo| }}')).toEqual({ typed: 'lo', labels: ['login', '`x-id`'] });
    expect(at('{{ repo & items[0].n| }}')).toEqual({ typed: 'n', labels: ['name', 'tags', 'ms'] });
    expect(at('{{ $headers.| }}')).toEqual({ typed: '', labels: ['`x-event`'] });
  });

  it('offers the fields of the item inside a loop', () => {
    expect(at('{{#each items}}{{| }}{{/each}}')?.labels.slice(0, 3)).toEqual(['name', 'tags', 'ms']);
    expect(at('{{#each items}}{{#each tags as $t}}{{ $t.| }}')?.labels).toEqual(['label']);
    expect(at('{{#each items}}{{ $$.us| }}')?.labels).toEqual(['repo', 'user', 'items']);
    expect(at('{{#each items}}{{/each}}{{ | }}')?.labels[0]).toBe('repo');
    expect(at('{{#each items}}{{ $i| }}')?.labels).toContain('$index');
    expect(at('{{ $i| }}')?.labels).not.toContain('$index');
  });

  it('offers block words, and the block to close', () => {
    expect(at('{{#| }}')).toEqual({ typed: '', labels: ['each', 'if', 'title', 'place', 'facts', 'buttons'] });
    expect(at('{{#each items}}{{#if ok}}{{/| }}')).toEqual({ typed: '', labels: ['if'] });
  });

  it('works inside an interpolated text and without tags', () => {
    expect(at('{{ "by \\(user.|) now" }}')?.labels).toEqual(['login', '`x-id`']);
    expect(at('user.|')?.labels).toEqual(['login', '`x-id`']);
  });

  it('offers nothing in text, comments and strings, and after an operand', () => {
    for (const marked of ['te|xt {{repo}}', '{{! re| }}', '{{ "re|" }}', '{{ repo | }}'])
      expect(at(marked)).toBeUndefined();
  });

  it('knows exactly the engine’s functions', () => {
    for (const name of Object.keys(functions)) {
      expect(render({ template: `{{ $type($${name}) }}`, body: '{}' })).toEqual({ message: 'function' });
    }
    const engine = readFileSync(createRequire(import.meta.url).resolve('jsonata/jsonata.js'), 'utf8');
    const builtIn = new Set([...engine.matchAll(/staticFrame\.bind\('(\w+)'/g)].map(([, name]) => name));
    expect(builtIn.size).toBeGreaterThan(50);
    expect([...builtIn].filter((name = '') => name !== 'eval' && !Object.hasOwn(functions, name))).toEqual([]);
  });
});
