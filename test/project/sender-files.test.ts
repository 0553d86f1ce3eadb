import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';
import { compileText } from '../../tools/sender-text.ts';
import { readSender, senderIndices } from '../../tools/senders.ts';

const HEAD = 'name: Acme\nsignature:\n  source: acme.example\n  standard: svix\n';
const SECRET = 'secret:\n  way: chosen\n  where: There.\n  called: Secret\n';
const TABLES = 'name: Acme\nwhen:\n  headers:\n    x-acme: true\ntables:\n  events:\n';
const MESSAGE = 'messages:\n  - id: acme-event\n    label: Event\n    template: |-\n      ';
const read = (text: string) => () => readSender(text, 'acme/sender.yaml');

describe('an error in a sender file', () => {
  it('is reported with the line of a value that is not allowed', () => {
    expect(read(HEAD + SECRET.replace('chosen', 'sent'))).toThrow('acme/sender.yaml:6: secret.way');
  });

  it('is reported with the line of an unknown key', () => {
    expect(read(`${HEAD}${SECRET}  place: Here.\n`)).toThrow('acme/sender.yaml:9: secret.place');
  });

  it('is reported with the line of a header in capitals', () => {
    const signature = 'signature:\n  source: acme.example\n  at:\n    header: X-Acme\n    encoding: hex\n';
    expect(read(`name: Acme\n${signature}${SECRET}`)).toThrow('acme/sender.yaml:5: signature.at.header');
  });

  it('is reported with the line of a missing or repeated signature', () => {
    expect(read(`${HEAD.replace('  standard: svix\n', '')}${SECRET}`)).toThrow('acme/sender.yaml:2: signature');
  });

  it('is reported with the line of broken YAML', () => {
    expect(read('secret:\n  way: [chosen\n')).toThrow(/^acme\/sender\.yaml:\d+: /);
  });

  it('is reported with the line that is too long', () => {
    const file = (length: number) => `${HEAD}${SECRET}  note: ${'a'.repeat(length - '  note: '.length)}\n`;
    expect(read(file(250))).not.toThrow();
    expect(read(file(251))).toThrow('acme/sender.yaml:9: ');
  });

  it('is reported with the line of an unknown table', () => {
    expect(read(`${TABLES}    b: c\n${MESSAGE}{{ $lookup($tables.event, type) }}\n`)).toThrow(
      'acme/sender.yaml:12: messages.0.template: $tables.event ',
    );
    expect(read(`${TABLES}    b: c\n${MESSAGE}{{ $tables.events.b }}{{ $tables }}\n`)).toThrow(
      'acme/sender.yaml:12: messages.0.template: $tables ',
    );
  });

  it('is reported with the line of an empty, repeated or unused table', () => {
    const use = `${MESSAGE}{{ $lookup($tables.events, type) }}\n`;
    expect(read(`${TABLES.replace('events:', 'events: {}')}${use}`)).toThrow('acme/sender.yaml:6: tables.events');
    expect(read(`${TABLES}    b: c\n  events:\n    d: e\n${use}`)).toThrow('acme/sender.yaml:8: ');
    expect(read(`${TABLES}    b: c\n  kinds:\n    d: e\n${use}`)).toThrow('acme/sender.yaml:8: tables.kinds');
  });

  it('is reported with the line of a repeated event, or of words that are not a text', () => {
    const use = `${MESSAGE}{{ $lookup($tables.events, type) }}\n`;
    expect(read(`${TABLES}    b: c\n    b: d\n${use}`)).toThrow('acme/sender.yaml:8: ');
    expect(read(`${TABLES}    4: c\n    "4": d\n${use}`)).toThrow('acme/sender.yaml:8: ');
    expect(read(`${TABLES}    b: c\n    d: 1\n${use}`)).toThrow('acme/sender.yaml:8: tables.events.d');
  });
});

describe('a sender file', () => {
  const WHEN = 'name: Acme\nwhen:\n  headers:\n    x-acme: true\n';
  const file = (template = '{{ type }}', when = WHEN) => `${when}${MESSAGE}${template}\n`;
  const complete = (content: string) => `${content}group: code\ndocs: https://acme.example/\n`;
  const tables = (row: string) =>
    file('{{ $lookup($tables.events, type) }}', `${WHEN}tables:\n  events:\n    ${row}: a\n`);

  it.each([
    ['an alias bomb', 'name: &a [b, b]\nwhen: &c [*a, *a]\ntables: [*c, *c]\n', 1],
    ['an anchor', file().replace('Event', '&a Event'), 7],
    ['an unknown alias', file().replace('Event', '*a'), 7],
    ['a merged map', file('x', 'name: Acme\nwhen:\n  <<: {headers: {x-acme: true}}\n'), 3],
    ['a script tag', file().replace('Event', '!!js/function a'), 7],
    ['a custom tag', file().replace('Event', '!acme a'), 7],
    ['a standard tag', file().replace('Event', '!!str a'), 7],
    ['a tab', file().replace('  headers', '\theaders'), 3],
    ['a second document', `${file()}---\nname: B\n`, 10],
    ['an unknown directive', `%ACME a\n---\n${file()}`, 1],
    ['a key that is a list', file().replace('x-acme', '[a, b]'), 4],
    ['a number for a text', file().replace('Event', '5'), 7],
    ['a text that no one sees', file().replace('Event', '" "'), 7],
    ['a text that reverses its neighbours', file().replace('Event', '"a\\u202Eb"'), 7],
    ['an unknown key', `${file()}more: true\n`, 10],
    ['a row for the prototype', tables('__proto__'), 7],
    ['a repeated message', `${file()}${MESSAGE.replace('messages:\n', '')}b\n`, 10],
    ['a script for a page', `docs: javascript:alert(1)\n${file()}`, 1],
    ['an insecure page', `docs: http://acme.example/\n${file()}`, 1],
    ['a page behind an account', `docs: https://acme.example@b.example/\n${file()}`, 1],
    ['a condition for every call', file('x', 'name: Acme\nwhen: {}\n'), 2],
    ['one empty condition of several', file('x', 'name: Acme\nwhen:\n  - fields: {a: b}\n  - fields: {}\n'), 2],
    ['no condition', file('x', 'name: Acme\nwhen: []\n'), 2],
    ['only an exception', file().replace('true', '"!a"'), 2],
    ['a prefix of every text', file().replace('true', '"*"'), 2],
    ['a list of no values', file().replace('true', '[]'), 4],
    ['a path with brackets', file().replace('headers', 'fields').replace('x-acme', '"a[0].b"'), 4],
    ['an expression that ends too early', file('a\n      {{ b & }}'), 10],
    ['a block that is not closed', file('a\n\n      {{#if b}}c'), 11],
    ['an unknown function', file('a\n      {{ $upper(b) }}'), 10],
    ['a rule that ends too early', `${file()}    subject:\n      key: a &\n`, 11],
    ['a rule with braces', `${file()}    subject:\n      key: '{{ a }}'\n`, 11],
    ['facts with an error', `${file()}    facts: |-\n      A: {{ b }}\n      B: {{ c. }}\n`, 12],
    ['no page', `group: code\n${file()}`, 1],
    ['no group', `docs: https://acme.example/\n${file()}`, 1],
    ['a table in a text', tables('b').replace('type)', '"\\($tables.events.b)")'), 12],
  ])('with %s is reported with its line', (_, content, line) => {
    expect(read(content)).toThrow(new RegExp(`^acme/sender\\.yaml:${line}: .`));
  });

  it('is reported with all its mistakes', () => {
    expect(read(`${file('{{ a & }}').replace('Event', '5')}more: true\n`)).toThrow(/yaml:7: .*\n.*yaml:10: /);
  });

  it.each(['constructor', 'prototype', 'toString'])('can have a row for the event %s', (row) => {
    const [message] = readSender(complete(tables(row)), 'acme/sender.yaml').messages ?? [];
    const template = compileText(message?.template ?? '', { events: { [row]: 'told' } });
    expect(render({ template, body: JSON.stringify({ type: row }) })).toMatchObject({ message: 'told' });
    expect(render({ template, body: '{"type":"valueOf"}' })).toMatchObject({ message: '' });
  });

  it('can define a function', () => {
    expect(read(complete(file('{{ $f := function($g, $x) { $g($x) } }}{{ $f($uppercase, a) }}')))).not.toThrow();
  });
});

describe('a shelf of senders', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const YAML = `name: Acme\ngroup: code\ndocs: https://acme.example/\nwhen:\n  headers:\n    x-acme: true\n${MESSAGE}{{ type }}\n`;
  const CALL = '{"id":"acme-event","headers":{"x-acme":"1"},"body":{"type":"a"},"message":["a"]}';
  const shelf = (files: Record<string, string>) => () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-shelf-'));
    folders.push(folder);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    return senderIndices(folder);
  };
  const acme = { 'acme/sender.yaml': YAML, 'acme/calls.json': `[\n${CALL}\n]\n` };

  it('is read if everything is complete', () => {
    expect(shelf(acme)).not.toThrow();
  });

  it.each([
    ['no calls', { 'acme/sender.yaml': YAML }, 'senders/acme/calls.json is missing'],
    ['no description', { 'acme/calls.json': '[]' }, 'senders/acme/sender.yaml is missing'],
    [
      'a message without a call',
      { ...acme, 'acme/calls.json': '[]' },
      'acme/calls.json:1: No call has the id acme-event',
    ],
    ['a broken call', { ...acme, 'acme/calls.json': `[\n${CALL}\n` }, 'acme/calls.json:3: '],
    ['a comma too many', { ...acme, 'acme/calls.json': `[\n${CALL.replace('1"}', '1",}')}\n]` }, 'acme/calls.json:2: '],
    ['an unquoted text', { ...acme, 'acme/calls.json': `[\n${CALL},\nx]` }, 'acme/calls.json:3: '],
    [
      'a call of no message',
      { ...acme, 'acme/calls.json': `[\n${CALL},\n${CALL.replace('acme-event', 'acme')}]` },
      'acme/calls.json:3: 1.id',
    ],
    ['a folder in capitals', { ...acme, 'Acme/sender.yaml': YAML }, 'senders/Acme/'],
    [
      'two senders of one name',
      { ...acme, 'other/sender.yaml': YAML.replace('Acme', 'ACME'), 'other/calls.json': '[]' },
      'senders/other/sender.yaml:1: name: ',
    ],
    ['a broken sample', { ...acme, 'acme/sample.json': '{\n"a": b}' }, 'senders/acme/sample.json:2: '],
  ])('is not read with %s', (_, files, mistake) => {
    expect(shelf(files)).toThrow(`integrations/${mistake.startsWith('senders/') ? '' : 'senders/'}${mistake}`);
  });
});

describe('a new sender', () => {
  it.each([
    ['Acme', 'x', 'Acme is not a slug.'],
    ['github', 'x', 'github already has a folder.'],
    ['acme', 'none.json', 'none.json doesn’t exist.'],
    ['acme', import.meta.filename, `${import.meta.filename}:`],
  ])('is not begun from %s %s', (slug, file, answer) => {
    const root = path.resolve(import.meta.dirname, '../..');
    const ended = spawnSync(process.execPath, ['tools/new-sender.ts', slug, file], { cwd: root, encoding: 'utf8' });
    expect(ended.stderr).toMatch(new RegExp(`^${answer}`));
    expect(ended.stderr).not.toContain('node:internal');
    expect(ended.status).toBe(1);
  });
});

describe('the texts of a sender file', () => {
  const tables = { events: { 'order.paid': 'paid "now"', 404: 'gone' } };

  it.each([
    ['{{ $lookup($tables.events, type) }}', '{{ $lookup({"404":"gone","order.paid":"paid \\"now\\""}, type) }}'],
    ['$tables.events.`404`', '{"404":"gone","order.paid":"paid \\"now\\""}.`404`'],
  ])('contain the table in place of its name: %s', (text, compiled) => {
    expect(compileText(text, tables)).toBe(compiled);
  });

  it.each([
    ['a\n{{ b\n    ? c\n    : d -}}\ne', 'a\n{{ b ? c : d -}}\ne'],
    ['{{#if\n  a}}b{{else if\n  c}}d{{/if}}', '{{#if a}}b{{else if c}}d{{/if}}'],
    ['{{ $f(\n  a,\n  [\n    b\n  ]\n) }}', '{{ $f(a, [b]) }}'],
    ['{{ "a\n b" & /c\n d/ & `e\n f` }}', '{{ "a\n b" & /c\n d/ & `e\n f` }}'],
    ['a\n  ? b\n  : c', 'a ? b : c'],
  ])('have each tag on one line, and no other change: %j', (text, compiled) => {
    expect(compileText(text, {})).toBe(compiled);
  });
});
