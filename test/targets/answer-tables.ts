import type { OutcomeKind } from '../../lambdas/outbound/outcome.ts';
import type { Scripted } from './support.ts';

/** One row: what the provider answers, what it means, how long to wait at least when it says so. */
type Row = [what: string, answer: Scripted, outcome: OutcomeKind, afterSeconds?: number];

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const plain = (status: number, body: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

const bot = (error_code: number, description: string, parameters?: object) =>
  json(error_code, { ok: false, error_code, description, ...(parameters && { parameters }) });
const flow = (status: number, code: string) => json(status, { error: { code, message: 'as the service says it' } });
const meta = (status: number, code: number, more: object = {}) =>
  json(status, { error: { message: `(#${code}) text`, type: 'OAuthException', code, fbtrace_id: 'A1', ...more } });
const chat = (status: number, code: number, headers = {}) => json(status, { message: 'text', code }, headers);

/** The answer tables of the providers, row by row. */
export const answerTables: Record<string, Row[]> = {
  telegram: [
    ['accepted', json(200, { ok: true, result: { message_id: 1, chat: { id: 42 } } }), 'ok'],
    ['chat not found', bot(400, 'Bad Request: chat not found'), 'fail_target'],
    ['message text is empty', bot(400, 'Bad Request: message text is empty'), 'fail_message'],
    ['message is too long', bot(400, 'Bad Request: message is too long'), 'fail_message'],
    ["can't parse entities", bot(400, "Bad Request: can't parse entities: byte offset 3"), 'fail_message'],
    ['no rights', bot(400, 'Bad Request: not enough rights to send text messages to the chat'), 'fail_target'],
    ['blocked', bot(403, 'Forbidden: bot was blocked by the user'), 'fail_target'],
    ['deactivated', bot(403, 'Forbidden: user is deactivated'), 'fail_target'],
    ['never wrote', bot(403, "Forbidden: bot can't initiate conversation with a user"), 'fail_target'],
    ['another bot', bot(403, "Forbidden: the bot can't send messages to the bot"), 'fail_target'],
    ['kicked from a group', bot(403, 'Forbidden: bot was kicked from the group chat'), 'fail_target'],
    ['kicked from a supergroup', bot(403, 'Forbidden: bot was kicked from the supergroup chat'), 'fail_target'],
    ['kicked from a channel', bot(403, 'Forbidden: bot was kicked from the channel chat'), 'fail_target'],
    ['not a member', bot(403, 'Forbidden: bot is not a member of the channel chat'), 'fail_target'],
    ['topic deleted', bot(400, 'Bad Request: message thread not found'), 'fail_target'],
    ['topic closed', bot(400, 'Bad Request: TOPIC_CLOSED'), 'fail_target'],
    ['group deleted', bot(403, 'Forbidden: the group chat was deleted'), 'fail_target'],
    ['another 403', bot(403, 'Forbidden: something new'), 'fail_target'],
    ['token revoked', bot(401, 'Unauthorized'), 'fail_config'],
    ['token malformed', bot(401, 'Unauthorized: invalid token specified'), 'fail_config'],
    ['not a bot path', bot(404, 'Not Found'), 'fail_config'],
    ['getUpdates conflict', bot(409, 'Conflict: terminated by other getUpdates request'), 'fail_config'],
    ['too many', bot(429, 'Too Many Requests: retry after 17', { retry_after: 17 }), 'retry', 17],
    ['server fault', bot(500, 'Internal Server Error: restart'), 'retry'],
    ['bad gateway', plain(502, '<html>Bad Gateway</html>'), 'retry'],
    ['a bad request we do not know', bot(400, 'Bad Request: something new'), 'fail_message'],
  ],
  slack: [
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
  msteams: [
    ['queued', { status: 202 }, 'ok'],
    ['accepted', { status: 200 }, 'ok'],
    ...['WorkflowTriggerIsNotEnabled', 'TriggerInputSchemaMismatch', 'MissingApiVersionParameter'].map(
      (code): Row => [code, flow(400, code), 'fail_target'],
    ),
    ['two authorizations', flow(400, 'DirectApiRequestHasMoreThanOneAuthorization'), 'fail_config'],
    ['sig missing', flow(401, 'DirectApiAuthorizationRequired'), 'fail_target'],
    ['sig wrong', flow(401, 'AuthorizationFailed'), 'fail_target'],
    ['an empty 401', { status: 401 }, 'fail_target'],
    ['tenant policy', flow(403, 'Forbidden'), 'fail_target'],
    ['workflow gone', flow(404, 'WorkflowNotFound'), 'fail_target'],
    ['an empty 404', { status: 404 }, 'fail_target'],
    ['too large', flow(413, 'RequestEntityTooLarge'), 'fail_message'],
    [
      'throttled with a wait',
      { ...flow(429, 'WorkflowTriggerThrottled'), headers: { 'retry-after': '7' } },
      'retry',
      7,
    ],
    ['throttled without a wait', flow(429, 'WorkflowTriggerThrottled'), 'retry', 60],
    ['server fault', flow(500, 'InternalServerError'), 'retry'],
    ['unavailable', { status: 503, headers: { 'retry-after': '120' } }, 'retry', 120],
    ['another bad request', flow(400, 'InvalidRequestContent'), 'fail_message'],
  ],
  discord: [
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
  http: [
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
  whatsapp: [
    [
      'accepted',
      json(200, {
        messaging_product: 'whatsapp',
        contacts: [],
        messages: [{ id: 'wamid.1', message_status: 'accepted' }],
      }),
      'ok',
    ],
    ['token unknown', meta(401, 0), 'fail_config'],
    ['token expired', meta(401, 190, { error_subcode: 463 }), 'fail_config'],
    ['capability', meta(500, 3), 'fail_config'],
    ['permission', meta(403, 10), 'fail_config'],
    ['permission 2xx', meta(403, 200), 'fail_config'],
    ['permission 299', meta(403, 299), 'fail_config'],
    ['unknown phone-number id', meta(400, 100, { error_subcode: 33 }), 'fail_config'],
    ['bad parameter', meta(400, 100), 'fail_message'],
    ['parameter missing', meta(400, 131008), 'fail_message'],
    ['parameter value', meta(400, 131009), 'fail_message'],
    ['undeliverable', meta(400, 131026), 'fail_target'],
    ['not on the test list', meta(400, 131030), 'fail_target'],
    ['window closed, no template', meta(400, 131047), 'retry', 3600],
    ['marketing cap', meta(400, 131049), 'retry', 86_400],
    ['pair rate', meta(400, 131056), 'retry', 6],
    ['throughput as 400', { ...meta(400, 130429), headers: { 'retry-after': '3' } }, 'retry', 3],
    [
      'throughput with a usage header',
      {
        ...meta(400, 80007),
        headers: { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":4}]}' },
      },
      'retry',
      240,
    ],
    ['application limit', meta(400, 4), 'retry'],
    ...[131048, 368, 131031, 130497, 133010].map((code): Row => [`policy ${code}`, meta(400, code), 'fail_config']),
    ...[132000, 132001, 132015].map((code): Row => [`template ${code}`, meta(400, code), 'fail_config']),
    ...[1, 2, 131000, 131016].map((code): Row => [`server side ${code}`, meta(500, code), 'retry']),
    ['an unknown code', meta(400, 999_999), 'fail_message'],
    ['a fault without JSON', plain(503, ''), 'retry'],
    ['a refusal without JSON', plain(403, ''), 'fail_config'],
  ],
};
