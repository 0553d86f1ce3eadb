import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const TOKEN = 'theTokenOfTheWebhookOfTheSpace_theTokenOfTheWeb12';
export const hookUrl = `https://chat.googleapis.com/v1/spaces/AAAAexample1/messages?key=theKeyOfAllWebhooks-1234567890&token=${TOKEN}`;

const said = (code: number, status: string, message = 'as the API says it') =>
  json(code, { error: { code, message, status } });

export const example: KindExample = {
  options: { url: 'https://chat.googleapis.com/v1/spaces/AAAAexample1/messages?***' },
  secrets: { url: hookUrl, token: TOKEN },
  told: [TOKEN, hookUrl],
  form: {
    act: 'googlechat/webhook',
    input: { space: 'Releases' },
    options: ({ url }) => ({ url }),
    secrets: ({ url }) => ({ 'token of the Google Chat webhook': new URL(url).searchParams.get('token') ?? '' }),
  },
  hardLimit: [32_000, (body) => Buffer.byteLength(JSON.parse(body).text ?? body)],
  busySeconds: 5,
  answers: [
    ['posted', json(200, { name: 'spaces/A/messages/B', thread: { name: 'spaces/A/threads/B' } }), 'ok'],
    ['invalid argument', said(400, 'INVALID_ARGUMENT'), 'fail_message'],
    ['another failed precondition', said(400, 'FAILED_PRECONDITION'), 'fail_message'],
    ['key invalid', said(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'), 'fail_target'],
    ['too large', plain(413, ''), 'fail_message'],
    ['token invalid', said(401, 'UNAUTHENTICATED'), 'fail_target'],
    ['not allowed', said(403, 'PERMISSION_DENIED'), 'fail_target'],
    ['no such space', said(404, 'NOT_FOUND'), 'fail_target'],
    ['an unknown page', plain(404, '<h1>Not Found</h1>'), 'fail_target'],
    ['too many', said(429, 'RESOURCE_EXHAUSTED'), 'retry', 5],
    ['too many, with a wait', plain(429, '', { 'retry-after': '12' }), 'retry', 12],
    ['a fault', said(500, 'INTERNAL'), 'retry'],
    ['unavailable, as the guide shows it', json(503, { code: 503, message: 'down', status: 'UNAVAILABLE' }), 'retry'],
  ],
  refusals: {
    INVALID_ARGUMENT: 'fail_message',
    API_KEY_INVALID: 'fail_target',
    UNAUTHENTICATED: 'fail_target',
    PERMISSION_DENIED: 'fail_target',
    NOT_FOUND: 'fail_target',
    RESOURCE_EXHAUSTED: 'retry',
    INTERNAL: 'retry',
    UNAVAILABLE: 'retry',
  },
};
