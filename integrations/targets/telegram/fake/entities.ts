import * as z from 'zod';
import { isAddress } from '../../../../lib/local/fakes/fake.ts';

/*
 * A message’s entities, checked like in the Bot API server (tdlib/telegram-bot-api and tdlib/td, MessageEntity.cpp).
 * Offsets and lengths are in UTF-16 code units, as in JavaScript.
 */

/** Entities that the server detects automatically. It ignores any that a message contains. */
const found = ['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number'] as const;

const range = { offset: z.int(), length: z.int() };

/** One entity, as the page shows it. */
const telegramEntity = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'blockquote',
      'expandable_blockquote',
      'code',
    ]),
    ...range,
  }),
  z.object({ type: z.literal('pre'), language: z.string().optional(), ...range }),
  z.object({ type: z.literal('text_link'), url: z.string(), ...range }),
  z.object({ type: z.literal('text_mention'), user: z.object({ id: z.number() }), ...range }),
  z.object({ type: z.literal('custom_emoji'), custom_emoji_id: z.string(), ...range }),
  z.object({ type: z.enum(found), ...range }),
]);
export type TelegramEntity = z.infer<typeof telegramEntity>;

/** Telegram's maximum number of entities. */
const MOST = 100;

/** The entities to show; none if Telegram would reject one. */
export const telegramEntities = z.array(telegramEntity).max(MOST);

/** Parses entities, which are JSON text if the call is a form. */
export const entitiesOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const LONGEST = 1_000_000;

/**
 * Returns the server's error for a text's entities, or undefined if it accepts them.
 * @param appUrl the product's own URL, which counts as public
 */
export const entitiesError = (text: string, value: unknown, appUrl: string): string | undefined => {
  if (!Array.isArray(value)) return "can't parse entities: expected an Array";
  if (value.length > MOST) return 'ENTITIES_TOO_LONG';
  for (const given of value as unknown[]) {
    const { success, data } = telegramEntity.safeParse(given);
    if (!success) return wrongForm(given);
    const problem = rangeError(text, data) ?? (data.type === 'text_link' ? linkError(data.url, appUrl) : undefined);
    if (problem) return problem;
  }
  return undefined;
};

const wrongForm = (given: unknown): string => {
  const complain = (what: string) => `can't parse MessageEntity: ${what}`;
  if (typeof given !== 'object' || given === null) return complain('expected an Object');
  const { type, offset, length } = given as Record<string, unknown>;
  if (!Number.isInteger(offset)) return complain('Can\'t find field "offset"');
  if (!Number.isInteger(length)) return complain('Can\'t find field "length"');
  if (typeof type !== 'string') return complain('Can\'t find field "type"');
  const needs = { text_link: 'url', text_mention: 'user', custom_emoji: 'custom_emoji_id' }[type];
  return complain(needs ? `Can't find field "${needs}"` : 'Unsupported type specified');
};

/** True if an offset is between the two halves of one character. */
const isInside = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');

const rangeError = (text: string, { offset, length }: TelegramEntity): string | undefined => {
  if (offset < 0 || offset > LONGEST) return `receive an entity with incorrect offset ${offset}`;
  if (length < 0 || length > LONGEST) return `receive an entity with incorrect length ${length}`;
  if (length === 0) return undefined;
  const end = offset + length;
  const bytes = (at: number) => new TextEncoder().encode(text.slice(0, at - 1)).length;
  if (offset > text.length) return `entity begins after the end of the text at UTF-16 offset ${offset}`;
  if (end > text.length)
    return `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`;
  if (isInside(text, offset)) return `entity begins in a middle of a UTF-16 symbol at byte offset ${bytes(offset)}`;
  if (isInside(text, end))
    return `entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol at byte offset ${bytes(end)}`;
  return undefined;
};

/** Returns an error unless a link opens a web page or something inside Telegram. */
const linkError = (url: string, appUrl: string, of = 'entity'): string | undefined => {
  if (url.startsWith(`${appUrl}/`) || /^(?:tg|ton):/i.test(url)) return undefined;
  const wrong = (why: string) => `${of} URL '${url}' is invalid: ${why}`;
  if (url === '') return wrong('URL host is empty');
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `http://${url}`;
  if (!/^https?:/i.test(whole)) return wrong('Unsupported URL protocol');
  return isAddress(whole) && /^\[|\./.test(new URL(whole).hostname) ? undefined : wrong('Wrong HTTP URL');
};

const keyboard = z.object({
  inline_keyboard: z
    .array(
      z
        .array(
          z.object({
            text: z.string().trim().min(1),
            url: z.string().optional(),
            callback_data: z.string().min(1).max(64).optional(),
          }),
        )
        .max(8),
    )
    .max(100),
});

/** The data of the callback buttons below a text. */
export const callbackButtons = (markup: unknown): { text: string; callback_data: string }[] =>
  (keyboard.safeParse(entitiesOf(markup)).data?.inline_keyboard ?? [])
    .flat()
    .flatMap(({ text, callback_data }) => (callback_data === undefined ? [] : [{ text, callback_data }]));

/** Returns the server's error for the buttons below a text. The product uses buttons with a URL or with data. */
export const buttonsError = (markup: unknown, appUrl: string): string | undefined => {
  if (markup === undefined) return undefined;
  const { success, data } = keyboard.safeParse(entitiesOf(markup));
  if (!success) return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
  const problems = data.inline_keyboard
    .flat()
    .map(({ url, callback_data }) =>
      url === undefined
        ? callback_data === undefined
          ? 'Text buttons are unallowed in the inline keyboard'
          : undefined
        : linkError(url, appUrl, 'inline keyboard button'),
    );
  return problems.find((problem) => problem !== undefined);
};
