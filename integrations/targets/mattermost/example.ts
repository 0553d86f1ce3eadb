import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const HOOK = 'xq7k3m9p2r5t8w1y4z6a3b5c7d';
export const hookUrl = `https://chat.mattermost.example/hooks/${HOOK}`;

const said = (status: number, id: string) =>
  json(status, { id, message: 'as the server says it', detailed_error: '', request_id: 'r', status_code: status });
const web = (status: number, name: string) => said(status, `web.incoming_webhook.${name}.app_error`);

export const example: KindExample = {
  options: { url: 'https://chat.mattermost.example/hooks/***' },
  secrets: { url: hookUrl, hook: HOOK },
  told: [HOOK, hookUrl],
  form: {
    act: 'mattermost/webhook',
    input: { channel: 'deployments' },
    options: ({ url }) => ({ url }),
    secrets: ({ url }) => ({ 'key of the Mattermost webhook': url.slice(url.lastIndexOf('/') + 1) }),
  },
  // A server splits a longer text into several posts.
  hardLimit: [16_383, (body) => Array.from(String(JSON.parse(body).text ?? '')).length],
  busySeconds: 5,
  answers: [
    ['posted', plain(200, 'ok'), 'ok'],
    ['webhook unknown', web(400, 'invalid'), 'fail_target'],
    ['no text', web(400, 'text'), 'fail_message'],
    ['too long', web(400, 'split'), 'fail_message'],
    ['not read', said(400, 'model.incoming_hook.parse_data.app_error'), 'fail_message'],
    ['no session', said(401, 'api.context.session_expired.app_error'), 'fail_target'],
    ['channel locked', web(403, 'channel_locked'), 'fail_target'],
    ['no permission', web(403, 'permissions'), 'fail_target'],
    ['creator unknown', web(403, 'user'), 'fail_target'],
    ['channel deleted', said(404, 'app.channel.get.existing.app_error'), 'fail_target'],
    ['no such channel', web(404, 'channel'), 'fail_target'],
    ['another server', plain(404, 'not found'), 'fail_target'],
    ['a redirect', plain(302, '', { location: 'https://sign-in.example/' }), 'fail_target'],
    ['too large', plain(413, ''), 'fail_message'],
    ['too many', plain(429, 'limit exceeded'), 'retry', 5],
    ['too many, says a proxy', plain(429, '', { 'retry-after': '12' }), 'retry', 12],
    ['webhooks disabled', web(501, 'disabled'), 'fail_target'],
    ['the post failed', said(500, 'api.post.create_webhook_post.creating.app_error'), 'retry'],
    ['bad gateway', plain(502, ''), 'retry'],
  ],
  refusals: {
    disabled: 'fail_target',
    invalid: 'fail_target',
    parse_data: 'fail_message',
    text: 'fail_message',
    channel: 'fail_target',
    channel_locked: 'fail_target',
    permissions: 'fail_target',
    user: 'fail_target',
    existing: 'fail_target',
    split_props_length: 'fail_message',
    creating: 'retry',
    rate: 'retry',
  },
};
