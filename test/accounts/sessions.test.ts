import { beforeEach, describe, expect, it } from 'vitest';
import { userHash } from '../../lambdas/platform/log.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, appUrl, cookieOf, newUser } from './rig.ts';

const logged = captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

const DAY = 86_400;

describe('refreshing', () => {
  it('exchanges the cookie for a new one and an access token', async () => {
    const user = await newUser(rig, 'ada@example.com');
    rig.pass(60);
    const answer = await rig.refresh(user.cookie, user.id);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['access_token']);
    expect(await rig.verifyAccessToken(answer.body.access_token)).toEqual({ userId: user.id });
    expect(cookieOf(answer)).not.toBe(user.cookie);
    expect((await rig.refresh(cookieOf(answer), user.id)).status).toBe(200);
  });

  it('ends the whole session if a replaced token is reused', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const next = cookieOf(await rig.refresh(user.cookie, user.id));
    rig.pass(11);
    const replay = await rig.refresh(user.cookie, user.id);
    expect(replay.status).toBe(401);
    expect(replay.body.code).toBe('unauthenticated');
    expect((await rig.refresh(next, user.id)).status).toBe(401);
    expect(logged()).toContainEqual(
      expect.objectContaining({ reason: 'refresh token reused', user: userHash(user.id) }),
    );
  });

  it('ends the session for a token that is two steps old, even immediately', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const second = cookieOf(await rig.refresh(user.cookie, user.id));
    const third = cookieOf(await rig.refresh(second, user.id));
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
    expect((await rig.refresh(third, user.id)).status).toBe(401);
  });

  it("keeps the account's other sessions when one ends", async () => {
    const user = await newUser(rig, 'ada@example.com');
    const elsewhere = cookieOf(await rig.login('ada@example.com'));
    await rig.refresh(user.cookie, user.id);
    rig.pass(11);
    await rig.refresh(user.cookie, user.id);
    expect((await rig.refresh(elsewhere, user.id)).status).toBe(200);
  });

  it('gives two tabs that refresh at the same time the same cookie', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const answers = await Promise.all(Array.from({ length: 4 }, () => rig.refresh(user.cookie, user.id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const cookies = new Set(answers.map(cookieOf));
    expect(cookies.size).toBe(1);
    rig.pass(60);
    expect((await rig.refresh([...cookies][0] as string, user.id)).status).toBe(200);
  });

  it('can be repeated for a few seconds if the response was lost', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const lost = await rig.refresh(user.cookie, user.id);
    rig.pass(9);
    expect(cookieOf(await rig.refresh(user.cookie, user.id))).toBe(cookieOf(lost));
  });

  it("works only for the cookie's user", async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    expect((await rig.refresh(ada.cookie, grace.id)).status).toBe(401);
    const [name, value = ''] = ada.cookie.split('=');
    const forged = `${name}=${value.replace(String(ada.id), String(grace.id))}`;
    expect((await rig.refresh(forged, grace.id)).status).toBe(401);
    expect((await rig.refresh(ada.cookie, ada.id)).status).toBe(200);
  });

  it.each(['', '__Host-session=', '__Host-session=1.2.3', '__Host-session=a.b.c', 'session=x', '__Host-session=%00'])(
    'rejects %j as a cookie',
    async (cookie) => {
      const user = await newUser(rig, 'ada@example.com');
      expect((await rig.refresh(cookie, user.id)).status).toBe(401);
    },
  );

  it('works for thirty idle days, and ninety days in total', async () => {
    const user = await newUser(rig, 'ada@example.com');
    rig.pass(30 * DAY);
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);

    const other = await newUser(rig, 'grace@example.com');
    let cookie = other.cookie;
    for (let month = 0; month < 3; month += 1) {
      rig.pass(29 * DAY);
      const answer = await rig.refresh(cookie, other.id);
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
    }
    rig.pass(3 * DAY);
    expect((await rig.refresh(cookie, other.id)).status).toBe(401);
  });

  it('is possible only from our own pages', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const json = { 'content-type': 'application/json' };
    for (const headers of [json, { ...json, origin: 'https://evil.example' }, { ...json, origin: 'null' }])
      expect((await rig.refresh(user.cookie, user.id, { headers })).status).toBe(403);
    const form = { origin: appUrl, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await rig.refresh(user.cookie, user.id, { headers: form })).status).toBe(415);
  });

  it('stores no token in the table, only hashes', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const next = await rig.refresh(user.cookie, user.id);
    const [, family = ''] = (user.cookie.split('=')[1] as string).split('.');
    const session = await rig.ports.sessions.get(user.id, family);
    for (const cookie of [user.cookie, cookieOf(next)])
      expect(JSON.stringify(session)).not.toContain(cookie.split('.')[2]);
  });
});

describe('signing out', () => {
  it('ends the session and removes the cookie', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const answer = await rig.logout(user.cookie);
    expect(answer.status).toBe(204);
    expect(answer.cookies).toEqual(['__Host-session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0']);
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
  });

  it('succeeds without a session', async () => {
    expect((await rig.logout('')).status).toBe(204);
    expect((await rig.logout('__Host-session=nonsense')).status).toBe(204);
  });

  it('ends no session for a guessed token', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await rig.logout(user.cookie.replace(/.{43}$/, 'x'.repeat(43)));
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(200);
  });

  it('cannot be triggered by another site', async () => {
    const user = await newUser(rig, 'ada@example.com');
    expect((await rig.logout(user.cookie, { 'content-type': 'application/json' })).status).toBe(403);
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(200);
  });
});
