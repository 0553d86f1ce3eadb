import { randomBytes } from 'node:crypto';
import { type FakeAnswer, type FakeRequest, jsonAnswer } from '../../../../lib/local/fakes/fake.ts';
import type { StateFile } from '../../../../lib/local/fakes/state.ts';
import { channelOf, type SlackState } from './workspace.ts';

export interface SlackApp {
  clientId: string;
  clientSecret: string;
  /** The redirect URL configured for the app. */
  redirectUrl: string;
}

/** The scopes of the app's manifest. */
const SCOPES = ['incoming-webhook', 'chat:write', 'chat:write.public'];

const codeLifetimeMs = 10 * 60_000;

/** Returns the consent page's error for an invalid link; undefined if the link is valid. */
export const authorizeError = (app: SlackApp, query: URLSearchParams): string | undefined => {
  if (query.get('client_id') !== app.clientId) return 'Invalid client_id parameter';
  const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  if (scopes.length === 0) return 'No scopes requested';
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) return `Invalid permissions requested: ${unknown}`;
  const redirectUri = query.get('redirect_uri') ?? app.redirectUrl;
  if (!redirectUri.startsWith(app.redirectUrl)) {
    return `redirect_uri did not match any configured URIs. Passed URI: ${redirectUri}`;
  }
  return undefined;
};

/** Returns the URL to open after the user's decision. `channel` is undefined if they declined. */
export const decide = (
  app: SlackApp,
  state: StateFile<SlackState>,
  query: URLSearchParams,
  channel: string | undefined,
  now: Date,
): string => {
  const redirectUri = query.get('redirect_uri') ?? app.redirectUrl;
  const target = new URL(redirectUri);
  const chosen = channel === undefined ? undefined : channelOf(state.current, channel);
  if (chosen) {
    const code = `${randomBytes(6).toString('hex')}.${randomBytes(24).toString('hex')}`;
    const expiresAt = now.getTime() + codeLifetimeMs;
    state.current.grants = state.current.grants.slice(-50);
    state.current.grants.push({ code, channelId: chosen.id, redirectUri, expiresAt, used: false });
    state.save();
    target.searchParams.set('code', code);
  } else {
    target.searchParams.set('error', 'access_denied');
  }
  const oauthState = query.get('state');
  if (oauthState !== null) target.searchParams.set('state', oauthState);
  return target.href;
};

/** Responds to `oauth.v2.access`: the status is always 200, and `ok` has the result. */
export const exchange = (app: SlackApp, state: StateFile<SlackState>, request: FakeRequest, now: Date): FakeAnswer => {
  const refused = (error: string): FakeAnswer => jsonAnswer(200, { ok: false, error });
  const form = new URLSearchParams(request.body);
  const client = clientOf(request, form);
  if (client.id !== app.clientId) return refused('invalid_client_id');
  if (client.secret !== app.clientSecret) return refused('bad_client_secret');

  const grant = state.current.grants.find((candidate) => candidate.code === form.get('code'));
  if (!grant) return refused('invalid_code');
  if (grant.used) return refused('code_already_used');
  if (grant.expiresAt <= now.getTime()) return refused('invalid_code');
  if ((form.get('redirect_uri') ?? app.redirectUrl) !== grant.redirectUri) return refused('bad_redirect_uri');
  const channel = channelOf(state.current, grant.channelId);
  if (!channel) return refused('invalid_code');

  grant.used = true;
  const { team } = state.current;
  const hookId = `B0${randomBytes(5).toString('hex').toUpperCase()}`;
  const path = `/services/${team.id}/${hookId}/${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
  const token = `xoxb-${randomBytes(18).toString('hex')}`;
  state.current.hooks.push({ path, channelId: channel.id });
  state.current.tokens = [...(state.current.tokens ?? []), { token, channelId: channel.id }];
  state.save();
  return jsonAnswer(200, {
    ok: true,
    app_id: 'A0TELLHOOK1',
    authed_user: { id: 'U0YOU000001' },
    scope: SCOPES.join(','),
    token_type: 'bot',
    access_token: token,
    bot_user_id: 'B0TELLHOOK1',
    team,
    enterprise: null,
    is_enterprise_install: false,
    incoming_webhook: {
      channel: `#${channel.name}`,
      channel_id: channel.id,
      configuration_url: `https://playground.slack.com/services/${hookId}`,
      url: `https://hooks.slack.com${path}`,
    },
  });
};

/** Reads the client's credentials, which are sent as HTTP Basic or in the form. */
const clientOf = (request: FakeRequest, form: URLSearchParams): { id: string | null; secret: string | null } => {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '');
  if (!basic) return { id: form.get('client_id'), secret: form.get('client_secret') };
  const [id, ...secret] = Buffer.from(basic[1] as string, 'base64')
    .toString('utf8')
    .split(':');
  return { id: decodeURIComponent(id ?? ''), secret: decodeURIComponent(secret.join(':')) };
};
