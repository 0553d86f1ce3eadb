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
  providerWords,
  retryAfterSeconds,
  retryLater,
  slowDown,
} from '../../../lambdas/targets/provider-answer.ts';

const errorBody = z.object({
  description: z.string(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.union([z.number(), z.string()]).optional() })
    .optional(),
});

/** The verdict on a response: an outcome, a moved chat, or rejected markup. */
export type TelegramVerdict = Outcome | { kind: 'moved'; chatId: string } | { kind: 'markup'; providerWords: string };

/**
 * Descriptions that mean the bot can't write in the chat, with the owner's next step. They are matched
 * case-insensitively.
 */
const closed: [part: string, code: DeliveryCode, reason: string][] = [
  ['chat not found', 'chat-gone', 'Telegram can’t find this chat. Delete this target and create a new one.'],
  [
    'not enough rights to send text messages',
    'bot-not-allowed',
    'The bot isn’t allowed to write in this chat. Allow it to send messages, then reactivate this target.',
  ],
  [
    'bot was blocked by the user',
    'bot-blocked',
    'The bot was blocked. Unblock it in Telegram, then reactivate this target.',
  ],
  ['user is deactivated', 'chat-gone', 'This Telegram account was deleted. Delete this target and create a new one.'],
  [
    "bot can't initiate conversation",
    'recipient-must-write-first',
    'A Telegram bot can’t start a chat. Send /start to the bot, then reactivate this target.',
  ],
  [
    "bot can't send messages to the bot",
    'chat-gone',
    'This chat belongs to a bot, and bots can’t write to each other. Delete this target and create one for another chat.',
  ],
  ['bot was kicked', 'bot-removed', 'The bot was removed from the group. Add it again, then reactivate this target.'],
  [
    'bot is not a member',
    'bot-removed',
    'The bot is not a member of this chat. Add it again, then reactivate this target.',
  ],
  [
    'message thread not found',
    'topic-gone',
    'The topic was deleted in Telegram. Get a new code on the target’s page and send it in another topic.',
  ],
  [
    'topic_deleted',
    'topic-gone',
    'The topic was deleted in Telegram. Get a new code on the target’s page and send it in another topic.',
  ],
  [
    'topic_closed',
    'topic-closed',
    'The topic was closed in Telegram. Reopen it to reactivate this target, or send a new code in another topic.',
  ],
  ['group chat was deleted', 'chat-gone', 'The group was deleted. Delete this target and create a new one.'],
];

/** Descriptions of errors that concern only this message. */
const refused: typeof closed = [
  ['message is too long', 'message-too-long', messageFaults.tooLong('Telegram')],
  ['text is empty', 'message-empty', messageFaults.empty('Telegram')],
];

/** The edited text is the same as before: the message already says what it should. */
export const isUnchanged = ({ status, body }: HttpAnswer): boolean =>
  status === 400 && /message is not modified/i.test(body);

/** The reason why a message can't be changed or replied to; undefined for other responses. */
export const lostOf = ({ status, body }: HttpAnswer): Lost | undefined => {
  if (status !== 400) return undefined;
  if (/message to (?:edit|be replied|reply) not found|message_id_invalid|message identifier is not/i.test(body))
    return { kind: 'lost', why: 'gone' };
  // The ids of a group's messages do not apply to the supergroup that it became.
  if (/upgraded to a supergroup/i.test(body)) return { kind: 'lost', why: 'gone' };
  return /message can't be edited/i.test(body) ? { kind: 'lost', why: 'refused' } : undefined;
};

/**
 * Converts sendMessage's response to a verdict. Descriptions are from tdlib/telegram-bot-api and tdlib/td (2026), and
 * matched in part because their prefix varies.
 */
export const classify = (answer: HttpAnswer, now: Date): TelegramVerdict => {
  if (answer.status === 200) return { kind: 'ok' };
  const parsed = errorBody.safeParse(parseJson(answer.body)).data;
  const description = parsed?.description.toLowerCase() ?? '';
  const moved = parsed?.parameters?.migrate_to_chat_id;
  if (answer.status === 400 && moved !== undefined) return { kind: 'moved', chatId: String(moved) };
  if (answer.status === 429)
    return retryLater(
      slowDown('Telegram', 'in this chat'),
      answer,
      parsed?.parameters?.retry_after ?? retryAfterSeconds(answer, now),
    );
  const busy = busyOutcome(answer, 'Telegram', now);
  if (busy) return busy;
  if (answer.status === 401 || answer.status === 404 || answer.status === 409)
    return failed(answer, 'fail_config', 'credentials-refused', 'Telegram rejected this service’s bot.');
  if (answer.status === 400 && description.includes("can't parse entities"))
    return { kind: 'markup', providerWords: providerWords(answer) };
  const known = closed.find(([part]) => description.includes(part));
  if (known) return failed(answer, 'fail_target', known[1], known[2]);
  if (answer.status === 403)
    return failed(
      answer,
      'fail_target',
      'bot-removed',
      'Telegram does not let the bot write in this chat. Add the bot again, then reactivate this target.',
    );
  const bad = refused.find(([part]) => description.includes(part));
  const [, code, reason] = bad ?? ['', 'message-refused' as const, messageFaults.refused('Telegram')];
  return failed(answer, 'fail_message', code, reason);
};
