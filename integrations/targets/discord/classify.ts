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

const errorBody = z.object({ code: z.number().optional(), retry_after: z.number().optional() });

const NEW_HOOK = 'Create a new webhook in the channel, then enter its URL in this target.';

/**
 * Discord's error codes that concern the target, not the message (discord.com/developers, opcodes and status codes).
 */
const closed: Record<number, [DeliveryCode, reason: string]> = {
  10015: ['incoming-webhook-gone', `The webhook was deleted in Discord. ${NEW_HOOK}`],
  50027: ['incoming-webhook-gone', `Discord rejected the webhook’s token. ${NEW_HOOK}`],
  10003: [
    'incoming-webhook-gone',
    'The channel was deleted. Create a webhook in another channel, then enter its URL in this target.',
  ],
  50013: [
    'channel-not-writable',
    'The webhook isn’t allowed to post in this channel. Allow it in the channel’s permissions, then reactivate this target.',
  ],
  220001: [
    'channel-not-writable',
    'The channel is a forum. In Discord, choose a text channel for the webhook. Or add a post’s ID to its URL, as the setup explains.',
  ],
};
const refused: Record<number, [DeliveryCode, reason: string]> = {
  50035: [
    'message-too-long',
    'Discord rejected this message, probably because it is too long. Shorten it in the template.',
  ],
  50006: ['message-empty', messageFaults.empty('Discord')],
  50109: ['message-refused', messageFaults.unreadable('Discord')],
  40005: ['message-too-long', messageFaults.tooLong('Discord')],
};
/** Error codes for slow mode and a channel's write limits. */
const busyCodes = [20016, 20028];

/** Codes that concern the message to be changed: it was deleted, or it isn't the webhook's own. */
const lost: Record<number, Lost['why']> = { 10008: 'gone', 50005: 'refused' };

/** The reason why a message can't be changed; undefined for other responses. */
export const lostOf = ({ status, body }: HttpAnswer): Lost | undefined => {
  const why = status < 400 ? undefined : lost[errorBody.safeParse(parseJson(body)).data?.code ?? 0];
  return why && { kind: 'lost', why };
};

/** Converts an incoming webhook's response to an outcome. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const { code = 0, retry_after } = errorBody.safeParse(parseJson(answer.body)).data ?? {};
  if (answer.status === 429 || busyCodes.includes(code))
    return retryLater(
      slowDown('Discord', 'in this channel'),
      answer,
      retry_after === undefined ? retryAfterSeconds(answer, now) : Math.ceil(retry_after),
    );
  const gone = closed[code];
  if (gone) return failed(answer, 'fail_target', ...gone);
  const bad = refused[code];
  if (bad) return failed(answer, 'fail_message', ...bad);
  const busy = busyOutcome(answer, 'Discord', now);
  if (busy) return busy;
  switch (answer.status) {
    case 400:
    case 413:
      return failed(answer, 'fail_message', 'message-refused', messageFaults.refused('Discord'));
    default:
      return failed(
        answer,
        'fail_target',
        'incoming-webhook-gone',
        `Discord rejects messages to this channel. ${NEW_HOOK}`,
      );
  }
};
