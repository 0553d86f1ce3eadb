import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, type RouteShape, routes } from '../../lambdas/contract/routes.ts';
import jsonTestSuite from '../fixtures/json-test-suite.json' with { type: 'json' };
import naughtyStrings from '../fixtures/naughty-strings.json' with { type: 'json' };
import { startTable, type TestTable } from '../support/dynamodb.ts';
import type { TestCall } from '../support/http-event.ts';
import { captureLog } from '../support/log.ts';
import { type AccountsRig, accountsRig, appUrl, goodPassword, newUser } from './rig.ts';

captureLog();
let stand: TestTable;
let rig: AccountsRig;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  stand = await startTable();
  rig = accountsRig(stand.table);
  user = await newUser(rig, 'ada@example.com');
});
afterAll(() => stand.stop());

const writing = (Object.entries(routes) as [RouteName, RouteShape][]).filter(
  ([, { method, service }]) => service === 'accounts' && (method === 'POST' || method === 'PUT'),
);

const callTo = ({ method, path }: RouteShape, body: unknown): TestCall => ({
  method,
  path: path.replace('{id}', String(user.id)),
  route: path,
  params: { id: String(user.id) },
  headers: { authorization: `Bearer ${user.token}`, origin: appUrl, 'content-type': 'application/json' },
  cookies: [user.cookie],
  body,
});

describe.each(writing)('%s', (_, route) => {
  it('answers every document of the JSON test suite without a fault', async () => {
    for (const { name, base64 } of jsonTestSuite) {
      const { status } = await rig.call(callTo(route, Buffer.from(base64, 'base64')));
      expect(status, name).toBeLessThan(500);
    }
  });

  it('answers naughty strings in every field without a fault', async () => {
    const fields = [
      'email',
      'password',
      'current_password',
      'challenge',
      'token',
      'newPassword',
      'name',
      'message',
      'user_id',
    ];
    for (const text of naughtyStrings) {
      const body = Object.fromEntries(fields.map((field) => [field, text]));
      const { status } = await rig.call(callTo(route, body));
      expect(status, JSON.stringify(text)).toBeLessThan(500);
    }
  });
});

it('the service works on afterwards', async () => {
  expect((await rig.login('ada@example.com', goodPassword)).status).toBe(200);
});

it('naughty strings are passwords like others, and come back exactly', async () => {
  const { argon2Hasher } = await import('../../lambdas/accounts/password-hash.ts');
  for (const text of naughtyStrings.filter((each) => each.length >= 8 && each.length <= 128).slice(0, 12)) {
    const hash = await argon2Hasher.hash(text);
    expect(await argon2Hasher.verify(text, hash)).toBe(true);
  }
});
