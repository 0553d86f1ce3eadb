import { describe, expect, it } from 'vitest';
import { compileText } from '../../tools/sender-text.ts';
import { readSender } from '../../tools/senders.ts';

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
    expect(read(`${HEAD.replace('  standard: svix\n', '')}${SECRET}`)).toThrow('acme/sender.yaml:3: signature');
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
      'acme/sender.yaml:12: $tables.event',
    );
    expect(read(`${TABLES}    b: c\n${MESSAGE}{{ $tables.events.b }}{{ $tables }}\n`)).toThrow(
      'acme/sender.yaml:12: $tables',
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

  it('cannot use a table in the words of an interpolation', () => {
    expect(() => compileText('{{ "\\($tables.events.a)" }}', tables)).toThrow('$tables');
  });
});
