import { beforeAll, describe, expect } from 'vitest';
import { type AuditedRoute, auditedRoutes } from '#contract/audited-routes';
import { messages, type RouteMessages } from '#contract/messages';
import { openApiDocument } from '#contract/openapi/document';
import { type RouteName, type RouteShape, routes } from '#contract/routes';
import { type Scope, scopes } from '#contract/scopes';
import { newAuthenticator } from '../support/authenticator.ts';
import { type Fakes, fakesOf } from '../support/fakes.ts';
import type { LocalRun } from '../support/local-run.ts';
import { call, eventually, signUp, solvedChallenge } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Ask, type Asking, createAsking, promisesOf } from './asking.ts';
import { expectBound, keyElsewhere } from './bound-keys.ts';
import { walkIntoLimits } from './limits-walk.ts';
import {
  type Belongings,
  delivered,
  freshAddress,
  goodCalls,
  paymentRoutes,
  refusedCall,
  settle,
  viewOf,
} from './world.ts';

/** The verify token of the first user's webhook, for Meta's URL verification. */
const VERIFY_TOKEN = 'fixture-verify-token';

const table = Object.entries(routes) as [RouteName, RouteShape][];

/** Every eighth route gets all odd sizes and ids, because one parser reads those of all routes. */
const isInSample = (name: RouteName): boolean => table.findIndex(([each]) => each === name) % 8 === 0;

let run: LocalRun;
let fakes: Fakes;
let asking: Asking;
let ada: Belongings;
let bob: Belongings;
/** An expired access token of the first user. */
let expired: string;
let good: ReturnType<typeof goodCalls>;
/** A valid request for each route, which the tests about rejected requests share, because they change nothing. */
const requests = new Map<RouteName, Ask>();
/** Keys of the first user: one per scope, one with the other two scopes, and one for each way to end. */
let keys: Keys;
/** A key of the second user with all scopes. */
let foreignKey: string;
/** A key of the first user, restricted to a webhook that no other request concerns. */
let elsewhere: string;

it.beforeAll(async ({ roomy }) => {
  run = roomy;
  fakes = fakesOf(run);
  asking = createAsking(run);
  ada = await settle(run);
  expired = ada.user.token;
  const short = await makeKey(ada, [...scopes], 1);
  await fakes.advanceClock(86_400 + 60);
  const { body } = await call(run, 'login', { body: { email: ada.user.email, password: ada.user.password } });
  ada.user.token = body.access_token;
  const { token } = ada.user;
  ada.user.api = async (name, options) => {
    const answer = await call(run, name, { token, ...options });
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  bob = await settle(run);
  keys = await keysOf(ada, short.key);
  foreignKey = (await makeKey(bob, [...scopes])).key;
  elsewhere = await keyElsewhere(run, ada.user);
  good = goodCalls(run, ada);
  const intake = { answer_handshakes: true, verify_token: VERIFY_TOKEN };
  await ada.user.api('updateWebhook', {
    id: ada.webhookId,
    body: { name: 'Deploys', target_ids: [ada.targetId], intake },
  });
  await ada.user.api('rotateWebhook', { id: ada.webhookId, body: {} });
  for (const [name] of table) requests.set(name, await specified(name));
}, 120_000);

const makeKey = ({ user }: Belongings, allowed: Scope[], days?: number) =>
  user.api('createKey', {
    body: { name: allowed.join(' '), scopes: allowed, ...(days !== undefined && { expires_in_days: days }) },
  });

const keysOf = async (owner: Belongings, expiredKey: string) => {
  const alone = {} as Record<Scope, string>;
  const others = {} as Record<Scope, string>;
  for (const scope of scopes) {
    alone[scope] = (await makeKey(owner, [scope])).key;
    others[scope] = (
      await makeKey(
        owner,
        scopes.filter((each) => each !== scope),
      )
    ).key;
  }
  const revoked = await makeKey(owner, [...scopes]);
  await owner.user.api('deleteKey', { id: revoked.id });
  return { alone, others, dead: [expiredKey, revoked.key, `thk_${'0'.repeat(47)}`, 'thk_'] };
};
type Keys = Awaited<ReturnType<typeof keysOf>>;

/** The token from a password reset email, which only its recipient has. */
const resetToken = async (email: string): Promise<string> => {
  const challenge = await solvedChallenge(run, 'FORGOT_PASSWORD');
  await asking.ask('requestPasswordReset', { body: { email, challenge } });
  return eventually(async () => {
    const mail = (await fakes.received('email')).find(
      ({ to, text }) => to?.includes(email) && text?.includes('/reset/'),
    );
    return /\/user\/password\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  }, 'the reset mail');
};

/** A valid request. Only the token of an email cannot be made up. */
const specified = async (name: RouteName) => {
  const how = await good[name]();
  if (name !== 'resetPassword') return how;
  const { email } = await signUp(run, freshAddress());
  return { body: { ...(how.body as object), token: await resetToken(email) } };
};

const readable = table.filter(([, { keys: scope }]) => scope === 'read' || scope === 'any').map(([name]) => name);

it.each(readable)('%s shows a read-only key nothing that would let it call a webhook', async (name) => {
  const how = await specified(name);
  const openers = (await ada.user.api('listWebhooks')).flatMap(({ route = '', old_routes = [], intake }) =>
    [route, ...old_routes.map((old) => old.route), intake.verify_token ?? ''].filter((opener) => opener !== ''),
  );
  expect(openers).toEqual(expect.arrayContaining([ada.webhookUrl.split('/').at(-1), VERIFY_TOKEN]));
  const { outcome, text } = await asking.ask(name, { ...how, token: keys.alone.read });
  expect(outcome).toBe('success');
  for (const opener of openers) expect(text).not.toContain(opener);
});

it('a key that cannot change targets sees no code that would connect a chat', async () => {
  const kinds = (await ada.user.api('listTargetKinds')).filter(
    ({ setup, enabled }) => enabled && ['code', 'redirect'].includes(setup),
  );
  expect(kinds.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['telegram', 'whatsapp', 'slack']));
  const readAndSend = keys.others.write;
  for (const { slug } of kinds) {
    const { id } = await ada.user.api('createTarget', { body: { name: `Waiting ${slug}`, type: slug } });
    const { options } = await ada.user.api('getTarget', { id });
    const url = URL.parse(String(options.AuthUrl ?? options.ActivationUrl));
    const opener = String(options.ActivationKey ?? url?.searchParams.get('state'));
    expect([slug, opener]).toEqual([slug, expect.stringMatching(/.{6}/)]);
    for (const [token, sees] of [
      [ada.user.token, true],
      [keys.others.send, true],
      [keys.alone.read, false],
      [readAndSend, false],
    ] as const)
      for (const told of [await asking.ask('getTarget', { token, id }), await asking.ask('listTargets', { token })]) {
        const all = `${told.text} ${told.headers.get('set-cookie')}`;
        expect([slug, told.outcome, all.includes(opener)]).toEqual([slug, 'success', sees]);
      }
  }
});

it.each(['write', 'send'] as const)('a key with the scopes read and %s sees the invoke URL', async (scope) => {
  const { key } = await makeKey(ada, ['read', scope]);
  const route = ada.webhookUrl.split('/').at(-1);
  const listed = (await asking.ask('listWebhooks', { token: key })).body;
  expect(listed).toContainEqual(
    expect.objectContaining({ id: ada.webhookId, old_routes: [expect.objectContaining({ route })] }),
  );
  const one = (await asking.ask('getWebhook', { token: key, id: ada.webhookId })).body;
  expect(one.intake.verify_token).toBe(VERIFY_TOKEN);
  expect(one.route).toEqual(expect.any(String));
});

/** A stranger's outcomes for valid requests of the owner, except `not-found` with an id and `success` without one. */
const foreign: Partial<Record<RouteName, string>> = {
  createWebhook: 'invalid-input',
  getKey: 'not-found',
  refreshToken: 'unauthenticated',
  // A key request belongs to no one until a signed-in user with the code answers it.
  getKeyRequest: 'success',
  answerKeyRequest: 'success',
  joinWorkspace: 'forbidden',
  addPasskey: 'invalid-input',
  setSecondFactor: 'conflict',
  // Only the browser that began a sign-in can finish it.
  loginWithOidc: 'unauthenticated',
  cancelSubscription: 'conflict',
  resumeSubscription: 'conflict',
};

/** Valid requests whose callers got nothing, so their owner can still make them. */
const unused = new Map<RouteName, Ask>();

describe('a request of another user', () => {
  let before: unknown[];

  beforeAll(async () => {
    await delivered(ada.user, ada.invocationId);
    before = await viewOf(ada);
  }, 120_000);

  it.each(table)('%s has nothing for anonymous callers, ended or narrow keys, and strangers', async (name, route) => {
    const { access, path, keys: scope } = route;
    const how = requests.get(name) ?? {};
    const withKey = async (token: string) => {
      const told = await asking.ask(name, { ...how, token });
      return told.outcome === 'forbidden' ? told.body.code : told.outcome;
    };
    const { token: _, cookie: __, ...anonymous } = how;
    // Signing out without a session succeeds.
    const needsSession = access === 'user' || ['refreshToken', 'loginWithOidc'].includes(name);
    if (needsSession || how.token || how.cookie)
      expect((await asking.ask(name, anonymous)).outcome).toBe(needsSession ? 'unauthenticated' : 'success');
    if (access === 'user') {
      const { outcome, body } = await asking.ask(name, { ...how, token: expired });
      expect([outcome, body.code]).toEqual(['unauthenticated', 'unauthenticated']);
      const isForNoKey = scope === 'none';
      for (const key of keys.dead) expect(await withKey(key)).toBe(isForNoKey ? 'key-not-allowed' : 'unauthenticated');
      if (isForNoKey) for (const key of Object.values(keys.alone)) expect(await withKey(key)).toBe('key-not-allowed');
      else if (scope !== 'any') {
        expect(await withKey(keys.others[scope])).toBe('key-scope-missing');
        if (path.includes('{id}')) expect(await withKey(foreignKey)).toBe('not-found');
      }
    }
    const stranger = { ...(how.token && { token: bob.user.token }), ...(how.cookie && { cookie: bob.user.cookie }) };
    const { outcome, text } = await asking.ask(name, { ...how, ...stranger });
    expect(outcome).toBe(foreign[name] ?? (path.includes('{id}') ? 'not-found' : 'success'));
    if (outcome === 'not-found') unused.set(name, how);
    // The holder of an invitation's token learns who sent it.
    const address = name === 'readInvitation' ? [] : [ada.user.email];
    for (const own of [ada.webhookId, ada.pendingTargetId, ...address, ada.invocationId])
      expect(text, 'names nothing of the owner').not.toContain(String(own));
    // A stranger's cookie ends or renews only the stranger's session.
    if (how.cookie) bob.user.cookie = (await cookieOf(bob)) ?? bob.user.cookie;
  });

  it('changes nothing of the owner', async () => {
    expect(await viewOf(ada)).toEqual(before);
  });
});

const cookieOf = async ({ user: { email, password } }: Belongings) => {
  const { headers } = await call(run, 'login', { body: { email, password } });
  return headers.get('set-cookie')?.split(';')[0];
};

describe('input that breaks the contract', () => {
  const withBody = table.filter(([name]) => (messages[name] as RouteMessages).request);
  const withId = table.filter(([, { path }]) => path.includes('{id}'));

  it.each(withBody)('in the body of %s is rejected for its type or shape', async (name) => {
    const how = requests.get(name);
    const refused = async (more: object) => (await asking.ask(name, { ...how, ...more })).outcome;
    expect(await refused({ contentType: 'text/plain' })).toBe('unsupported-media-type');
    expect(await refused({ body: [] })).toBe('invalid-input');
    if (!isInSample(name)) return;
    expect(await refused({ raw: `"${'x'.repeat(1.3 * 1024 * 1024)}"` })).toBe('payload-too-large');
    expect(await refused({ contentType: 'application/x-www-form-urlencoded' })).toBe('unsupported-media-type');
    expect(await refused({ raw: '{"name":' })).toBe('invalid-input');
    expect(await refused({ raw: '' })).toBe('invalid-input');
  });

  it.each(withId)('in the path of %s is rejected', async (name) => {
    const odd = ['-1', '1e3', '0x1', '9007199254740993', '1'.repeat(60), 'a b', '%00', '__proto__'];
    for (const id of ['0', 'abc', ...(isInSample(name) ? odd : [])])
      expect((await asking.ask(name, { ...requests.get(name), id })).outcome, id).toBe('invalid-input');
  });

  it('in a query is rejected', async () => {
    const refuses = async (name: RouteName, wrong: string[]) => {
      const how = await good[name]();
      for (const text of wrong) {
        const query = Object.fromEntries(new URLSearchParams(text));
        expect((await asking.ask(name, { ...how, query })).outcome, text).toBe('invalid-input');
      }
    };
    await refuses('listInvocations', ['limit=0', 'limit=101', 'offset=-1', 'limit=1e1', 'cursor=not one']);
    await refuses('searchInvocations', ['limit=51', 'from=yesterday', 'target_id=x', 'text=', 'cursor=not one']);
    await refuses('listDispatches', ['limit=ten']);
    await refuses('createChallenge', ['action=ANYTHING']);
    await refuses('listChanges', ['cursor=nowhere']);
  });

  it('from a page of another site is rejected where a cookie authenticates', async () => {
    for (const [name, { access }] of table) {
      if (access !== 'cookie') continue;
      const how = await good[name]();
      for (const origin of ['https://evil.example', 'null', `${run.appUrl}.evil.example`])
        expect((await asking.ask(name, { ...how, origin })).outcome).toBe('forbidden');
      expect((await asking.ask(name, { ...how, contentType: 'text/plain' })).outcome).toBe('unsupported-media-type');
    }
  });
});

const newest = async (token: string) => (await call(run, 'listChanges', { token })).body.changes[0];

/**
 * The first two need a link from an email or the account's code; test/http/audit.test.ts covers them. A trial cannot
 * read its log until it becomes an account.
 */
const auditedElsewhere: AuditedRoute[] = ['resetPassword', 'takeKey', 'startTrial'];

/** A member's own changes, which are in the log of the team's owner. */
const ofMembers: AuditedRoute[] = ['joinWorkspace', 'leaveWorkspace'];

/** Checks that a successful request has written the newest audit entry. */
const expectAudited = async (name: RouteName, how: Ask, own: string | undefined): Promise<void> => {
  const isOfMember = ofMembers.includes(name as AuditedRoute);
  const byKey = how.token?.startsWith('thk_') ? 'key' : 'session';
  expect(await newest(isOfMember ? ada.user.token : (own ?? ada.user.token))).toMatchObject({
    action: name,
    what: auditedRoutes[name as AuditedRoute],
    by: isOfMember ? 'member' : how.token === expired || how.token === undefined ? 'public' : byKey,
    ip: expect.stringMatching(/^[\d.:a-f]+$/),
  });
};

describe.each(table)('%s', (name, { access, keys: scope }) => {
  it('returns what the specification says, to a key of the right scope if it accepts one, and is audited', async () => {
    const how = unused.get(name) ?? (await specified(name));
    const right = scope === 'any' ? Object.values(keys.alone) : [scope === 'none' ? how.token : keys.alone[scope]];
    // A public route ignores an expired token.
    for (const token of access === 'user' ? right : [expired]) {
      const { outcome, body } = await asking.ask(name, { ...how, token });
      expect(outcome).toBe('success');
      // A new password invalidates the old token.
      const own = body?.access_token ?? (token?.startsWith('thk_') ? undefined : how.token);
      if (name in auditedRoutes && !auditedElsewhere.includes(name as AuditedRoute))
        await expectAudited(name, { ...how, token }, own);
    }
  });

  it('gives a key bound to webhooks the access that its column states', async () => {
    if (scope !== 'none') await expectBound(name, await specified(name), { asking, owner: ada, elsewhere });
  });
});

describe('a rejected call', () => {
  it('has the same text for a wrong password and for an unknown address', async () => {
    const wrong = await asking.ask('login', { body: { email: ada.user.email, password: 'not the password' } });
    const nobody = await asking.ask('login', { body: { email: freshAddress(), password: 'not the password' } });
    expect([wrong.outcome, wrong.body.detail]).toEqual(['unauthenticated', nobody.body.detail]);
  });

  it('has no passkey of any account', async () => {
    const credential = newAuthenticator(run.appUrl).sign({ challenge: 'unknown' });
    const { outcome, body } = await asking.ask('loginWithPasskey', { body: { credential } });
    expect([outcome, body.code]).toEqual(['unauthenticated', 'passkey-failed']);
  });

  it('names a taken address, a taken name, or an unfinished setup', async () => {
    const register = await good.register();
    const taken = { body: { ...(register.body as object), email: ada.user.email } };
    expect((await asking.ask('register', taken)).outcome).toBe('conflict');
    const phone = { token: ada.user.token, body: { name: 'Phone', type: 'telegram' } };
    const again = await asking.ask('createTarget', phone);
    expect([again.outcome, again.body.detail]).toEqual(['conflict', 'error when creating telegram target']);
    expect((await asking.ask('testTarget', { token: ada.user.token, id: ada.pendingTargetId })).outcome).toBe(
      'conflict',
    );
  });

  it('refers to a message that has ended, or is still pending', async () => {
    const decided = await good.replayDispatch();
    const waiting = await good.retryDispatch();
    expect((await asking.ask('retryDispatch', decided)).outcome).toBe('conflict');
    expect((await asking.ask('giveUpDispatch', decided)).outcome).toBe('conflict');
    expect((await asking.ask('replayDispatch', waiting)).outcome).toBe('conflict');
  });

  it('acknowledges a call a second time', async () => {
    const how = await good.acknowledgeInvocation();
    expect((await asking.ask('acknowledgeInvocation', how)).outcome).toBe('success');
    expect((await asking.ask('acknowledgeInvocation', how)).outcome).toBe('conflict');
  });

  it('refers to a code that was never issued', async () => {
    const { token } = ada.user;
    expect((await asking.ask('getKeyRequest', { token, id: 'BCDF-GHJK' })).outcome).toBe('not-found');
    expect((await asking.ask('answerKeyRequest', { token, id: 'AEIO-UAEI', body: { key: null } })).outcome).toBe(
      'not-found',
    );
  });

  it('invites an address twice, or uses an invitation that has ended', async () => {
    const how = await good.inviteMember();
    const { body: made } = await asking.ask('inviteMember', how);
    const again = await asking.ask('inviteMember', how);
    expect([again.outcome, again.body.code]).toEqual(['conflict', 'member-already']);
    const accepted = await good.joinWorkspace();
    expect((await asking.ask('joinWorkspace', accepted)).outcome).toBe('success');
    const twice = await asking.ask('joinWorkspace', accepted);
    expect([twice.outcome, twice.body.code]).toEqual(['not-found', 'invitation-ended']);
    const late = await asking.ask('readInvitation', { body: accepted.body });
    expect([late.outcome, late.body.code]).toEqual(['not-found', 'invitation-ended']);
    expect((await asking.ask('withdrawInvitation', { ...how, id: made.id })).outcome).toBe('success');
    expect((await asking.ask('resendInvitation', { ...how, id: made.id })).outcome).toBe('not-found');
  });

  it('refers to a webhook that accepts no calls', async () => {
    const how = await good.testWebhook();
    const body = { name: 'Asleep', enabled: false, target_ids: [ada.targetId] };
    await ada.user.api('updateWebhook', { id: Number(how.id), body });
    const { outcome, body: said } = await asking.ask('testWebhook', how);
    expect([outcome, said.code]).toEqual(['conflict', 'webhook-disabled']);
    await ada.user.api('updateWebhook', { id: Number(how.id), body: { ...body, enabled: true } });
  });

  it('sets a custom response that a browser could run', async () => {
    const how = await good.testWebhook();
    const body = (answer: unknown) => ({ name: 'Asleep', target_ids: [ada.targetId], intake: { answer } });
    const ok = { status: 200, content_type: 'text/plain', body: 'OK' };
    const save = (answer: unknown) => asking.ask('updateWebhook', { ...how, body: body(answer) });
    const refused = [
      ...['text/html', 'image/svg+xml', 'text/plain\r\nset-cookie: a=b', 'text/plain; charset=utf-7', ''].map(
        (content_type) => ({ ...ok, content_type }),
      ),
      ...[100, 199, 300, 302, 500, '200', 200.5].map((status) => ({ ...ok, status })),
      ...[{ body: 'x'.repeat(1001) }, { body: 7 }, { status: 204 }].map((over) => ({ ...ok, ...over })),
      { ...ok, content_type: 'application/json', body: '{"ok":' },
      {},
    ];
    for (const answer of refused) {
      const { outcome, body: said } = await save(answer);
      expect([outcome, said.errors?.[0]?.path], JSON.stringify(answer)).toEqual([
        'invalid-input',
        expect.stringMatching(/^intake\.answer\.(status|content_type|body)$/),
      ]);
    }
    for (const answer of [ok, { status: 204, content_type: 'text/plain', body: '' }, null])
      expect((await save(answer)).outcome).toBe('success');
  });

  it('sets an invalid method or field path, or too many of them', async () => {
    const how = await good.testWebhook();
    const save = async (intake: object) =>
      (await asking.ask('updateWebhook', { ...how, body: { name: 'Asleep', target_ids: [ada.targetId], intake } }))
        .outcome;
    for (const methods of [['TRACE'], ['post'], ['POST', 'POST'], 'POST', ['POST\r\nx: y']])
      expect(await save({ methods }), String(methods)).toBe('invalid-input');
    const paths = ['a', 'b', 'c', 'd', 'e'];
    for (const duplicate_fields of [[''], ['a..b'], ['a.'], ['x'.repeat(201)], [...paths, 'f'], [7], 'a'])
      expect(await save({ duplicate_fields }), String(duplicate_fields)).toBe('invalid-input');
    expect(await save({ methods: ['POST', 'GET'], duplicate_fields: paths })).toBe('success');
    expect(await save({})).toBe('success');
    expect((await ada.user.api('getWebhook', { id: Number(how.id) })).intake).toMatchObject({
      methods: [],
      duplicate_fields: [],
      answer: null,
    });
  });

  it('creates a clone with no name or one that is too long', async () => {
    const how = await good.cloneWebhook();
    for (const name of [undefined, '', '   ', 'x'.repeat(101), 7])
      expect((await asking.ask('cloneWebhook', { ...how, body: { name } })).outcome, String(name)).toBe(
        'invalid-input',
      );
  });

  it('rotates the invoke URL a fourth time within a day', async () => {
    const how = await good.rotateWebhook();
    for (let time = 0; time < 3; time++) expect((await asking.ask('rotateWebhook', how)).outcome).toBe('success');
    const { outcome, body: said } = await asking.ask('rotateWebhook', how);
    expect([outcome, said.code]).toEqual(['conflict', 'rotation-limit-reached']);
    for (const old_valid_hours of [-1, 25, 0.5, '24'])
      expect((await asking.ask('rotateWebhook', { ...how, body: { old_valid_hours } })).outcome).toBe('invalid-input');
    const ended = await asking.ask('rotateWebhook', { ...how, body: { old_valid_hours: 0 } });
    expect(ended.body.old_routes).toEqual([]);
  });

  it('accepts a rejected call whose body was not kept in full', async () => {
    const { user, targetId } = ada;
    const id = await refusedCall(run, user, targetId, 'x'.repeat(20_000));
    expect((await asking.ask('acceptRejection', { token: user.token, id })).outcome).toBe('conflict');
  });

  it('loses against a change at the same moment', async () => {
    const { id } = await ada.user.api('createTarget', { body: { name: 'Contended', type: 'mock' } });
    await eventually(async () => {
      const race = [false, true, false, true, false, true].map((enabled) =>
        asking.ask('updateTarget', { token: ada.user.token, id, body: { enabled } }),
      );
      return (await Promise.all(race)).some(({ outcome }) => outcome === 'conflict');
    }, 'two changes at once');
  });

  it('has a challenge that is unsolved, was solved for another action, or was used before', async () => {
    for (const name of ['register', 'startTrial', 'requestPasswordReset', 'sendContactMessage'] as const) {
      const { body } = (await good[name]()) as { body: { challenge: string } };
      const other = await solvedChallenge(run, name === 'register' ? 'FEEDBACK' : 'REGISTER');
      for (const challenge of ['made up', other])
        expect((await asking.ask(name, { body: { ...body, challenge } })).outcome).toBe('challenge-failed');
      expect((await asking.ask(name, { body })).outcome).toBe('success');
      expect((await asking.ask(name, { body: { ...body, email: freshAddress() } })).outcome).toBe('challenge-failed');
    }
  });

  it('meets an existing subscription, or a payment provider that does not answer', async () => {
    const { token } = await good.cancelSubscription();
    const { token: newcomer } = await signUp(run, freshAddress());
    expect((await asking.ask('openBillingPortal', { token: newcomer })).outcome).toBe('conflict');
    expect((await asking.ask('createSubscriptionLink', { token })).outcome).toBe('conflict');
    await fakes.behave('stripe', { mode: '500' });
    for (const name of paymentRoutes) expect((await asking.ask(name, { token })).outcome).toBe('unavailable');
    await fakes.behave('stripe', { mode: 'ok' });
  });

  it('needs an email that cannot be sent, or one too many', async () => {
    const { token } = ada.user;
    const mailbox = (address: string) => ({ token, body: { name: 'Mailbox', type: 'email', options: { address } } });
    const { body: target } = await asking.ask('createTarget', mailbox('reader@example.com'));
    const renew = { token, id: target.id, body: { options: { renew: true } } };
    const contact = await good.sendContactMessage();
    const invitation = await good.resendInvitation();

    await fakes.behave('email', { mode: '500' });
    expect((await asking.ask('createTarget', mailbox('other@example.com'))).outcome).toBe('unavailable');
    expect((await asking.ask('updateTarget', renew)).outcome).toBe('unavailable');
    expect((await asking.ask('sendContactMessage', contact)).outcome).toBe('unavailable');
    expect((await asking.ask('inviteMember', await good.inviteMember())).outcome).toBe('unavailable');
    expect((await asking.ask('resendInvitation', invitation)).outcome).toBe('unavailable');
    const unconfirmed = await signUp(run, freshAddress());
    const verification = { token: unconfirmed.token, id: unconfirmed.userId };
    expect((await asking.ask('requestVerification', verification)).outcome).toBe('unavailable');
    await fakes.behave('email', { mode: 'ok' });
    await asking.untilThrottled('requestVerification', async () => verification);

    await asking.untilThrottled('updateTarget', async () => renew);
    expect((await asking.ask('createTarget', mailbox('reader@example.com'))).outcome).toBe('throttled');
  }, 60_000);
});

describe('the table of routes', () => {
  it('contains everything that is served below /api', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
    for (const path of new Set(table.map(([, route]) => route.path))) {
      const known = table.filter(([, route]) => route.path === path).map(([, { method }]) => method as string);
      for (const method of methods.filter((each) => !known.includes(each))) {
        const url = `${run.appUrl}/api${path.replace('{id}', String(ada.webhookId))}`;
        const response = await fetch(url, { method, headers: { authorization: `Bearer ${ada.user.token}` } });
        // `/user/login` also matches `/user/{id}`, so it has that route's methods, but its id is invalid.
        const shared = table.some(
          ([, route]) => route.method === method && new RegExp(`^${route.path.replace('{id}', '[^/]+')}$`).test(path),
        );
        expect([shared ? 400 : 405, shared ? 400 : 404], `${method} ${path}`).toContain(response.status);
        if (response.status === 405) expect(response.headers.get('allow')).not.toContain(method);
      }
    }
    for (const path of [
      '/',
      '/nothing',
      '/admin',
      '/debug',
      '/webhooks/1',
      '/users',
      '/user/1/limits',
      '/..%2fwebhooks',
    ])
      expect((await fetch(`${run.appUrl}/api${path}`)).status, path).toBe(404);
  });

  it('answers HEAD where it answers GET, without a body', async () => {
    for (const [name, { method, path }] of table) {
      if (method !== 'GET') continue;
      const { id = '', query = {}, token = '' } = await good[name]();
      const url = `${run.appUrl}/api${path.replace('{id}', String(id))}?${new URLSearchParams(query)}`;
      const headers = { authorization: `Bearer ${token}` };
      const get = await fetch(url, { headers });
      const head = await fetch(url, { method: 'HEAD', headers });
      expect([name, head.status, await head.text()]).toEqual([name, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      await get.text();
    }
  });

  it('is described by the document that the product serves', async () => {
    const { body } = await asking.ask('getOpenApi');
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });
});

describe('the audit log', () => {
  it('shows the start of a trial once it has become an account', async () => {
    const started = await asking.ask('startTrial', { body: { challenge: await solvedChallenge(run, 'TRIAL') } });
    expect((await call(run, 'listChanges', { token: started.body.access_token })).status).toBe(403);
    const cookie = /^[^;]+/.exec(started.headers.get('set-cookie') ?? '')?.[0];
    const claim = {
      email: freshAddress(),
      password: 'violet.Tramway.9',
      challenge: await solvedChallenge(run, 'REGISTER'),
    };
    const { outcome, body } = await asking.ask('register', { cookie, origin: run.appUrl, body: claim });
    expect([outcome, body.user_id]).toEqual(['success', started.body.user_id]);
    const { changes } = (await call(run, 'listChanges', { token: body.access_token })).body;
    expect(changes.map(({ action }: { action: string }) => action)).toEqual(['register', 'startTrial']);
  });

  it('names the changed fields and the key, but no value', async () => {
    const secret = 'fixture-signing-secret-1234';
    const { key, id } = await ada.user.api('createKey', { body: { name: 'CI', scopes: ['write', 'read'] } });
    await asking.ask('setVerification', {
      id: ada.webhookId,
      token: key,
      body: { mode: 'report', sender: 'github', add_secret: secret },
    });
    const entry = await newest(key);
    expect(entry).toMatchObject({
      action: 'setVerification',
      by: 'key',
      key_id: id,
      key_name: expect.stringMatching(/^CI \(…/),
    });
    expect(entry?.fields).toEqual(['mode', 'sender', 'add_secret']);
    expect(JSON.stringify(entry)).not.toContain(secret);
  });

  it('names only the changed setting of a webhook, even if the client sends all settings', async () => {
    const { api } = ada.user;
    const webhook = await api('getWebhook', { id: ada.webhookId });
    await api('updateWebhook', { id: ada.webhookId, body: { ...webhook, name: 'Renamed' } });
    expect(await newest(ada.user.token)).toMatchObject({ object_name: 'Renamed', fields: ['name'] });
  });
});

describe('rate limits', () => {
  it('return 429 and the remaining seconds', async () => {
    for (const [name, outcome] of await walkIntoLimits()) asking.seen.get(name)?.add(outcome);
  }, 120_000);
});

/** Routes whose plan limits are tested with the published plan: test/contract/usage.test.ts. */
const limited = [
  ...(['createTarget', 'createWebhook', 'cloneWebhook', 'keepSample', 'startPasskey', 'addPasskey'] as const),
  ...(['inviteMember', 'createKey', 'answerKeyRequest', 'takeKey'] as const),
] as RouteName[];

/** Outcomes that a run cannot produce. Other tests cover them. */
const seenElsewhere: Partial<Record<RouteName, string[]>> = {
  // This happens after the plan's limit: test/contract/usage.test.ts.
  takeKey: ['not-found'],
  // This happens only with a hosted challenge: test/contract/hosted-challenge.test.ts.
  createChallenge: ['not-found'],
  // This happens only to a trial: test/contract/trial-walk.test.ts.
  getKey: ['forbidden'],
  // This happens only without a provider: test/accounts/oidc.test.ts.
  startOidcLogin: ['not-found'],
  loginWithOidc: ['not-found'],
  // This happens only without a plan with seats: test/accounts/team.test.ts.
  resendInvitation: ['limit-reached'],
  // This happens only at the limit of trials: test/accounts/trials.test.ts.
  startTrial: ['unavailable'],
  // A save conflicts only after losing five races: test/webhooks/races.test.ts.
  updateWebhook: ['conflict'],
  setVerification: ['conflict'],
};

describe('after the walk', () => {
  it.each(table)('every outcome that %s promises was seen', (name) => {
    const elsewhereSeen = [
      ...(seenElsewhere[name] ?? []),
      ...(limited.includes(name) ? ['limit-reached'] : []),
      ...(isInSample(name) ? [] : ['payload-too-large']),
    ];
    const here = promisesOf(name).filter((code) => !elsewhereSeen.includes(code));
    expect([...(asking.seen.get(name) ?? [])]).toEqual(expect.arrayContaining(['success', ...here]));
  });
});
