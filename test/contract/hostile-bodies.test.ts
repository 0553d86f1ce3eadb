import { describe, expect } from 'vitest';
import { messages, type RouteMessages } from '#contract/messages';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import jsonTestSuite from '../fixtures/json-test-suite.json' with { type: 'json' };
import naughtyStrings from '../fixtures/naughty-strings.json' with { type: 'json' };
import type { LocalRun } from '../support/local-run.ts';
import { createWebhook } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Ask, type Asking, createAsking } from './asking.ts';
import { type Belongings, goodCalls, settle } from './world.ts';

let run: LocalRun;
let asking: Asking;
let ada: Belongings;
it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  ada = await settle(run);
}, 120_000);

const reads = (name: RouteName): boolean => (messages[name] as RouteMessages).request !== undefined;

/** Routes that read a body, and every eighth of those that do not. */
const writing = (Object.entries(routes) as [RouteName, RouteShape][]).filter(
  ([name, { method }], index) => /POST|PUT/.test(method) && (reads(name) || index % 8 === 0),
);

/** Routes that expect a body divide all documents and texts among them. */
const ALL_ROUTES = writing.filter(([name]) => reads(name)).length;
/** Every twelfth of these routes gets the same odd body or content type. */
const SOME_ROUTES = 12;

/**
 * The bodies that a route gets: every n-th of them, with another start for each route. So each body meets a route that
 * reads it. EVERY_BODY=1 sends all bodies to all routes.
 */
const partFor = <Body>(name: RouteName, bodies: Body[], n = ALL_ROUTES): Body[] => {
  if (process.env.EVERY_BODY) return bodies;
  const start = writing.filter(([each]) => reads(each)).findIndex(([each]) => each === name);
  return bodies.filter((_, index) => (index + start) % n === 0);
};

const TOGETHER = 8;

/** Runs up to `TOGETHER` items at a time. `asking` fails for every response outside the contract, such as 500. */
const all = async <Item>(items: Item[], one: (item: Item) => Promise<unknown>): Promise<void> => {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await one(item);
    }),
  );
};

const noFault = async (name: RouteName, how: Ask, what: string) => {
  const { status, text } = await asking.ask(name, how);
  expect(status, `${what}: ${text}`).toBeLessThan(500);
};

/** A copy of a document with `text` in place of all its texts. */
const withText = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each) => withText(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withText(each, text)]));
};

/** Bodies that have broken parsers. */
const oddBodies: Record<string, string> = {
  'a key twice': '{"name":"one","name":"two","type":"mock","type":"email"}',
  'deep lists': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'a huge number': '{"name":1e400,"id":99999999999999999999999999,"user_id":1e309,"target_ids":[9007199254740993]}',
  'a very long number': `{"user_id":${'9'.repeat(100_000)}}`,
  'NUL in a name':
    '{"name":"a\\u0000b","email":"a\\u0000@example.com","password":"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"}',
  'a raw NUL': '{"name":"a\0b"}',
  'a lone surrogate': '{"name":"\\ud800","email":"\\udfff","template":"\\ud83d","body":"\\ude00"}',
  'a lone surrogate as key': '{"\\ud800":1,"options":{"\\udc00":"x"}}',
  __proto__: '{"__proto__":{"status":"admin","polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  'inherited names':
    '{"toString":1,"hasOwnProperty":1,"valueOf":1,"then":1,"toJSON":1,"options":{"__proto__":{"x":1}}}',
  'a byte order mark': '\ufeff{"name":"x"}',
  'a bare text': '"text"',
  'a bare number': '-0',
  null: 'null',
  'two documents': '{} {}',
  'many keys': `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  'a long list of ids': `{"name":"x","target_ids":[${'1,'.repeat(50_000)}1]}`,
};

/** Content types that a body can claim. The product must not guess any of them. */
const oddTypes = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/problem+json',
  'APPLICATION/JSON ; charset="UTF-8"',
  'application/json;charset=utf-8;charset=latin1',
];

/** These routes create an item with each request, and many items would slow down later requests. */
const PILING_UP: RouteName[] = ['createWebhook', 'createTarget'];

it.each(writing)(
  '%s never returns a 5xx for a document of the JSON test suite, a naughty string in any text, an odd body or content type',
  async (name) => {
    const how = await goodCalls(run, PILING_UP.includes(name) ? await settle(run) : ada)[name]();
    const noFaultFor = (what: string, more: Ask) => noFault(name, { ...how, body: undefined, ...more }, what);
    await all(partFor(name, jsonTestSuite), (document) =>
      noFaultFor(document.name, { raw: new Uint8Array(Buffer.from(document.base64, 'base64')) }),
    );
    await all(partFor(name, naughtyStrings as string[]), (text) =>
      noFaultFor(JSON.stringify(text), { body: withText(how.body ?? {}, text) }),
    );
    await all(partFor(name, Object.entries(oddBodies), SOME_ROUTES), ([what, raw]) => noFaultFor(what, { raw }));
    const raw = new Uint8Array(Buffer.from(JSON.stringify(how.body ?? {}), 'utf16le'));
    await all(partFor(name, oddTypes, SOME_ROUTES), (contentType) => noFaultFor(contentType, { contentType, raw }));
  },
  60_000,
);

it('each document, text, odd body and content type meets a route that reads it', () => {
  const met = <Body>(bodies: Body[], n?: number) =>
    new Set(writing.filter(([name]) => reads(name)).flatMap(([name]) => partFor(name, bodies, n))).size;
  expect([met(jsonTestSuite), met(naughtyStrings as string[]), met(oddTypes, SOME_ROUTES)]).toEqual([
    jsonTestSuite.length,
    new Set(naughtyStrings as string[]).size,
    oddTypes.length,
  ]);
});

describe('after all hostile bodies', () => {
  it('the product still works, and no prototype is polluted', async () => {
    const { user, webhookUrl, targetId } = await settle(run);
    expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(202);
    const { profile } = await user.api('getUser', { id: user.userId });
    expect(profile.status).toBe('free');
    expect(JSON.stringify(await user.api('getTarget', { id: targetId }))).not.toContain('polluted');
    expect(run.output()).not.toMatch(/heap out of memory|FATAL ERROR|ended while/);
  });

  it('a name is returned exactly as it was sent', async () => {
    const { user, targetId } = ada;
    const names = partFor('updateWebhook', naughtyStrings as string[]).filter(
      (text) => text.isWellFormed() && text.trim() !== '' && text.trim().length <= 100,
    );
    const { id } = await createWebhook(run, user, [targetId]);
    for (const name of names) {
      await user.api('updateWebhook', { id, body: { name, template: name, target_ids: [targetId] } });
      const webhook = await user.api('getWebhook', { id });
      expect([webhook.name, webhook.template]).toEqual([name.trim(), name]);
    }
  }, 60_000);

  it('the last of two equal keys wins', async () => {
    const raw = '{"name":"first","type":"mock","name":"second"}';
    const { body } = await asking.ask('createTarget', { token: ada.user.token, raw });
    expect(body.name).toBe('second');
  });
});
