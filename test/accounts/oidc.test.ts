import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { getItem } from '../../lambdas/adapters/dynamodb/table.ts';
import { oidcProvider } from '../../lambdas/adapters/oidc-provider.ts';
import type { HttpRequest, OutboundHttp } from '../../lambdas/platform/outbound/outbound.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, appUrl, cookieOf, newUser } from './rig.ts';

const logged = captureLog();
const stand = tableStandIn();
const ISSUER = 'https://login.example.org';
const CLIENT = { id: 'tellhook', secret: 'fixture-client-secret-1234' };
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Changes to the provider's next ID token; with `key`, it is signed with a foreign key, or by another algorithm. */
interface Forgery {
  claims?: Record<string, unknown>;
  key?: 'foreign' | 'none';
}

/** A provider that issues one ID token for the latest authorization request, by the protocol. */
const provider = () => {
  const state = { asked: new URLSearchParams(), forgery: {} as Forgery, email: 'ada@example.com', down: false };
  const requests: HttpRequest[] = [];
  const token = ({ body = '' }: HttpRequest) => {
    const form = new URLSearchParams(body);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      form.get('code') === 'one-code' &&
      form.get('client_secret') === CLIENT.secret &&
      form.get('redirect_uri') === `${appUrl}/user/sso` &&
      challenge === state.asked.get('code_challenge');
    if (!isRight) return { status: 400, body: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: CLIENT.id,
      sub: '1',
      nonce: state.asked.get('nonce'),
      iat: now,
      exp: now + 300,
      email: state.email,
      email_verified: true,
      ...state.forgery.claims,
    };
    const alg = state.forgery.key === 'none' ? 'none' : 'RS256';
    const signed = `${encoded({ alg, kid: 'one' })}.${encoded(claims)}`;
    const { privateKey } = state.forgery.key === 'foreign' ? foreign : own;
    const signature = alg === 'none' ? '' : sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
    return {
      status: 200,
      body: { access_token: 'opaque', token_type: 'Bearer', id_token: `${signed}.${signature}` },
    };
  };
  const answer = (request: HttpRequest): { status: number; body: object } => {
    switch (new URL(request.url).pathname) {
      case '/.well-known/openid-configuration':
        return {
          status: 200,
          body: {
            issuer: ISSUER,
            authorization_endpoint: `${ISSUER}/authorize`,
            token_endpoint: `${ISSUER}/token`,
            jwks_uri: `${ISSUER}/jwks`,
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
          },
        };
      case '/jwks':
        return {
          status: 200,
          body: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
        };
      default:
        return token(request);
    }
  };
  const http: OutboundHttp = {
    send: async (request) => {
      requests.push(request);
      if (state.down) return { failure: 'timeout', sent: false, detail: 'no answer in time' };
      const { status, body } = answer(request);
      return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    },
  };
  return { state, requests, http };
};

let idp: ReturnType<typeof provider>;
let rig: AccountsRig;
beforeEach(async () => {
  idp = provider();
  const oidc = oidcProvider(
    { issuer: ISSUER, clientId: CLIENT.id, label: 'Example' },
    { http: idp.http, readCredentials: async () => ({ oidc: { clientSecret: CLIENT.secret } }), appUrl, links: {} },
  );
  rig = accountsRig(await stand.another(), { ports: { oidc } });
});

/** Begins a sign-in. Returns the browser's cookie and the provider's answer. */
const begin = async () => {
  const started = await rig.post('/user/login/oidc/start', undefined);
  expect(started.status).toBe(200);
  const link = new URL(started.body.link);
  idp.state.asked = link.searchParams;
  const state = link.searchParams.get('state') ?? '';
  return { link, cookie: cookieOf(started), answer: { code: 'one-code', state, iss: ISSUER } };
};
const finish = (answer: object, cookie?: string) =>
  rig.post('/user/login/oidc', answer, cookie === undefined ? {} : { cookies: [cookie] });
const signInOnce = async () => {
  const { answer, cookie } = await begin();
  return finish(answer, cookie);
};

describe('a sign-in with the provider', () => {
  it('uses the code flow with PKCE, and reveals no secret in the address', async () => {
    const { link, cookie } = await begin();
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${appUrl}/user/sso`,
      scope: 'openid email',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(link.href).not.toContain(cookie.split('=')[1]);
    expect(link.href).not.toContain(CLIENT.secret);
  });

  it('opens an account with a confirmed address, and finds it again', async () => {
    const first = await signInOnce();
    expect([first.status, first.cookies.length]).toEqual([200, 2]);
    const account = await rig.ports.accounts.get(first.body.user_id);
    expect(account).toMatchObject({ email: 'ada@example.com', emailVerified: true, status: 'free' });
    idp.state.email = 'ADA@Example.com';
    expect((await signInOnce()).body.user_id).toBe(first.body.user_id);
  });

  it.each<[string, Forgery]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['an expired token', { claims: { exp: 1_700_000_000 } }],
    ['a foreign key', { key: 'foreign' }],
    ['no signature', { key: 'none' }],
    ['no address', { claims: { email: undefined } }],
    ['an invalid address', { claims: { email: 'not an address' } }],
    ['an unconfirmed address', { claims: { email_verified: false } }],
    ['an address without a word on its confirmation', { claims: { email_verified: undefined } }],
    ['a confirmation that is not true', { claims: { email_verified: 'true' } }],
  ])('rejects %s', async (_, forgery) => {
    idp.state.forgery = forgery;
    const { status, body } = await signInOnce();
    expect([status, body.code]).toEqual([401, 'oidc-failed']);
    const { Item } = await getItem(rig.table, { Key: key.emailClaim('ada@example.com') });
    expect(Item).toBeUndefined();
  });

  it('rejects another state, another browser, another issuer and a second use', async () => {
    const { answer, cookie } = await begin();
    expect((await finish({ ...answer, state: 'another' }, cookie)).status).toBe(401);
    expect((await finish(answer)).status).toBe(401);
    expect((await finish(answer, '__Host-oidc=another')).status).toBe(401);
    expect((await finish(answer, cookie)).status).toBe(200);
    expect((await finish(answer, cookie)).status).toBe(401);
    const second = await begin();
    expect((await finish({ ...second.answer, iss: 'https://evil.example' }, second.cookie)).status).toBe(401);
    const third = await begin();
    expect((await finish({ code: 'one-code', state: third.answer.state }, third.cookie)).status).toBe(401);
  });

  it('rejects another code, and one that arrives after ten minutes', async () => {
    const { answer, cookie } = await begin();
    expect((await finish({ ...answer, code: 'another' }, cookie)).status).toBe(401);
    const late = await begin();
    rig.pass(600);
    expect((await finish(late.answer, late.cookie)).status).toBe(401);
  });

  it('never opens an account whose address was never confirmed', async () => {
    const { id } = await newUser(rig, 'ada@example.com');
    const { status, body } = await signInOnce();
    expect([status, body.code]).toEqual([401, 'oidc-failed']);
    expect(body.detail).toContain('Reset its password');
    expect((await rig.ports.accounts.get(id))?.emailVerified).toBe(false);
  });

  it('asks the user to try later while the provider does not respond, and then works', async () => {
    idp.state.down = true;
    expect((await rig.post('/user/login/oidc/start', undefined)).status).toBe(503);
    idp.state.down = false;
    const { answer, cookie } = await begin();
    idp.state.down = true;
    expect((await finish(answer, cookie)).status).toBe(503);
    idp.state.down = false;
    expect((await signInOnce()).status).toBe(200);
  });

  it('logs neither the code nor a secret', async () => {
    await signInOnce();
    idp.state.forgery = { claims: { nonce: 'another' } };
    const { answer, cookie } = await begin();
    await finish(answer, cookie);
    const lines = JSON.stringify(logged());
    expect(lines).toContain('oidc sign-in rejected');
    for (const secret of [CLIENT.secret, answer.code, answer.state, cookie.split('=')[1] as string])
      expect(lines).not.toContain(secret);
  });

  it('does not exist in a deployment without a provider', async () => {
    const plain = accountsRig(await stand.another());
    expect((await plain.post('/user/login/oidc/start', undefined)).status).toBe(404);
    expect((await plain.post('/user/login/oidc', { code: 'one-code', state: 'one' })).status).toBe(404);
  });
});
