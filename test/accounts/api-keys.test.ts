import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdsSecretValue } from '#contract/secret-values';
import { keyVerifier } from '../../lambdas/accounts/verify-key.ts';
import { apiKeyStore } from '../../lambdas/adapters/dynamodb/api-key-store.ts';
import { hashOfKey, newApiKey, userOfKey } from '../../lambdas/model/api-key.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, newUser, otherPassword } from './rig.ts';

const logged = captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
let ada: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
  ada = await newUser(rig, 'ada@example.com');
});

const IP = '192.0.2.1';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const create = (body: object = { name: 'Laptop', scopes: ['read'] }, token = ada.token) =>
  rig.post('/keys', body, { headers: bearer(token) });
/** Signs in again, because the first token may have expired. */
const freshToken = async (password?: string) =>
  (await rig.login('ada@example.com', password)).body.access_token as string;
const list = async (password?: string) =>
  (await rig.call({ method: 'GET', path: '/keys', headers: bearer(await freshToken(password)) })).body;
const revoke = (id: string) =>
  rig.call({ method: 'DELETE', path: `/keys/${id}`, route: '/keys/{id}', params: { id }, headers: bearer(ada.token) });

/** A process that verifies keys, and the number of its table requests. */
const processOf = () => {
  const store = apiKeyStore(rig.table);
  const asked = { reads: 0, writes: 0 };
  const verify = keyVerifier(
    {
      find: (...ids) => {
        asked.reads += 1;
        return store.find(...ids);
      },
      noteUse: (...use) => {
        asked.writes += 1;
        return store.noteUse(...use);
      },
    },
    rig.ports.clock,
  );
  return { verify, asked };
};

describe('an API key', () => {
  it('names its user, regardless of the id, and reveals typing errors without a look-up', () => {
    for (const id of [1, 62, 2 ** 47, Number.MAX_SAFE_INTEGER]) expect(userOfKey(newApiKey(id))).toBe(id);
    const key = newApiKey(7);
    expect(key).toMatch(/^thk_[0-9A-Za-z]{47}$/);
    for (let place = 4; place < key.length; place += 1) {
      const typo = `${key.slice(0, place)}${key[place] === 'x' ? 'y' : 'x'}${key.slice(place + 1)}`;
      expect(userOfKey(typo)).toBeUndefined();
    }
    for (const other of ['', 'thk_', key.slice(0, -1), `${key}0`, key.replace('thk', 'abc')])
      expect(userOfKey(other)).toBeUndefined();
  });

  it('is shown once; afterwards table, list and log contain none of it', async () => {
    const { status, headers, body } = await create({ name: ' Laptop ', scopes: ['read', 'send'] });
    expect([status, headers.location]).toEqual([201, `/api/keys/${body.id}`]);
    expect(body).toMatchObject({ name: 'Laptop', scopes: ['read', 'send'], hint: `…${body.key.slice(-4)}` });
    const { Items } = await rig.table.client.send(new ScanCommand({ TableName: rig.table.name }));
    const seen = JSON.stringify([Items, await list(), logged()]);
    expect(seen).toContain(hashOfKey(body.key));
    expect(seen).not.toContain(body.key.slice(0, -4));
    expect(holdsSecretValue(`key: ${body.key}`), 'is masked where it stands in a call').toBe(true);
  });

  it('grants its scopes for its account with one read per request, regardless of the number of keys', async () => {
    const { key, id } = (await create()).body;
    const { verify, asked } = processOf();
    await verify(key, IP);
    for (const owner of await Promise.all(Array.from({ length: 300 }, () => verify(key, IP))))
      expect(owner).toMatchObject({ userId: ada.id, keyId: id, scopes: ['read'] });
    expect(asked.reads).toBe(301);
  });

  it('records its last use to the hour, with one write per hour', async () => {
    const { key } = (await create()).body;
    const { verify, asked } = processOf();
    for (let minute = 0; minute < 59; minute += 1) {
      await verify(key, IP);
      rig.pass(60);
    }
    expect(asked.writes).toBe(1);
    expect((await list()).keys[0].last_used_at).toBe('2026-03-01T12:00:00.000Z');
    rig.pass(120);
    await verify(key, IP);
    expect((await list()).keys[0].last_used_at).toBe('2026-03-01T13:00:00.000Z');
  });

  /** Changes the password. Returns the new access token. */
  const newPassword = async (): Promise<string> =>
    (await rig.user('PUT', ada.id, ada.token, { current_password: 'plum-carousel-77', password: otherPassword })).body
      .access_token;

  it.each([
    ['it is revoked', (id: string) => revoke(id)],
    ['its account has a new password', newPassword],
    ['its account is deleted', () => rig.user('DELETE', ada.id, ada.token)],
    ['its time is over', async () => rig.pass(86_400)],
  ])('gives no access in any process, even a busy one, as soon as %s', async (_, end) => {
    const { key, id } = (await create({ name: 'CI', scopes: ['read'], expires_in_days: 1 })).body;
    const processes = [processOf(), processOf()];
    for (const { verify } of processes) for (let call = 0; call < 3; call += 1) await verify(key, IP);
    rig.pass(86_400 - 120);
    ada.token = await freshToken();
    for (const { verify } of processes) expect(await verify(key, IP)).toMatchObject({ keyId: id });
    await end(id);
    for (const { verify } of [...processes, processOf()]) expect(await verify(key, IP)).toBeUndefined();
  });

  it('is no longer listed after a password change, and can be created again', async () => {
    await create();
    const token = await newPassword();
    expect((await list(otherPassword)).keys).toEqual([]);
    const { key, id } = (await create(undefined, token)).body;
    expect(await processOf().verify(key, IP)).toMatchObject({ keyId: id });
  });

  it('can be revoked once', async () => {
    const { id } = (await create()).body;
    expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([204, 404]);
  });

  it('of another user id does not exist, even if it is well-formed', async () => {
    await create();
    expect(await processOf().verify(newApiKey(ada.id), IP)).toBeUndefined();
    expect(await processOf().verify(newApiKey(ada.id + 1), IP)).toBeUndefined();
  });

  it('has a limit of look-ups per address, which does not affect others', async () => {
    const { verify, asked } = processOf();
    const tries = await Promise.allSettled(Array.from({ length: 150 }, () => verify(newApiKey(ada.id), IP)));
    const refused = tries.filter(({ status }) => status === 'rejected');
    expect(refused[0]).toMatchObject({ reason: { code: 'throttled' } });
    expect(asked.reads).toBeLessThan(120);
    expect(await verify((await create()).body.key, '192.0.2.2')).toBeDefined();
  });

  it('counts as invented again once it has ended', async () => {
    const { key, id } = (await create()).body;
    const { verify, asked } = processOf();
    await verify(key, IP);
    await revoke(id);
    await Promise.allSettled(Array.from({ length: 20 }, () => verify(key, IP)));
    await Promise.allSettled(Array.from({ length: 150 }, () => verify(key, IP)));
    expect(asked.reads).toBeLessThan(150);
  });

  it('gives no access to the account itself', async () => {
    const { key } = (await create({ name: 'All', scopes: ['read', 'write', 'send'] })).body;
    expect((await create(undefined, key)).body).toMatchObject({ status: 403, code: 'key-not-allowed' });
    expect((await rig.user('GET', ada.id, key)).body).toMatchObject({ status: 403, code: 'key-not-allowed' });
  });
});

describe('the number of keys', () => {
  it('is limited by the plan, even for keys created at the same moment', async () => {
    const made = await Promise.all([create(), create(), create(), create()]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
    const { keys, max_keys } = await list();
    expect([keys.length, max_keys]).toEqual([2, 2]);
    expect(made.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'key-limit-reached' });
  });

  it('excludes ended keys', async () => {
    for (const name of ['one', 'two']) await create({ name, scopes: ['read'], expires_in_days: 1 });
    rig.pass(86_400);
    ada.token = await freshToken();
    expect((await list()).keys).toHaveLength(2);
    expect((await create()).status).toBe(201);
    expect((await list()).keys.map(({ name }: { name: string }) => name)).toEqual(['Laptop']);
  });

  it.each([
    [{ scopes: ['read'] }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['read', 'read'] }],
    [{ name: 'x', scopes: ['admin'] }],
    [{ name: 'x', scopes: ['read'], expires_in_days: 0 }],
  ])('is not raised by %j', async (body) => expect((await create(body)).status).toBe(400));
});
