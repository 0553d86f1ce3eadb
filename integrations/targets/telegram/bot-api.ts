import { type HttpAnswer, type HttpFailure, jsonPost, type OutboundHttp } from '../../../lambdas/outbound/outbound.ts';
import type { TelegramCredentials } from './credentials.ts';

/** Calls a method of the Bot API (core.telegram.org/bots/api). The token is part of the address. */
export const callBot = (
  { botToken }: TelegramCredentials,
  method: string,
  parameters: object,
  http: OutboundHttp,
): Promise<HttpAnswer | HttpFailure> =>
  http.send(jsonPost(`https://api.telegram.org/bot${botToken}/${method}`, parameters, ['api.telegram.org']));

/** Chat ids are 64-bit and stored as text; ids that a JSON number represents exactly are sent as numbers. */
export const wireChatId = (chatId: string): number | string =>
  Number.isSafeInteger(Number(chatId)) ? Number(chatId) : chatId;
