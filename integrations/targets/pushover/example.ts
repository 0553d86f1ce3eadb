import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const USER = 'uTheKeyOfAUserOfTheTests123456';
const TOKEN = 'aTheTokenOfAnApplicationTests1';

const said = (status: number, body: object, headers = {}) =>
  json(status, { status: 0, request: '5042853c-402d-4a18-abcb-168734a801de', ...body }, headers);
/** The header with the time of the reset, given in seconds after the time in the tests. */
const resetIn = (seconds: number) => ({ 'x-limit-app-reset': String(Date.UTC(2026, 10, 20, 12) / 1000 + seconds) });

export const example: KindExample = {
  options: { user: '***', token: '***' },
  secrets: { user: USER, token: TOKEN },
  told: [TOKEN, USER],
  form: {
    act: 'pushover/user',
    input: { name: 'Ada' },
    options: ({ id, token }) => ({ user: id, token }),
    secrets: ({ id, token }) => ({ 'user key of Pushover': id, 'API token of Pushover': token }),
  },
  hardLimit: [1024, (body) => Array.from(String(JSON.parse(body).message)).length],
  busySeconds: 3600,
  answers: [
    ['queued', json(200, { status: 1, request: '647d2300-702c-4b38-8b2f-d56326ae460b' }), 'ok'],
    ['not queued, although 200', said(200, { errors: ['message cannot be blank'] }), 'fail_message'],
    ['token invalid', said(400, { token: 'invalid', errors: ['application token is invalid'] }), 'fail_target'],
    ['token invalid, in words', said(400, { errors: ['application token is invalid'] }), 'fail_target'],
    ['user invalid', said(400, { user: 'invalid', errors: ['user identifier is invalid'] }), 'fail_target'],
    ['no device', said(400, { errors: ['user identifier is valid but has no active devices'] }), 'fail_target'],
    ['message blank', said(400, { message: 'cannot be blank', errors: ['message cannot be blank'] }), 'fail_message'],
    ['too long', said(400, { errors: ['message is too long'] }), 'fail_message'],
    ['not allowed', plain(403, ''), 'fail_target'],
    ['unauthorised', plain(401, ''), 'fail_target'],
    ['no such page', plain(404, ''), 'fail_target'],
    ['body too large', plain(413, ''), 'fail_message'],
    ['the month is used up', said(429, { errors: ['over limit'] }, resetIn(86_400)), 'retry', 86_400],
    ['the month is used up, three weeks before its end', said(429, {}, resetIn(21 * 86_400)), 'retry', 7 * 86_400],
    ['too many, with a wait', plain(429, '', { 'retry-after': '12' }), 'retry', 12],
    ['too many, without one', plain(429, ''), 'retry', 3600],
    ['a redirect', plain(302, '', { location: 'https://pushover.net/down' }), 'retry', 5],
    ['server fault', said(500, {}), 'retry', 5],
    ['bad gateway', plain(502, ''), 'retry', 5],
  ],
  refusals: {
    token: 'fail_target',
    user: 'fail_target',
    devices: 'fail_target',
    blank: 'fail_message',
    long: 'fail_message',
    priority: 'fail_message',
    quota: 'retry',
    fault: 'retry',
  },
};
