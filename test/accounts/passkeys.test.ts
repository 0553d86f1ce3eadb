import { beforeEach, describe, expect, it } from 'vitest';
import { changeStore } from '../../lambdas/adapters/dynamodb/change-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { getItem, updateItem } from '../../lambdas/adapters/dynamodb/table.ts';
import { hashOfRecoveryCode } from '../../lambdas/model/passkey.ts';
import { type Authenticator, newAuthenticator } from '../support/authenticator.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, appUrl, cookieOf, goodPassword, newUser, otherPassword } from './rig.ts';

const logged = captureLog();
const stand = tableStandIn();
type User = Awaited<ReturnType<typeof newUser>>;
let rig: AccountsRig;
let ada: User;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
  ada = await confirmed('ada@example.com');
});

const confirmed = async (email: string): Promise<User> => {
  const user = await newUser(rig, email);
  await updateItem(rig.table, {
    Key: key.profile(user.id),
    UpdateExpression: 'SET email_verified = :true',
    ExpressionAttributeValues: { ':true': true },
  });
  return user;
};

const as = (user: User, method: string, path: string, body?: unknown, id?: string, more = {}) =>
  rig.call({
    method,
    path: `/passkeys${path.replace('{id}', id ?? '')}`,
    route: `/passkeys${path}`,
    ...(id !== undefined && { params: { id } }),
    headers: { authorization: `Bearer ${user.token}` },
    ...(body !== undefined && { body }),
    ...more,
  });

const proof = { current_password: goodPassword };
const optionsFor = async (user: User) => (await as(user, 'POST', '/options', proof)).body.options;
const list = async (user: User) => (await as(user, 'GET', '')).body;

const add = async (user: User, authenticator = newAuthenticator(appUrl), name = 'Laptop') => {
  const credential = authenticator.create(await optionsFor(user));
  return { authenticator, ...(await as(user, 'POST', '', { name, credential })) };
};

const challenge = async () => (await rig.post('/user/login/passkey/options', undefined)).body.options;
const enter = (credential: unknown) => rig.post('/user/login/passkey', { credential });
const enterWith = async (authenticator: Authenticator, forged = {}) =>
  enter(authenticator.sign(await challenge(), forged));
const logIn = (more: object, password = goodPassword) =>
  rig.post('/user/login', { email: 'ada@example.com', password, ...more });

const demandSecond = async (user: User, on = true): Promise<string[]> =>
  (await as(user, 'POST', '/second-factor', { on, ...proof })).body.recovery_codes;

describe('adding a passkey', () => {
  it('needs the password and a confirmed address, and lists it by its name', async () => {
    expect((await as(ada, 'POST', '/options', { current_password: otherPassword })).body.code).toBe('password-wrong');
    const grace = await newUser(rig, 'grace@example.com');
    expect((await as(grace, 'POST', '/options', proof)).body.code).toBe('own-address-unconfirmed');
    const { status, body, headers } = await add(ada);
    expect([status, headers.location]).toEqual([201, `/api/passkeys/${body.id}`]);
    expect(await list(ada)).toEqual({
      passkeys: [
        { id: body.id, name: 'Laptop', created_at: '2026-03-01T12:00:00.000Z', last_used_at: expect.any(String) },
      ],
      max_passkeys: 10,
      second_factor: false,
      recovery_codes_left: 0,
    });
  });

  it('asks for a passkey of this host that names its account and verifies its user', async () => {
    expect(await optionsFor(ada)).toMatchObject({
      rp: { id: 'app.example.com' },
      user: { id: Buffer.from(String(ada.id)).toString('base64url') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'example.com' }],
    ['no verified user', { verified: false }],
    ['a signature for a sign-in', { type: 'webauthn.get' }],
  ])('rejects %s', async (_, forged) => {
    const credential = newAuthenticator(appUrl).create(await optionsFor(ada), forged);
    expect((await as(ada, 'POST', '', { name: 'Laptop', credential })).body.code).toBe('invalid-input');
    expect((await list(ada)).passkeys).toEqual([]);
  });

  it('accepts a challenge once, for five minutes, and only from the user who asked for it', async () => {
    const grace = await confirmed('grace@example.com');
    const answer = async (user: User, credential: unknown) =>
      (await as(user, 'POST', '', { name: 'Laptop', credential })).status;
    const own = newAuthenticator(appUrl).create(await optionsFor(ada));
    expect(await answer(ada, own)).toBe(201);
    expect(await answer(ada, own)).toBe(400);
    expect(await answer(grace, newAuthenticator(appUrl).create(await optionsFor(ada)))).toBe(400);
    const { challenge: forSignIn } = await challenge();
    const user = { id: '' };
    expect(await answer(ada, newAuthenticator(appUrl).create({ challenge: forSignIn, user }))).toBe(400);
    const late = newAuthenticator(appUrl).create(await optionsFor(ada));
    rig.pass(300);
    expect(await answer(ada, late)).toBe(400);
  });

  it('stops at ten, and accepts no passkey twice', async () => {
    const first = await add(ada);
    const again = first.authenticator.create(await optionsFor(ada));
    expect((await as(ada, 'POST', '', { name: 'Again', credential: again })).body.detail).toContain('already');
    const waiting = await optionsFor(ada);
    for (let count = 1; count < 10; count += 1) expect((await add(ada)).status).toBe(201);
    expect((await as(ada, 'POST', '/options', proof)).body.code).toBe('passkey-limit-reached');
    const late = newAuthenticator(appUrl).create(waiting);
    expect((await as(ada, 'POST', '', { name: 'Late', credential: late })).body.code).toBe('passkey-limit-reached');
    expect((await list(ada)).passkeys).toHaveLength(10);
  });

  it('ends all other sessions, but not this one and no API key', async () => {
    const here = cookieOf(await rig.login('ada@example.com'));
    const made = await rig.call({
      method: 'POST',
      path: '/keys',
      headers: { authorization: `Bearer ${ada.token}` },
      body: { name: 'CI', scopes: ['read'] },
    });
    const credential = newAuthenticator(appUrl).create(await optionsFor(ada));
    expect((await as(ada, 'POST', '', { name: 'Laptop', credential }, undefined, { cookies: [here] })).status).toBe(
      201,
    );
    expect((await rig.refresh(ada.cookie, ada.id)).status).toBe(401);
    expect((await rig.refresh(here, ada.id)).status).toBe(200);
    expect(await rig.ports.apiKeys.find(ada.id, made.body.id)).toBeDefined();
  });
});

describe('a sign-in with a passkey', () => {
  it('needs neither the address nor the password, and is noted', async () => {
    const { authenticator } = await add(ada);
    rig.pass(60);
    const { status, body } = await enterWith(authenticator);
    expect([status, body.user_id]).toEqual([200, ada.id]);
    expect((await list(ada)).passkeys[0].last_used_at).toBe('2026-03-01T12:01:00.000Z');
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['no verified user', { verified: false }],
    ['a signature for a new passkey', { type: 'webauthn.create' }],
    ['the counter of an earlier sign-in', { counter: 1 }],
  ])('rejects %s', async (_, forged) => {
    const { authenticator } = await add(ada);
    expect((await enterWith(authenticator)).status).toBe(200);
    expect((await enterWith(authenticator, forged)).body.code).toBe('passkey-failed');
    expect((await enterWith(authenticator)).status).toBe(200);
  });

  it('accepts a passkey that does not count its signatures', async () => {
    const authenticator = newAuthenticator(appUrl);
    const credential = authenticator.create(await optionsFor(ada), { counter: 0 });
    await as(ada, 'POST', '', { name: 'Phone', credential });
    for (let visit = 0; visit < 2; visit += 1)
      expect((await enterWith(authenticator, { counter: 0 })).status).toBe(200);
  });

  it('accepts a challenge once, and for five minutes', async () => {
    const { authenticator } = await add(ada);
    const options = await challenge();
    expect((await enter(authenticator.sign(options))).status).toBe(200);
    expect((await enter(authenticator.sign(options))).status).toBe(401);
    const late = await challenge();
    rig.pass(300);
    expect((await enter(authenticator.sign(late))).status).toBe(401);
    expect((await enter(authenticator.sign({ challenge: 'c2VsZi1tYWRl' }))).status).toBe(401);
  });

  it('works for one of two requests with the same answer', async () => {
    const { authenticator } = await add(ada);
    const answer = authenticator.sign(await challenge());
    const statuses = (await Promise.all([enter(answer), enter(answer)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
  });

  it('never opens an account that does not have the passkey', async () => {
    const { authenticator } = await add(ada);
    const grace = await newUser(rig, 'grace@example.com');
    const handleOf = (name: string | number) => Buffer.from(String(name)).toString('base64url');
    for (const name of [grace.id, 0, '1e3', 'ada'])
      expect((await enterWith(authenticator, { userHandle: handleOf(name) })).status).toBe(401);
    expect((await enterWith(newAuthenticator(appUrl), { userHandle: handleOf(ada.id) })).status).toBe(401);
    const answer = authenticator.sign(await challenge());
    const other = newAuthenticator(appUrl).sign(await challenge());
    const forged = { ...answer, response: { ...answer.response, signature: other.response.signature } };
    expect((await enter(forged)).status).toBe(401);
  });

  it('ends with the passkey, and with the account', async () => {
    const { authenticator, body } = await add(ada);
    const second = await add(ada);
    expect((await as(ada, 'POST', '/{id}/remove', proof, body.id)).status).toBe(204);
    expect((await enterWith(authenticator)).status).toBe(401);
    expect((await enterWith(second.authenticator)).status).toBe(200);
    expect((await rig.user('DELETE', ada.id, ada.token)).status).toBe(204);
    expect((await enterWith(second.authenticator)).status).toBe(401);
    const { Item } = await getItem(rig.table, { Key: key.passkeys(ada.id) });
    expect(Item).toBeUndefined();
  });

  it('has a limit of attempts for each address', async () => {
    const strict = accountsRig(await stand.another(), {
      throttles: { loginPerAddress: { limit: 2, windowSeconds: 900 } },
    });
    const ask = () => strict.post('/user/login/passkey/options', undefined);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});

describe('the second factor', () => {
  it('needs a passkey, and the password', async () => {
    expect((await as(ada, 'POST', '/second-factor', { on: true, ...proof })).status).toBe(409);
    await add(ada);
    const wrong = { on: true, current_password: otherPassword };
    expect((await as(ada, 'POST', '/second-factor', wrong)).body.code).toBe('password-wrong');
    expect((await logIn({})).status).toBe(200);
  });

  it('accepts the passkey after the password, and neither alone', async () => {
    const { authenticator } = await add(ada);
    await demandSecond(ada);
    expect((await logIn({})).body.code).toBe('second-factor-needed');
    expect((await logIn({ passkey: authenticator.sign(await challenge()) }, otherPassword)).body.code).toBe(
      'sign-in-failed',
    );
    expect((await logIn({ passkey: newAuthenticator(appUrl).sign(await challenge()) })).body.code).toBe(
      'passkey-failed',
    );
    const passkey = authenticator.sign(await challenge());
    expect((await logIn({ passkey })).status).toBe(200);
    expect((await logIn({ passkey })).body.code).toBe('passkey-failed');
  });

  it('accepts no passkey of another account', async () => {
    await add(ada);
    await demandSecond(ada);
    const grace = await confirmed('grace@example.com');
    const { authenticator } = await add(grace);
    expect((await logIn({ passkey: authenticator.sign(await challenge()) })).body.code).toBe('passkey-failed');
  });

  it('accepts each recovery code once, as a person types it', async () => {
    await add(ada);
    const codes = await demandSecond(ada);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect((await logIn({ recovery_code: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await logIn({ recovery_code: first })).body.code).toBe('recovery-code-wrong');
    const both = await Promise.all([logIn({ recovery_code: second }), logIn({ recovery_code: second })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await list(ada)).recovery_codes_left).toBe(8);
  });

  it('gives new codes, which replace the earlier ones', async () => {
    await add(ada);
    const [old] = await demandSecond(ada);
    const [fresh] = await demandSecond(ada);
    expect((await logIn({ recovery_code: old })).body.code).toBe('recovery-code-wrong');
    expect((await logIn({ recovery_code: fresh })).status).toBe(200);
  });

  it('stores no code, and logs none', async () => {
    await add(ada);
    const codes = await demandSecond(ada);
    await logIn({ recovery_code: codes[0] });
    const { Item } = await getItem(rig.table, { Key: key.passkeys(ada.id) });
    expect(Item?.recovery_hashes).toEqual(codes.slice(1).map(hashOfRecoveryCode));
    for (const code of codes) expect(JSON.stringify([Item, logged()])).not.toContain(code);
  });

  it('limits guesses of recovery codes by someone who has the password', async () => {
    const strict = accountsRig(rig.table, { throttles: { loginPerAccount: { limit: 3, windowSeconds: 900 } } });
    await add(ada);
    await demandSecond(ada);
    const guess = (recovery_code: string) =>
      strict.post('/user/login', { email: 'ada@example.com', password: goodPassword, recovery_code });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await guess(`0000-0000-0000-000${count}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('does not count sign-ins that only wait for the passkey', async () => {
    const strict = accountsRig(rig.table, { throttles: { loginPerAccount: { limit: 3, windowSeconds: 900 } } });
    await add(ada);
    await demandSecond(ada);
    for (let visit = 0; visit < 5; visit += 1)
      expect((await strict.login('ada@example.com')).body.code).toBe('second-factor-needed');
  });

  it('stays after a password reset and a password change', async () => {
    const { authenticator } = await add(ada);
    await demandSecond(ada);
    await rig.post('/user/password/initreset', { email: 'ada@example.com', challenge: 'solved FORGOT_PASSWORD' });
    const token = /\/user\/password\/reset\/([\w-]+)/.exec(rig.mails.at(-1)?.text ?? '')?.[1];
    expect((await rig.post('/user/password/reset', { token, newPassword: otherPassword })).status).toBe(204);
    expect((await logIn({}, otherPassword)).body.code).toBe('second-factor-needed');
    expect((await logIn({ passkey: authenticator.sign(await challenge()) }, otherPassword)).status).toBe(200);
  });

  it('ends when it is turned off, or with the last passkey', async () => {
    const { body } = await add(ada);
    const [code] = await demandSecond(ada);
    expect(await demandSecond(ada, false)).toEqual([]);
    expect((await logIn({})).status).toBe(200);
    await demandSecond(ada);
    await as(ada, 'POST', '/{id}/remove', proof, body.id);
    expect(await list(ada)).toMatchObject({ passkeys: [], second_factor: false, recovery_codes_left: 0 });
    expect((await logIn({})).status).toBe(200);
    expect((await logIn({ recovery_code: code })).status).toBe(200);
  });
});

describe('every change of the sign-in', () => {
  const told = () => rig.mails.splice(0).map(({ to, subject, text }) => [to, subject, text] as const);

  it('is emailed to the user, with its time and IP address', async () => {
    const { body } = await add(ada, newAuthenticator(appUrl), 'Work <b>laptop</b>');
    const [[to, subject, text] = []] = told();
    expect([to, subject]).toEqual(['ada@example.com', 'A passkey was added']);
    expect(text).toContain('The passkey “Work <b>laptop</b>” can sign in to your account.');
    expect(text).toContain('Time: 2026-03-01 12:00 UTC. IP address: 203.0.113.5.');
    const [code] = await demandSecond(ada);
    await demandSecond(ada);
    const [fresh] = await demandSecond(ada);
    expect((await logIn({ recovery_code: code })).status).toBe(401);
    await logIn({ recovery_code: fresh });
    await as(ada, 'POST', '/{id}/remove', proof, body.id);
    const mails = told();
    expect(mails.map(([, what]) => what)).toEqual([
      'Your account requires a passkey',
      'You have new recovery codes',
      'You have new recovery codes',
      'A recovery code was used',
      'A passkey was removed',
    ]);
    expect(mails[3]?.[2]).toContain('You have 9 unused codes.');
    expect(mails[4]?.[2]).toContain('your password is enough to sign in now');
    for (const secret of [code, fresh, goodPassword]) expect(JSON.stringify(mails)).not.toContain(secret);
  });

  it('succeeds even if its email cannot be sent', async () => {
    rig.ports.mail.send = async () => {
      throw new Error('the mail service is down');
    };
    expect((await add(ada)).status).toBe(201);
    expect(JSON.stringify(logged())).toContain('sign-in change not mailed');
  });

  it('is not emailed to an address that was never confirmed', async () => {
    const grace = await newUser(rig, 'grace@example.com');
    await rig.call({
      method: 'PUT',
      route: '/user/{id}',
      path: `/user/${grace.id}`,
      params: { id: String(grace.id) },
      headers: { authorization: `Bearer ${grace.token}` },
      body: { current_password: goodPassword, password: otherPassword },
    });
    expect(told()).toEqual([]);
  });
});

describe('a passkey in the list', () => {
  it('can be renamed and removed only by its owner, and removed only with the password', async () => {
    const { body } = await add(ada);
    const grace = await newUser(rig, 'grace@example.com');
    expect((await as(grace, 'PUT', '/{id}', { name: 'Mine' }, body.id)).status).toBe(404);
    expect((await as(grace, 'POST', '/{id}/remove', proof, body.id)).status).toBe(404);
    const wrong = { current_password: otherPassword };
    expect((await as(ada, 'POST', '/{id}/remove', wrong, body.id)).body.code).toBe('password-wrong');
    expect((await as(ada, 'PUT', '/{id}', { name: 'Work laptop' }, body.id)).status).toBe(204);
    expect((await list(ada)).passkeys.map(({ name }: { name: string }) => name)).toEqual(['Work laptop']);
  });

  it('survives changes at the same time', async () => {
    const { body } = await add(ada);
    const names = ['One', 'Two', 'Three'];
    const statuses = await Promise.all(names.map((name) => as(ada, 'PUT', '/{id}', { name }, body.id)));
    expect(statuses.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await list(ada)).passkeys).toHaveLength(1);
  });

  it('is named in the audit log', async () => {
    rig.pass(1);
    const { body } = await add(ada);
    rig.pass(1);
    await as(ada, 'PUT', '/{id}', { name: 'Work laptop' }, body.id);
    rig.pass(1);
    await as(ada, 'POST', '/{id}/remove', proof, body.id);
    const newest = await changeStore(rig.table).newest(ada.id, rig.state.now, 3);
    expect(newest.map(({ action, object, object_name, fields }) => [action, object, object_name, fields])).toEqual([
      ['removePasskey', 'passkey', 'Work laptop', []],
      ['renamePasskey', 'passkey', 'Work laptop', ['name']],
      ['addPasskey', 'passkey', 'Laptop', []],
    ]);
  });
});
