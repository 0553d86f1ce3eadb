import { describe, expect, it } from 'vitest';
import { readJson } from '../../lambdas/http/json-body.ts';
import jsonTestSuite from '../fixtures/json-test-suite.json' with { type: 'json' };
import naughtyStrings from '../fixtures/naughty-strings.json' with { type: 'json' };
import { httpEvent, send } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { recordingApi, signedIn } from './api.ts';

captureLog();

const post = (body: unknown, headers: Record<string, string> = {}) => {
  const api = recordingApi();
  return send(api.handler, { method: 'POST', path: '/targets', headers: { ...signedIn, ...headers }, body }).then(
    // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of every shape.
    (answer) => ({ ...answer, request: api.calls[0]?.request as any }),
  );
};

describe('a JSON body', () => {
  it('reaches the handler with defaults filled in and unknown keys dropped', async () => {
    const { request } = await post({ name: ' Team ', type: 'mock', status: 'active', user_id: 1 });
    expect(request).toEqual({ name: 'Team', type: 'mock', enabled: true, options: {} });
  });

  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json-patch+json',
  ])('is rejected with 415 as %s', async (type) => {
    const { status } = await post('{"name":"a","type":"mock"}', { 'content-type': type as string });
    expect(status).toBe(415);
  });

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'is accepted as %s',
    async (type) => {
      expect((await post('{"name":"a","type":"mock"}', { 'content-type': type })).request).toBeDefined();
    },
  );

  it('has the value of the last of two equal keys', async () => {
    const { request } = await post('{"name":"first","type":"mock","name":"last"}');
    expect(request).toMatchObject({ name: 'last' });
  });

  it('cannot change a prototype', async () => {
    const { request } = await post(
      '{"name":"a","type":"mock","__proto__":{"polluted":1},"options":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(request.options.polluted).toBeUndefined();
    expect(Object.getPrototypeOf(request.options)).toBe(Object.prototype);
  });

  it('has no key that would set a prototype when copied', () => {
    const body = '{"a":{"__proto__":{"x":1},"\\u005f_proto__":{"x":1},"b":2}}';
    const read = readJson(httpEvent({ method: 'POST', path: '/targets', body })) as { a: object };
    expect(Object.keys(read.a)).toEqual(['b']);
  });

  it('is rejected above 1.25 MiB with 413, in text and in bytes', async () => {
    const large = JSON.stringify({ name: 'a', type: 'mock', options: { note: 'x'.repeat(1.25 * 1024 * 1024) } });
    expect((await post(large)).status).toBe(413);
    expect((await post(Buffer.from(large))).status).toBe(413);
  });

  it('is measured in bytes, not in characters', async () => {
    const large = JSON.stringify({ name: 'a', type: 'mock', options: { note: 'ü'.repeat(0.7 * 1024 * 1024) } });
    expect((await post(large)).status).toBe(413);
  });

  it('is rejected above 64 levels of nesting, before any recursion', async () => {
    const nested = (depth: number) =>
      `{"name":"a","type":"mock","options":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect((await post(nested(62))).request).toBeDefined();
    const { status, body } = await post(nested(100_000));
    expect(status).toBe(400);
    expect(body.detail).toContain('nested more than 64 levels');
  });

  it('can have any number of brackets inside strings', async () => {
    const { request } = await post({ name: '[{\\"'.repeat(20), type: 'mock', options: { a: '['.repeat(500) } });
    expect(request).toBeDefined();
  });

  it('is rejected if it is not UTF-8 or contains a lone surrogate', async () => {
    expect((await post(Buffer.from('7b226e616d65223a22ff227d', 'hex'))).status).toBe(400);
    expect((await post('{"name":"\\ud800","type":"mock"}')).status).toBe(400);
    expect((await post('{"name":"a","type":"mock","options":{"\\udfff":1}}')).status).toBe(400);
  });

  it('names each invalid field by its path and says why', async () => {
    const { status, body } = await post({ name: '', type: 7, enabled: 'true', options: [] });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['name', 'type', 'enabled', 'options']);
    expect(body.detail).toBe('A name is required');
  });

  it.each([
    [{}, 'name is missing'],
    [{ name: 'a' }, 'type is missing'],
    [{ name: 7, type: 'mock' }, 'name must be of type string, not number'],
    [[], 'The body must be of type object, not array'],
  ])('says in one sentence why %j is invalid', async (value, detail) =>
    expect((await post(value)).body.detail).toBe(detail),
  );

  it('is never quoted in a response', async () => {
    const secret = 'correct horse battery staple';
    for (const text of [`{"name": "${secret}`, `{"name": ["${secret}"], "type": 1}`, `"${secret}"`])
      expect(JSON.stringify((await post(text)).body)).not.toContain(secret);
  });
});

describe('hostile documents', () => {
  it.each(jsonTestSuite)('$name causes no 5xx', async ({ base64, expect: expected }) => {
    for (const body of [Buffer.from(base64, 'base64'), Buffer.from(base64, 'base64').toString('utf8')]) {
      const { status, body: answer } = await post(body);
      expect(status).toBe(400);
      if (expected === 'invalid' && body instanceof Buffer) expect(answer.errors[0].path).toBe('');
    }
  });

  it('naughty strings are data in every field', async () => {
    for (const text of naughtyStrings) {
      const { status, request } = await post({ name: text, type: 'mock', options: { [text]: text } });
      expect([204, 201, 400]).toContain(status);
      if (request) expect(request.name).toBe(text.trim());
    }
  });
});
