import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateCookies } from '../../lambdas/http/state-cookie.ts';
import { stateCookieName, stateOf } from '../../lambdas/targets/browser-state.ts';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { send } from '../../lambdas/targets/send.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { message, scriptedServer, world } from './support.ts';

let slack: Awaited<ReturnType<typeof scriptedServer>>;
let here: ReturnType<typeof world>;
beforeAll(async () => {
  slack = await scriptedServer();
});
beforeEach(() => {
  slack.clear();
  here = world(slack.hostMap);
});
afterAll(() => slack.stop());

const HOOK = 'https://hooks.slack.com/services/T1/B1/theNewSecretHook';
const granted = (over: object = {}) => ({
  status: 200,
  body: JSON.stringify({
    ok: true,
    access_token: 'xoxb-not-needed',
    team: { id: 'T1', name: 'Playground' },
    incoming_webhook: {
      channel: '#general',
      channel_id: 'C1',
      configuration_url: 'https://playground.slack.com/services/B1',
      url: HOOK,
      ...over,
    },
  }),
});
const refusedBy = (error: string) => ({ status: 200, body: JSON.stringify({ ok: false, error }) });

const create = async () => {
  const made = await createTarget(11, { name: 'Team', type: 'slack', enabled: true, options: {} }, here.ports);
  const authUrl = new URL(String(made.options.AuthUrl));
  return { id: made.id, authUrl, state: authUrl.searchParams.get('state') ?? '' };
};
/** The owner's browser returns with the cookies of all started redirects, or another browser with the given ones. */
const comeBack = async (query: Record<string, string>, cookies?: Record<string, string>) => {
  const began = [...here.ports.targets.all.values()].map((target) => [stateCookieName(target.id), stateOf(target)]);
  const answer = await here.call('slack', {
    method: 'GET',
    query: new URLSearchParams(query),
    cookies: cookies ?? Object.fromEntries(began),
  });
  return { status: answer.status, location: answer.headers?.location };
};
const stored = (id: number) => here.ports.targets.get(11, id);
const page = (id: number, setup: string) => ({
  status: 302,
  location: `https://app.example.com/targets/${id}?setup=${setup}`,
});

describe('connecting a Slack channel', () => {
  it('begins at Slack’s own page with a state of 128 bits', async () => {
    const { authUrl, state } = await create();
    expect(`${authUrl.origin}${authUrl.pathname}`).toBe('https://slack.com/oauth/v2/authorize');
    expect(Object.fromEntries(authUrl.searchParams)).toEqual({
      client_id: '111.222',
      scope: 'incoming-webhook,chat:write,chat:write.public',
      state,
      redirect_uri: 'https://app.example.com/api/callbacks/slack',
    });
    expect(Buffer.from(state, 'base64url')).toHaveLength(16);
  });

  it('exchanges the code and stores the hook encrypted and the token not at all', async () => {
    const { id, state } = await create();
    slack.answer(granted());
    expect(await comeBack({ code: 'the-code', state })).toEqual(page(id, 'connected'));
    const [request] = slack.received;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/api/oauth.v2.access',
      body: 'code=the-code&redirect_uri=https%3A%2F%2Fapp.example.com%2Fapi%2Fcallbacks%2Fslack',
    });
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('111.222:slack-client-secret').toString('base64')}`,
    );
    const target = await stored(id);
    expect(target).toMatchObject({
      status: 'active',
      options: {
        channel: '#general',
        team: 'Playground',
        configuration_url: 'https://playground.slack.com/services/B1',
      },
    });
    expect(JSON.stringify(target)).not.toMatch(/theNewSecretHook|xoxb/);
    if (!target) throw new Error('gone');
    await send(message(), target, here.ports);
    expect(slack.received[1]?.url).toBe('/services/T1/B1/theNewSecretHook');
  });

  it.each([
    ['no cookie of the owner', () => ({})],
    ['a cookie of a way that somebody else began', (id: number) => ({ [`__Host-state-${id}`]: 'B'.repeat(22) })],
    ['the cookie of another target', (id: number, state: string) => ({ [`__Host-state-${id + 1}`]: state })],
  ])('is rejected in a browser that has %s, before Slack is asked', async (_what, cookies) => {
    const { id, state } = await create();
    expect(await comeBack({ code: 'code-of-a-stranger', state }, cookies(id, state))).toEqual({
      status: 302,
      location: 'https://app.example.com/targets?setup=elsewhere',
    });
    expect(slack.received).toEqual([]);
    expect((await stored(id))?.status).toBe('pending');
    // The state can be used only once.
    expect((await comeBack({ code: 'the-code', state })).location).toContain('setup=expired');
  });

  it("gives the state to the owner's browser, for ten minutes and the way back from Slack", async () => {
    const made = await createTarget(11, { name: 'Team', type: 'slack', enabled: true, options: {} }, here.ports);
    const state = new URL(String(made.options.AuthUrl)).searchParams.get('state');
    expect(stateCookies(made)).toEqual({
      cookies: [`__Host-state-${made.id}=${state}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600`],
    });
    expect(stateCookies({ ...made, options: {} })).toEqual({});
  });

  it('works once per state', async () => {
    const { id, state } = await create();
    slack.answer(granted());
    await comeBack({ code: 'the-code', state });
    expect(await comeBack({ code: 'another', state })).toEqual({
      status: 302,
      location: 'https://app.example.com/targets?setup=expired',
    });
    expect(slack.received).toHaveLength(1);
    expect((await stored(id))?.status).toBe('active');
  });

  it('ends after ten minutes', async () => {
    const { id, state } = await create();
    here.advance(600);
    expect((await comeBack({ code: 'the-code', state })).location).toContain('setup=expired');
    expect(slack.received).toEqual([]);
    expect((await stored(id))?.status).toBe('pending');
  });

  it('is rejected without a state, and with an unknown one', async () => {
    expect((await comeBack({ code: 'the-code' })).location).toContain('setup=expired');
    expect((await comeBack({ code: 'the-code', state: 'A'.repeat(22) })).location).toContain('setup=expired');
    expect(slack.received).toEqual([]);
  });

  it('reports a denial by its owner, and uses up the state', async () => {
    const { id, state } = await create();
    expect(await comeBack({ error: 'access_denied', state })).toEqual(page(id, 'refused'));
    // The link no longer has an expiry, so the owner must request a new one.
    expect((await stored(id))?.options).not.toHaveProperty('expires_at');
    expect((await comeBack({ code: 'the-code', state })).location).toContain('setup=expired');
    expect((await stored(id))?.status).toBe('pending');
  });

  it.each(['invalid_code', 'code_already_used', 'bad_redirect_uri', 'bad_client_secret', 'invalid_client_id'])(
    'fails without a trace when Slack answers %s',
    async (error) => {
      const { id, state } = await create();
      slack.answer(refusedBy(error));
      expect(await comeBack({ code: 'the-code', state })).toEqual(page(id, 'failed'));
      expect((await stored(id))?.status).toBe('pending');
    },
  );

  it.each([
    'https://hooks.slack.com.evil.example/services/T1/B1/x',
    'https://evil.example/services/T1/B1/x',
    'http://hooks.slack.com/services/T1/B1/x',
    'https://hooks.slack.com@evil.example/services/T1/B1/x',
  ])('takes no hook that is not Slack’s: %s', async (url) => {
    const { id, state } = await create();
    slack.answer(granted({ url }));
    expect(await comeBack({ code: 'the-code', state })).toEqual(page(id, 'failed'));
  });

  it('can be restarted, and keeps the old channel until the new one is chosen', async () => {
    const { id, state } = await create();
    slack.answer(granted());
    await comeBack({ code: 'the-code', state });
    const again = await updateTarget(11, id, { options: { renew: true } }, here.ports);
    expect(again).toMatchObject({ status: 'active', options: { channel: '#general', AuthUrl: expect.any(String) } });
    const next = new URL(String(again.options.AuthUrl)).searchParams.get('state') ?? '';
    slack.answer(granted({ channel: '#alerts', url: 'https://hooks.slack.com/services/T1/B2/other' }));
    await comeBack({ code: 'another-code', state: next });
    const target = await stored(id);
    expect(target?.options).toEqual(expect.objectContaining({ channel: '#alerts' }));
    expect(target?.options).not.toHaveProperty('AuthUrl');
  });

  it('makes a revoked target active again, and leaves a disabled one disabled', async () => {
    for (const [status, after] of [
      ['inactive', 'active'],
      ['disabled', 'disabled'],
    ] as const) {
      const { id, state } = await create();
      slack.answer(granted());
      await comeBack({ code: 'the-code', state });
      await here.ports.targets.update(11, id, { status }, here.ports.clock());
      const again = await updateTarget(11, id, { options: { renew: true } }, here.ports);
      slack.answer(granted());
      await comeBack({ code: 'c', state: new URL(String(again.options.AuthUrl)).searchParams.get('state') ?? '' });
      expect((await stored(id))?.status).toBe(after);
    }
  });

  it('accepts GET only, at a single address', async () => {
    expect((await here.call('slack', { method: 'POST' })).status).toBe(405);
    expect((await here.call('slack', { method: 'GET', path: ['x'] })).status).toBe(404);
  });
});
