import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const TOKEN = 'tk_theaccesstokenofthetopic12345';
const TOPIC = 'a-topic-that-no-one-can-guess-7f3a';
const said = (http: number, code: number) => json(http, { code, http, error: 'as the server says it' });

export const example: KindExample = {
  options: { url: 'https://ntfy.sh/***', token: 'tk_***' },
  secrets: { url: `https://ntfy.sh/${TOPIC}`, topic: TOPIC, token: TOKEN },
  told: [TOKEN, TOPIC],
  form: {
    act: 'ntfy/topic',
    input: { topic: 'a-topic-of-the-tests-4c1d', protected: true },
    options: ({ url, token }) => ({ url, token }),
    secrets: ({ token }) => ({ 'access token of ntfy': token }),
  },
  hardLimit: [4096, (body) => Math.max(Buffer.byteLength(JSON.parse(body).message), Buffer.byteLength(body) / 2)],
  busySeconds: 5,
  answers: [
    ['published', json(200, { id: 'hwQ2YpKdmg', time: 1, event: 'message', topic: 'x', message: 'y' }), 'ok'],
    ['a bad request', said(400, 40000), 'fail_message'],
    ['topic invalid', said(400, 40009), 'fail_target'],
    ['topic not allowed', said(400, 40010), 'fail_target'],
    ['no attachments', said(400, 40014), 'fail_message'],
    ['token wrong', said(401, 40101), 'fail_target'],
    ['topic protected', said(403, 40301), 'fail_target'],
    ['no such page', said(404, 40401), 'fail_target'],
    ['another server', plain(405, ''), 'fail_target'],
    ['a redirect', plain(301, '', { location: 'https://www.ntfy.sh/' }), 'fail_target'],
    ['attachment too large', said(413, 41301), 'fail_message'],
    ['body too large', plain(413, ''), 'fail_message'],
    ['too many', said(429, 42901), 'retry', 5],
    ['too many, says a proxy', plain(429, '', { 'retry-after': '12' }), 'retry', 12],
    ['the quota of the day', said(429, 42908), 'retry', 3600],
    ['server fault', said(500, 50001), 'retry'],
    ['bad gateway', plain(502, ''), 'retry'],
    ['storage full', said(507, 50701), 'retry'],
  ],
  followsForgotten: true,
  refusals: {
    40007: 'fail_message',
    40009: 'fail_target',
    40010: 'fail_target',
    40014: 'fail_message',
    // The message is sent again without its buttons.
    40018: 'ok',
    40024: 'fail_message',
    40101: 'fail_target',
    40301: 'fail_target',
    40401: 'fail_target',
    41301: 'fail_message',
    41303: 'fail_message',
    42901: 'retry',
    42908: 'retry',
    42909: 'retry',
    50001: 'retry',
  },
};
