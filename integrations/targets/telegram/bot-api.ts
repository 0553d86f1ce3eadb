import {
  type HttpAnswer,
  type HttpFailure,
  jsonPost,
  type OutboundHttp,
} from '../../../lambdas/platform/outbound/outbound.ts';
import type { TelegramCredentials } from './credentials.ts';

/** Calls a method of the Bot API (core.telegram.org/bots/api). The token is part of the URL. */
export const callBot = (
  { botToken }: TelegramCredentials,
  method: string,
  parameters: object,
  http: OutboundHttp,
): Promise<HttpAnswer | HttpFailure> =>
  http.send(jsonPost(`https://api.telegram.org/bot${botToken}/${method}`, parameters, ['api.telegram.org']));

/**
 * Converts a stored chat id for a request. Chat ids have 64 bits and are stored as text. Ids that fit a JSON number are
 * sent as numbers.
 */
export const wireChatId = (chatId: string): number | string =>
  Number.isSafeInteger(Number(chatId)) ? Number(chatId) : chatId;
