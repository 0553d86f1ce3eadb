import { describe, expect, it } from 'vitest';
import { isFieldPath } from '../../lambdas/contract/answer.ts';
import { fingerprintOf } from '../../lambdas/invocations/fingerprint.ts';
import type { IncomingCall } from '../../lambdas/model/invocation.ts';

const FIELDS = ['event.id', 'event.kind'];

const call = (body: unknown, over: Partial<IncomingCall> = {}): IncomingCall => ({
  route: 'a-route',
  method: 'POST',
  query: '',
  headers: { 'content-type': 'application/json' },
  ip: '203.0.113.7',
  ...over,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

const same = (one: IncomingCall, other: IncomingCall, fields: readonly string[] = FIELDS): boolean =>
  fingerprintOf(one, fields) === fingerprintOf(other, fields);

const event = (over: object = {}) => call({ event: { id: 'evt-7', kind: 'paid', ...over }, sent_at: Math.random() });

describe('two calls with the same values in the chosen fields', () => {
  it('are duplicates, regardless of differences in body, query, method and delivery id', () => {
    expect(same(event(), event({ note: 'again' }))).toBe(true);
    const body = { event: { kind: 'paid', id: 'evt-7' }, try: 2 };
    expect(same(event(), call(body, { method: 'PUT', query: 'try=2', headers: { 'webhook-id': 'msg-2' } }))).toBe(true);
  });

  it('are not duplicates if one value differs, even if only in its type', () => {
    for (const over of [{ id: 'evt-8' }, { kind: 'refunded' }]) expect(same(event(), event(over))).toBe(false);
    expect(same(event({ id: 7 }), event({ id: '7' }))).toBe(false);
    expect(same(event({ id: true }), event({ id: 'true' }))).toBe(false);
  });

  it('are not duplicates if values only join to the same text', () => {
    expect(same(event({ id: 'a","b', kind: 'c' }), event({ id: 'a', kind: 'b","c' }))).toBe(false);
    expect(same(call({ a: '1', b: '23' }), call({ a: '12', b: '3' }), ['a', 'b'])).toBe(false);
  });

  it('are distinct from those of previously chosen fields', () => {
    const one = call({ a: 'x', b: 'x' });
    expect(fingerprintOf(one, ['a'])).not.toBe(fingerprintOf(one, ['b']));
  });

  it('can have fields in lists by their position, and under names with dots', () => {
    expect(same(call({ items: [{ id: 1 }, 0] }), call({ items: [{ id: 1 }, 5] }), ['items.0.id'])).toBe(true);
    expect(same(call({ items: [{ id: 1 }] }), call({ items: [{ id: 2 }] }), ['items.0.id'])).toBe(false);
    expect(same(call({ 'ce.id': 'x', n: 1 }), call({ 'ce.id': 'x', n: 2 }), ['ce.id'])).toBe(true);
  });

  it('can be forms', () => {
    const form = (text: string) => call(text, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(same(form('MessageSid=SM1&try=1'), form('MessageSid=SM1&try=2'), ['MessageSid'])).toBe(true);
    expect(same(form('MessageSid=SM1'), form('MessageSid=SM2'), ['MessageSid'])).toBe(false);
    expect(same(form('a=1&a=2&try=1'), form('a=1&a=3&try=1'), ['a'])).toBe(false);
  });
});

describe('calls that lack one of the fields', () => {
  const whole = (body: unknown, other: unknown) => {
    // As without fields, a call equals itself and nothing else.
    expect(fingerprintOf(call(body), FIELDS)).toBe(fingerprintOf(call(body)));
    expect(same(call(body), call(other))).toBe(false);
  };

  it.each([
    ['a missing field', { event: { kind: 'paid' }, n: 1 }, { event: { kind: 'paid' }, n: 2 }],
    ['null', { event: { id: null, kind: 'paid' }, n: 1 }, { event: { id: null, kind: 'paid' }, n: 2 }],
    ['an object', { event: { id: {}, kind: 'paid' }, n: 1 }, { event: { id: {}, kind: 'paid' }, n: 2 }],
    ['a list', { event: { id: [1], kind: 'paid' }, n: 1 }, { event: { id: [1], kind: 'paid' }, n: 2 }],
    ['a list in place of its parent', { event: [{ id: 1, kind: 'paid' }] }, { event: [{ id: 1, kind: 'paid' }, 2] }],
    ['a fraction', { event: { id: 0.1, kind: 'paid' }, n: 1 }, { event: { id: 0.1, kind: 'paid' }, n: 2 }],
    ['a text as the whole body', '"evt-7"', '"evt-8"'],
    ['no JSON', 'event.id=evt-7', 'event.id=evt-7 '],
    ['nothing at all', '', ' '],
    ['JSON that is cut off', '{"event":{"id":"evt-7","kind":"paid"}', '{"event":{"id":"evt-7","kind":"paid"'],
  ])('are compared as a whole: %s', (_what, body, other) => whole(body, other));

  it('are compared as a whole if an id is too large a number to be exact', () => {
    const of = (id: string) => `{"event":{"id":${id},"kind":"paid"}}`;
    whole(of('9007199254740993'), of('9007199254740992'));
  });

  it('are compared as a whole if they are too large to be parsed', () => {
    const large = (n: number) => ({ event: { id: 'evt-7', kind: 'paid' }, text: 'x'.repeat(262_144), n });
    whole(large(1), large(2));
  });

  it('never match properties that every object has', () => {
    for (const path of ['constructor.name', '__proto__.id', 'toString', 'length'])
      expect(same(call({ n: 1 }), call({ n: 2 }), [path])).toBe(false);
    expect(same(call([1]), call([2]), ['length'])).toBe(false);
  });

  it('can have an endlessly nested body', () => {
    const deep = `{"event":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(fingerprintOf(call(deep), FIELDS)).toBe(fingerprintOf(call(deep)));
  });
});

describe('a path to a field', () => {
  it.each(['id', 'event.id', 'items.0.id', 'X-Id', 'a b.c d', 'größe', '$id'])('can be %s', (path) =>
    expect(isFieldPath(path)).toBe(true),
  );

  it.each(['', ' ', '.', 'a.', '.a', 'a..b', ' a', 'a ', 'a. b', `${'a'.repeat(201)}`])('cannot be “%s”', (path) =>
    expect(isFieldPath(path)).toBe(false),
  );
});
