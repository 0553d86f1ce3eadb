import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const TOKEN = 'theTokenOfTheWebhook_theTokenOfTheWebhook_theTokenOfTheWeb12';
export const discordUrl = `https://discord.com/api/webhooks/123456789012345678/${TOKEN}`;

const chat = (status: number, code: number, headers = {}) => json(status, { message: 'text', code }, headers);

export const example: KindExample = {
  secrets: { url: discordUrl, token: TOKEN },
  told: [TOKEN, discordUrl],
  form: {
    act: 'discord/webhook',
    input: { channel: 'announcements' },
    options: ({ url }) => ({ url }),
    secrets: ({ url }) => ({ 'token of the Discord webhook': url.slice(url.lastIndexOf('/') + 1) }),
  },
  hardLimit: [2000, (body) => JSON.parse(body).content.length],
  answers: [
    ['stored', json(200, { id: '1', content: 'x' }), 'ok'],
    ['accepted', { status: 204 }, 'ok'],
    [
      'too many, with a fraction',
      json(429, { message: 'You are being rate limited.', retry_after: 64.57, global: false }, { 'retry-after': '65' }),
      'retry',
      65,
    ],
    ['too many, header only', plain(429, '', { 'retry-after': '12' }), 'retry', 12],
    ['unknown webhook', chat(404, 10015), 'fail_target'],
    ['invalid token', chat(401, 50027), 'fail_target'],
    ['unknown channel', chat(404, 10003), 'fail_target'],
    ['no permission', chat(403, 50013), 'fail_target'],
    ['forum needs a thread', chat(400, 220001), 'fail_target'],
    ['too long', chat(400, 50035), 'fail_message'],
    ['empty', chat(400, 50006), 'fail_message'],
    ['bad JSON', chat(400, 50109), 'fail_message'],
    ['too large', chat(413, 40005), 'fail_message'],
    ['slow mode', chat(400, 20016, { 'retry-after': '5' }), 'retry', 5],
    ['write limit', chat(403, 20028), 'retry'],
    ['server fault', plain(502, ''), 'retry'],
    ['an unknown 404', plain(404, ''), 'fail_target'],
  ],
  refusals: {
    10015: 'fail_target',
    50027: 'fail_target',
    10003: 'fail_target',
    50013: 'fail_target',
    50035: 'fail_message',
    50006: 'fail_message',
    50109: 'fail_message',
    40005: 'fail_message',
    220001: 'fail_target',
    20016: 'retry',
    20028: 'retry',
  },
};
