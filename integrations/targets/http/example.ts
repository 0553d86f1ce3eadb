import { type KindExample, plain } from '../../../test/targets/kind-example.ts';

export const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const example: KindExample = {
  secrets: {
    url: 'https://hooks.receiver.example/in?key=aKeyInTheQuery',
    signing: whsec,
    'header:Authorization': 'Bearer theReceiversOwnToken',
  },
  told: ['aKeyInTheQuery', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'theReceiversOwnToken'],
  answers: [
    ['accepted', plain(200, ''), 'ok'],
    ['no content', { status: 204 }, 'ok'],
    ['a redirect', plain(301, '', { location: 'https://169.254.169.254/latest' }), 'retry'],
    ['unauthorized', plain(401, ''), 'retry'],
    ['not found', plain(404, ''), 'retry'],
    ['gone', plain(410, ''), 'fail_target'],
    ['too large', plain(413, ''), 'fail_message'],
    ['a loop', plain(508, ''), 'fail_message'],
    ['too many', plain(429, '', { 'retry-after': '90' }), 'retry', 90],
    ['too many, for ever', plain(429, '', { 'retry-after': '99999999999999999999' }), 'retry', 7 * 86_400],
    ['too many, until a date', plain(429, '', { 'retry-after': 'Fri, 20 Nov 2026 12:02:00 GMT' }), 'retry', 120],
    ['bad gateway', plain(502, ''), 'retry'],
    ['gateway timeout', plain(504, '', { 'retry-after': '5' }), 'retry', 5],
  ],
  refusals: {
    301: 'retry',
    400: 'retry',
    401: 'retry',
    403: 'retry',
    404: 'retry',
    408: 'retry',
    410: 'fail_target',
    413: 'fail_message',
    422: 'retry',
    500: 'retry',
    502: 'retry',
    503: 'retry',
    504: 'retry',
    508: 'fail_message',
  },
};
