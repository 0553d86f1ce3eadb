import { json, type KindExample, plain } from '../../../test/targets/kind-example.ts';

const TOKEN = 'syt_dGVsbGhvb2s_theTokenOfTheUser_1Ab2Cd';
export const ROOM = '!theRoomOfTheTests:homeserver.example';

const said = (status: number, errcode: string, more = {}) =>
  json(status, { errcode, error: 'as the server says it', ...more });

export const example: KindExample = {
  options: { url: 'https://matrix.homeserver.example', room: ROOM, token: '***' },
  secrets: { token: TOKEN },
  told: [TOKEN],
  form: {
    act: 'matrix/room',
    input: { name: 'Releases' },
    options: ({ url, id, token }) => ({ url, room: id, token }),
    secrets: ({ token }) => ({ 'access token of Matrix': token }),
  },
  hardLimit: [65_536, (body) => Buffer.byteLength(body) + 2048],
  busySeconds: 17,
  answers: [
    ['sent', json(200, { event_id: '$YUwRidLecu:homeserver.example' }), 'ok'],
    ['token unknown', said(401, 'M_UNKNOWN_TOKEN', { soft_logout: true }), 'fail_target'],
    ['token missing', said(401, 'M_MISSING_TOKEN'), 'fail_target'],
    ['not in the room', said(403, 'M_FORBIDDEN'), 'fail_target'],
    ['deactivated', said(403, 'M_USER_DEACTIVATED'), 'fail_target'],
    ['blocked by a proxy', plain(403, ''), 'fail_target'],
    ['no such room', said(404, 'M_NOT_FOUND'), 'fail_target'],
    ['no such room, with another status', said(400, 'M_NOT_FOUND'), 'fail_target'],
    ['another server', plain(404, '<h1>Not Found</h1>'), 'fail_target'],
    ['another API', said(404, 'M_UNRECOGNIZED'), 'fail_target'],
    ['a redirect', plain(301, '', { location: 'https://www.homeserver.example/' }), 'fail_target'],
    ['malformed', said(400, 'M_BAD_JSON'), 'fail_message'],
    ['unknown, and a bad request', said(400, 'M_UNKNOWN'), 'fail_message'],
    ['too large', said(413, 'M_TOO_LARGE'), 'fail_message'],
    ['too large, says a proxy', plain(413, ''), 'fail_message'],
    ['too many', said(429, 'M_LIMIT_EXCEEDED', { retry_after_ms: 2300 }), 'retry', 3],
    ['too many, with a header', json(429, { errcode: 'M_LIMIT_EXCEEDED' }, { 'retry-after': '12' }), 'retry', 12],
    ['too many, without a wait', said(429, 'M_LIMIT_EXCEEDED'), 'retry', 5],
    ['too many, says a proxy', plain(429, ''), 'retry', 5],
    ['the homeserver is full', said(403, 'M_RESOURCE_LIMIT_EXCEEDED', { admin_contact: 'x' }), 'retry', 3600],
    ['a fault', said(500, 'M_UNKNOWN'), 'retry'],
    ['bad gateway', plain(502, ''), 'retry'],
  ],
  refusals: {
    M_UNKNOWN_TOKEN: 'fail_target',
    M_MISSING_TOKEN: 'fail_target',
    M_FORBIDDEN: 'fail_target',
    M_USER_DEACTIVATED: 'fail_target',
    M_NOT_FOUND: 'fail_target',
    M_UNRECOGNIZED: 'fail_target',
    M_BAD_JSON: 'fail_message',
    M_NOT_JSON: 'fail_message',
    M_TOO_LARGE: 'fail_message',
    M_LIMIT_EXCEEDED: 'retry',
    M_RESOURCE_LIMIT_EXCEEDED: 'retry',
    M_UNKNOWN: 'retry',
  },
};
