import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
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

const KEY = { name: 'Laptop', scopes: ['read'] };
const headers = (token = ada.token) => ({ authorization: `Bearer ${token}` });
const start = async (name = 'tellhook on laptop') => (await rig.post('/keys/requests', { name })).body;
const path = (code: string, more = '') => ({
  path: `/keys/requests/${code}${more}`,
  route: `/keys/requests/{id}${more}`,
  params: { id: code },
});
const look = (code: string, token?: string) => rig.call({ method: 'GET', ...path(code), headers: headers(token) });
const answer = (code: string, key: object | null = KEY, token?: string) =>
  rig.call({ method: 'POST', ...path(code, '/answer'), headers: headers(token), body: JSON.stringify({ key }) });
const take = ({ code, secret }: { code: string; secret: string }) => rig.post('/keys/requests/take', { code, secret });

describe('a program that requests a key', () => {
  it('gets one that a user approved, once', async () => {
    const asked = await start();
    expect(asked.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect((await take(asked)).body).toEqual({ state: 'waiting' });
    expect((await look(asked.code)).body).toMatchObject({ name: 'tellhook on laptop', ip: '203.0.113.5' });
    expect((await answer(asked.code, { ...KEY, expires_in_days: 30 })).status).toBe(204);
    const { body } = await take(asked);
    expect(body).toMatchObject({ state: 'ready', key: { name: 'Laptop', scopes: ['read'] } });
    expect(body.key.key).toMatch(/^thk_/);
    expect((await take(asked)).status).toBe(404);
    const { keys } = (await rig.call({ method: 'GET', path: '/keys', headers: headers() })).body;
    expect(keys).toHaveLength(1);
  });

  it('gets the key in only one of many concurrent requests', async () => {
    const asked = await start();
    await answer(asked.code);
    const told = await Promise.all(Array.from({ length: 8 }, () => take(asked)));
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(told.filter(({ status }) => status === 404)).toHaveLength(7);
    expect((await rig.call({ method: 'GET', path: '/keys', headers: headers() })).body.keys).toHaveLength(1);
  });

  it('sees a rejection once, and then nothing more', async () => {
    const asked = await start();
    expect((await answer(asked.code, null)).status).toBe(204);
    expect((await take(asked)).body).toEqual({ state: 'refused' });
    expect((await take(asked)).status).toBe(404);
  });

  it("gets nothing by the code alone, and cannot end another program's request", async () => {
    const [asked, other] = [await start(), await start()];
    await answer(asked.code);
    for (const secret of ['', 'x', other.secret, asked.secret.slice(0, -1), asked.secret.toUpperCase()])
      expect((await take({ code: asked.code, secret })).status).toBe(404);
    expect((await take({ code: other.code, secret: asked.secret })).status).toBe(404);
    expect((await take(asked)).body.state).toBe('ready');
  });

  it('has ten minutes, both for the answer and for the key', async () => {
    const [late, slow] = [await start(), await start()];
    await answer(slow.code);
    rig.pass(600);
    expect((await answer(late.code)).status).toBe(404);
    expect((await look(late.code)).status).toBe(404);
    expect((await take(late)).status).toBe(404);
    expect((await take(slow)).status).toBe(404);
  });

  it('gets none from an account that was deleted or whose password has changed since', async () => {
    const [first, second] = [await start(), await start()];
    await answer(first.code);
    const change = { current_password: 'plum-carousel-77', password: otherPassword };
    const { body } = await rig.user('PUT', ada.id, ada.token, change);
    expect((await take(first)).status).toBe(404);
    await answer(second.code, KEY, body.access_token);
    await rig.user('DELETE', ada.id, body.access_token);
    expect((await take(second)).status).toBe(404);
  });

  it('leaves no code, secret or key in table and log', async () => {
    const [taken, waiting] = [await start(), await start()];
    await answer(taken.code);
    const scan = async () =>
      JSON.stringify((await rig.table.client.send(new ScanCommand({ TableName: rig.table.name }))).Items);
    const before = await scan();
    const { key } = (await take(taken)).body;
    const seen = before + (await scan()) + JSON.stringify(logged());
    for (const secret of [taken.code, taken.code.replace('-', ''), taken.secret, waiting.code, waiting.secret, key.key])
      expect(seen).not.toContain(secret);
    expect(seen).toContain('request for a key allowed');
  });
});

describe('a user who answers', () => {
  it('can type the code in any form, but only a code', async () => {
    const { code } = await start();
    const [left, right] = code.split('-');
    for (const typed of [code.toLowerCase(), `${left}${right}`, `${left} ${right}`])
      expect((await look(typed)).status, typed).toBe(200);
    for (const typed of ['AEIO-UAEI', 'BBBB-BBBB']) expect((await look(typed)).status, typed).toBe(404);
    for (const typed of ['BBBB', '1234-5678', 'BCDF-GHJK-LMNP']) expect((await look(typed)).status, typed).toBe(400);
  });

  it('answers once, and the request is hidden from others afterwards', async () => {
    const bob = await newUser(rig, 'bob@example.com');
    const asked = await start();
    const answers = await Promise.all([
      answer(asked.code),
      answer(asked.code, KEY, bob.token),
      answer(asked.code, null),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await look(asked.code)).status).toBe(404);
    expect((await answer(asked.code)).status).toBe(404);
  });

  it('has to be signed in: API keys and visitors cannot answer', async () => {
    const asked = await start();
    await answer(asked.code, { name: 'All', scopes: ['read', 'write', 'send'] });
    const { key } = (await take(asked)).body;
    const other = await start();
    expect((await answer(other.code, KEY, key.key)).body).toMatchObject({ status: 403, code: 'key-not-allowed' });
    expect((await answer(other.code, KEY, 'nobody')).status).toBe(401);
  });

  it("sees a reached limit or another account's webhooks before the program does", async () => {
    const asked = await start();
    const post = () => rig.post('/keys', KEY, { headers: headers() });
    expect((await answer(asked.code, { ...KEY, webhook_ids: [4242] })).body.errors[0].path).toBe('webhook_ids');
    await post();
    await post();
    expect((await answer(asked.code)).body.code).toBe('key-limit-reached');
    expect((await take(asked)).body).toEqual({ state: 'waiting' });
  });
});

describe('guessing', () => {
  it('codes is counted per user, including right ones, without affecting others', async () => {
    const few = accountsRig(await stand.another(), {
      throttles: { keyCodePerUser: { limit: 5, windowSeconds: 3600 } },
    });
    const [eve, bob] = [await newUser(few, 'eve@example.com'), await newUser(few, 'bob@example.com')];
    const asked = (await few.post('/keys/requests', { name: 'x' })).body;
    const ask = (token: string, code: string) => few.call({ method: 'GET', ...path(code), headers: headers(token) });
    for (let tries = 0; tries < 5; tries += 1) expect((await ask(eve.token, 'BBBB-BBBB')).status).toBe(404);
    expect((await ask(eve.token, asked.code)).status).toBe(429);
    expect((await ask(bob.token, asked.code)).status).toBe(200);
  });

  it('is not helped by requesting many codes, because an address has an hourly limit', async () => {
    const few = accountsRig(await stand.another(), {
      throttles: { keyRequestPerAddress: { limit: 3, windowSeconds: 3600 } },
    });
    const asked = [];
    for (let tries = 0; tries < 5; tries += 1) asked.push((await few.post('/keys/requests', { name: 'x' })).status);
    expect(asked).toEqual([201, 201, 201, 429, 429]);
  });

  it('has 20 to the power of 8 codes to try, all equally likely', async () => {
    const letters = new Map<string, number>();
    for (let count = 0; count < 200; count += 1)
      for (const letter of (await start()).code.replace('-', '')) letters.set(letter, (letters.get(letter) ?? 0) + 1);
    expect(letters.size).toBe(20);
    expect(Math.min(...letters.values())).toBeGreaterThan(30);
    expect(Math.max(...letters.values())).toBeLessThan(140);
  });
});
