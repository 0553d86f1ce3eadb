import { type KindExample, plain, type Row } from '../../../test/targets/kind-example.ts';

const url = 'https://hooks.slack.com/services/T00000000/B00000000/theSecretOfTheHook';

export const example: KindExample = {
  options: { channel: '#general' },
  secrets: { url },
  told: ['theSecretOfTheHook', url],
  hardLimit: [4000, (body) => JSON.parse(body).text.length],
  answers: [
    ['accepted', plain(200, 'ok'), 'ok'],
    ...['invalid_payload', 'no_text', 'too_many_attachments', 'invalid_blocks'].map(
      (body): Row => [body, plain(400, body), 'fail_message'],
    ),
    ['user_not_found', plain(400, 'user_not_found'), 'fail_target'],
    ['channel_not_found as 400', plain(400, 'channel_not_found'), 'fail_target'],
    ['channel_not_found as 404', plain(404, 'channel_not_found'), 'fail_target'],
    ...['action_prohibited', 'posting_to_general_channel_denied', 'invalid_token'].map(
      (body): Row => [body, plain(403, body), 'fail_target'],
    ),
    ...['no_service', 'no_service_id', 'no_active_hooks', 'no_team', 'team_disabled'].map(
      (body): Row => [body, plain(404, body), 'fail_target'],
    ),
    ['channel_is_archived', plain(410, 'channel_is_archived'), 'fail_target'],
    ['rate limited', plain(429, 'rate_limited', { 'retry-after': '30' }), 'retry', 30],
    ['rollup_error', plain(500, 'rollup_error'), 'retry'],
    ['unavailable', plain(503, ''), 'retry'],
    ['an unknown 400', plain(400, 'something_new'), 'fail_message'],
    ['an unknown 403', plain(403, 'something_new'), 'fail_target'],
    ['an unknown 404', plain(404, ''), 'fail_target'],
    ['an unknown 410', plain(410, ''), 'fail_target'],
    ['a redirect', plain(302, '', { location: 'https://hooks.slack.com/elsewhere' }), 'fail_target'],
  ],
  refusals: {
    invalid_payload: 'fail_message',
    no_text: 'fail_message',
    too_many_attachments: 'fail_message',
    invalid_blocks: 'fail_message',
    user_not_found: 'fail_target',
    channel_not_found: 'fail_target',
    action_prohibited: 'fail_target',
    posting_to_general_channel_denied: 'fail_target',
    invalid_token: 'fail_target',
    no_service: 'fail_target',
    no_service_id: 'fail_target',
    no_active_hooks: 'fail_target',
    no_team: 'fail_target',
    team_disabled: 'fail_target',
    channel_is_archived: 'fail_target',
    rollup_error: 'retry',
  },
};
