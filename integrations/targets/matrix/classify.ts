import * as z from 'zod';
import type { DeliveryCode } from '#contract/codes';
import type { Lost } from '../../../lambdas/model/message.ts';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import {
  busyOutcome,
  failed,
  messageFaults,
  retryAfterSeconds,
  retryLater,
  slowDown,
} from '../../../lambdas/targets/provider-answer.ts';

/** The standard error response. Its code is more precise than the status. */
const errorBody = z.object({ errcode: z.string().catch(''), retry_after_ms: z.number().optional().catch(undefined) });

export const errorOf = ({ body }: HttpAnswer): z.infer<typeof errorBody> =>
  errorBody.safeParse(parseJson(body)).data ?? { errcode: '' };

const SERVER = 'The homeserver';
/** Wait if the response contains none. */
const BUSY_SECONDS = 5;
/** Wait for a homeserver over its limits. It is long, because only its operator can fix that. */
const FULL_SECONDS = 3600;

type Meaning = readonly [kind: 'fail_target' | 'fail_message', code: DeliveryCode, reason: string];
const NO_TOKEN: Meaning = [
  'fail_target',
  'posting-restricted',
  'The homeserver does not accept the access token. Enter another one, then reactivate this target.',
];
const NOT_ALLOWED: Meaning = [
  'fail_target',
  'posting-restricted',
  'The user is not in the room or can’t post there. Invite the user and accept the invitation, then reactivate this target.',
];
const NO_ACCOUNT: Meaning = [
  'fail_target',
  'posting-restricted',
  'The homeserver has blocked the user that posts. Enter the token of another user, then reactivate this target.',
];
const NO_ROOM: Meaning = [
  'fail_target',
  'receiver-gone',
  'The homeserver does not know this room. Check the room ID, then reactivate this target.',
];
const NO_SERVER: Meaning = [
  'fail_target',
  'receiver-gone',
  'There is no homeserver at this address. Check its URL, then reactivate this target.',
];
const TOO_LONG: Meaning = ['fail_message', 'message-too-long', messageFaults.tooLong('the homeserver')];
const REFUSED: Meaning = ['fail_message', 'message-refused', messageFaults.refused('The homeserver')];

/** Meanings by error code (spec.matrix.org, client-server API, "Common error codes" and "Other error codes"). */
const byCode: Readonly<Record<string, Meaning>> = {
  M_UNKNOWN_TOKEN: NO_TOKEN,
  M_MISSING_TOKEN: NO_TOKEN,
  M_UNAUTHORIZED: NO_TOKEN,
  M_FORBIDDEN: NOT_ALLOWED,
  M_GUEST_ACCESS_FORBIDDEN: NOT_ALLOWED,
  M_USER_DEACTIVATED: NO_ACCOUNT,
  M_NOT_FOUND: NO_ROOM,
  M_UNRECOGNIZED: NO_SERVER,
  M_TOO_LARGE: TOO_LONG,
  M_BAD_JSON: REFUSED,
  M_NOT_JSON: REFUSED,
  M_MISSING_PARAM: REFUSED,
  M_INVALID_PARAM: REFUSED,
};
const byStatus: Readonly<Record<number, Meaning>> = {
  400: REFUSED,
  401: NO_TOKEN,
  403: NOT_ALLOWED,
  413: TOO_LONG,
};

/**
 * The reason why an event can't be changed or replied to (texts as in Synapse); undefined for other responses. A
 * homeserver accepts a change of a deleted event, but no client shows it.
 */
export const lostOf = (answer: HttpAnswer): Lost | undefined => {
  if (answer.status === 400 && /relation to unknown event|relations must be in the same room/i.test(answer.body))
    return { kind: 'lost', why: 'gone' };
  return answer.status === 413 ? { kind: 'lost', why: 'refused' } : undefined;
};

/** Converts a homeserver's response to an outcome. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const { errcode, retry_after_ms: ms } = errorOf(answer);
  if (errcode === 'M_LIMIT_EXCEEDED') {
    const said = ms === undefined ? undefined : Math.ceil(ms / 1000);
    return retryLater(slowDown(SERVER), answer, retryAfterSeconds(answer, now) ?? said ?? BUSY_SECONDS);
  }
  if (errcode === 'M_RESOURCE_LIMIT_EXCEEDED') return retryLater(slowDown(SERVER), answer, FULL_SECONDS);
  const busy = busyOutcome(answer, SERVER, now, BUSY_SECONDS);
  if (busy) return busy;
  return failed(answer, ...(byCode[errcode] ?? byStatus[answer.status] ?? NO_SERVER));
};
