import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asked, credentials, type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const { clientId, clientSecret } = credentials.slack;
const redirectUri = () => `${playground.appUrl}/api/callbacks/slack`;
const authUrl = (changes: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    client_id: clientId,
    scope: 'incoming-webhook,chat:write,chat:write.public',
    state: 'state-1',
    redirect_uri: redirectUri(),
    ...changes,
  });
  return `${playground.appUrl}/__fakes/slack/oauth/v2/authorize?${query}`;
};
const callbackQuery = (index = 0) => new URL(playground.callbacks[index]?.url ?? '/', 'http://product').searchParams;
const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await playground.provider('slack.com', '/api/oauth.v2.access', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body);
};
const approvedCode = async (channel = 'general') => {
  playground.callbacks.length = 0;
  await playground.api('POST', 'slack/approve', { authUrl: authUrl(), channel });
  return callbackQuery().get('code') ?? '';
};
const client = { client_id: clientId, client_secret: clientSecret };
const installedHook = async (channel = 'general'): Promise<string> => {
  const answer = await exchange({ code: await approvedCode(channel), redirect_uri: redirectUri(), ...client });
  return new URL(answer.incoming_webhook.url).pathname;
};
const post = (path: string, body: unknown = { text: 'hi' }) =>
  playground.provider('hooks.slack.com', path, { body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the consent page', () => {
  it('lets the user choose one channel', async () => {
    const html = await (await playground.page(authUrl().replace(playground.appUrl, ''))).text();
    expect(asked(html)).toMatchObject({
      page: 'choose-channel',
      team: 'Playground',
      channels: expect.arrayContaining([{ id: 'C0DEPLOYS01', name: 'deployments', private: false, archived: false }]),
    });
  });

  it('sends the browser back with a code and the state', async () => {
    const response = await playground.page(authUrl().replace(playground.appUrl, ''), {
      method: 'POST',
      body: new URLSearchParams({ channel: 'C0ALERTS001', decision: 'allow' }),
    });
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.href).toContain(`${redirectUri()}?code=`);
    expect(location.searchParams.get('state')).toBe('state-1');
  });

  it('sends the browser back with access_denied after Cancel', async () => {
    const response = await playground.page(authUrl().replace(playground.appUrl, ''), {
      method: 'POST',
      body: new URLSearchParams({ channel: 'C0ALERTS001', decision: 'deny' }),
    });
    expect(response.headers.get('location')).toBe(`${redirectUri()}?error=access_denied&state=state-1`);
  });

  it.each([
    [{ client_id: 'other' }, 'Invalid client_id parameter'],
    [{ scope: 'files:read' }, 'Invalid permissions requested'],
    [{ redirect_uri: 'https://example.org/steal' }, 'redirect_uri did not match any configured URIs'],
  ])('rejects %o without showing the page', async (changes, reason) => {
    const response = await playground.page(authUrl(changes).replace(playground.appUrl, ''));
    expect(response.status).toBe(400);
    expect(asked(await response.text())).toEqual({ page: 'not-authorized', reason: expect.stringContaining(reason) });
    expect(await playground.api('POST', 'slack/approve', { authUrl: authUrl(changes) })).toMatchObject({
      error: expect.stringContaining(reason),
    });
  });

  it('shows the link’s parameters as text, never as markup', async () => {
    const html = await (
      await playground.page(
        authUrl({ redirect_uri: 'https://x/"><script>alert(1)</script>' }).replace(playground.appUrl, ''),
      )
    ).text();
    expect(html).not.toContain('<script>alert');
  });
});

describe('approving by script', () => {
  it('does the same as the browser, up to the callback’s response', async () => {
    playground.answers.push({ status: 302, headers: { location: '/targets' } });
    const answer = await playground.api(
      'POST',
      'slack/approve',
      { authUrl: authUrl(), channel: '#alerts' },
      { cookie: 'session=of-the-browser' },
    );
    expect(answer).toMatchObject({ status: 302, location: '/targets' });
    expect(callbackQuery().get('state')).toBe('state-1');
    expect(playground.callbacks[0]?.headers.cookie).toBe('session=of-the-browser');
  });

  it('can decline instead', async () => {
    await playground.api('POST', 'slack/approve', { authUrl: authUrl(), deny: true });
    expect(Object.fromEntries(callbackQuery())).toEqual({ error: 'access_denied', state: 'state-1' });
  });
});

describe('oauth.v2.access', () => {
  it('returns the incoming webhook of the chosen channel', async () => {
    const answer = await exchange({ code: await approvedCode('alerts'), redirect_uri: redirectUri(), ...client });
    expect(answer).toMatchObject({
      ok: true,
      token_type: 'bot',
      scope: 'incoming-webhook,chat:write,chat:write.public',
      incoming_webhook: { channel: '#alerts', channel_id: 'C0ALERTS001' },
    });
    expect(answer.incoming_webhook.url).toMatch(/^https:\/\/hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{24}$/);
  });

  it('accepts HTTP Basic authentication of the client', async () => {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const answer = await exchange({ code: await approvedCode(), redirect_uri: redirectUri() }, { authorization });
    expect(answer.ok).toBe(true);
  });

  it.each([
    [{ client_id: 'other', client_secret: clientSecret }, 'invalid_client_id'],
    [{ client_id: clientId, client_secret: 'wrong' }, 'bad_client_secret'],
    [{ ...client, code: 'made-up' }, 'invalid_code'],
    [{ ...client, redirect_uri: 'https://example.org/' }, 'bad_redirect_uri'],
  ])('rejects %o', async (form, error) => {
    const code = await approvedCode();
    expect(await exchange({ code, redirect_uri: redirectUri(), ...form })).toEqual({ ok: false, error });
  });

  it('accepts a code once', async () => {
    const form = { code: await approvedCode(), redirect_uri: redirectUri(), ...client };
    await exchange(form);
    expect(await exchange(form)).toEqual({ ok: false, error: 'code_already_used' });
  });

  it('rejects a code after ten minutes', async () => {
    const form = { code: await approvedCode(), redirect_uri: redirectUri(), ...client };
    playground.clock.now = new Date(playground.clock.now.getTime() + 10 * 60_000);
    expect(await exchange(form)).toEqual({ ok: false, error: 'invalid_code' });
  });
});

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const rich = (...elements: object[]) => ({ type: 'rich_text', elements: [section(...elements)] });

describe('an incoming webhook', () => {
  it('returns ok in plain text', async () => {
    const answer = await post(await installedHook());
    expect([answer.status, answer.body]).toEqual([200, 'ok']);
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  it.each([
    ['not json', 400, 'invalid_payload'],
    [{ text: '' }, 400, 'no_text'],
    [{ text: 'a', attachments: Array.from({ length: 101 }, () => ({ text: 'b' })) }, 400, 'too_many_attachments'],
    [{ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'a'.repeat(3001) } }] }, 400, 'invalid_blocks'],
    [{ blocks: [{ text: 'typeless' }] }, 400, 'invalid_blocks'],
    [{ text: 7 }, 400, 'invalid_payload'],
    [{ blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }, 400, 'invalid_blocks'],
    [{ blocks: [{ type: 'divider', colour: 'red' }] }, 400, 'invalid_blocks'],
    [{ blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'a' } }] }, 400, 'invalid_blocks'],
    [{ blocks: [{ type: 'header', text: { type: 'plain_text', text: 'a'.repeat(151) } }] }, 400, 'invalid_blocks'],
    [{ blocks: [{ type: 'section' }] }, 400, 'invalid_blocks'],
    [{ blocks: [{ type: 'actions', elements: [{ type: 'button', text: 'Open' }] }] }, 400, 'invalid_blocks'],
    [{ blocks: [rich({ type: 'text', text: '' })] }, 400, 'invalid_blocks'],
    [{ blocks: [rich({ type: 'text', text: 'a', style: { loud: true } })] }, 400, 'invalid_blocks'],
    [{ text: 'a', attachments: [{ color: '#d00', blocks: [rich({ type: 'link' })] }] }, 400, 'invalid_blocks'],
  ])('rejects %j', async (body, status, code) => {
    const answer = await post(await installedHook(), body);
    expect([answer.status, answer.body]).toEqual([status, code]);
  });

  it('accepts a coloured attachment of rich text, facts and buttons', async () => {
    const blocks = [
      rich({ type: 'link', url: 'https://example.org', text: 'Deployed', style: { bold: true } }),
      { type: 'section', fields: [{ type: 'mrkdwn', text: '*Branch*\nmain' }] },
      {
        type: 'rich_text',
        elements: [
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'exit 1' }] },
          { type: 'rich_text_list', style: 'bullet', elements: [section({ type: 'text', text: 'a' })] },
        ],
      },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open run' }, url: 'https://example.org' }],
      },
    ];
    const body = { text: 'Deployed', attachments: [{ color: '#2eb67d', blocks }] };
    expect((await post(await installedHook(), body)).body).toBe('ok');
  });

  it.each([
    ['invalid_payload', 400],
    ['user_not_found', 400],
    ['channel_not_found', 404],
    ['action_prohibited', 403],
    ['posting_to_general_channel_denied', 403],
    ['invalid_token', 403],
    ['no_service', 404],
    ['no_service_id', 404],
    ['no_active_hooks', 404],
    ['no_team', 404],
    ['team_disabled', 404],
    ['channel_is_archived', 410],
    ['rollup_error', 500],
  ])('can be made to return %s', async (code, status) => {
    const answer = await post(`/services/T1/B1/${code}`);
    expect([answer.status, answer.body]).toEqual([status, code]);
  });

  it('can be made to ask the sender to wait', async () => {
    const answer = await post('/services/T1/B1/ratelimited');
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([429, '5', 'rate_limited']);
  });

  it('exists only after approval and until the app is removed', async () => {
    expect((await post('/services/T1/B1/unknown')).body).toBe('no_service');
    const hook = await installedHook('alerts');
    await playground.api('POST', 'slack/remove', { channel: 'alerts' });
    expect((await post(hook)).body).toBe('no_service');
  });

  it('returns 410 while its channel is archived', async () => {
    const hook = await installedHook('alerts');
    await playground.api('POST', 'slack/archive', { channel: 'alerts', archived: true });
    expect((await post(hook)).status).toBe(410);
    await playground.api('POST', 'slack/archive', { channel: 'alerts', archived: false });
    expect((await post(hook)).status).toBe(200);
  });

  it('is recorded byte for byte, regardless of its text', async () => {
    const body = { text: 'exit code=12 at https://example.org/services/a/b/c?sig=x&code=y' };
    await post(await installedHook(), body);
    expect((await playground.received('slack')).at(-1)?.body).toBe(JSON.stringify(body));
  });

  it('is recorded without its secret', async () => {
    const hook = await installedHook();
    await post(hook);
    const shown =
      JSON.stringify(await playground.received('slack')) + JSON.stringify(await playground.api('GET', 'changes'));
    const secret = hook.split('/').at(-1) as string;
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(clientSecret);
    expect(shown).not.toContain('xoxb-1');
    expect((await playground.received('slack')).at(-1)).toMatchObject({ body: '{"text":"hi"}', status: 200 });
    const detail = JSON.stringify(await playground.api('GET', 'entries/1'));
    expect(detail).not.toContain(secret);
  });
});

describe('the app’s bot', () => {
  it('posts to a private channel only once it was invited, and until the app is removed', async () => {
    const granted = await exchange({ code: await approvedCode('on-call'), redirect_uri: redirectUri(), ...client });
    const say = async () => {
      const answer = await playground.provider('slack.com', '/api/chat.postMessage', {
        headers: { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ channel: granted.incoming_webhook.channel_id, text: 'hi' }),
      });
      const { ok, error } = JSON.parse(answer.body);
      return ok ? 'ok' : error;
    };
    expect(await say()).toBe('channel_not_found');
    await playground.api('POST', 'slack/invite', { channel: 'on-call' });
    expect(await say()).toBe('ok');
    await playground.api('POST', 'slack/remove', { channel: 'on-call' });
    expect(await say()).toBe('account_inactive');
    const again = await exchange({ code: await approvedCode('on-call'), redirect_uri: redirectUri(), ...client });
    Object.assign(granted, again);
    expect(await say()).toBe('channel_not_found');
  });
});
