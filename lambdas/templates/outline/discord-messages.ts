import { oneLine } from './characters.ts';
import { markdownWords } from './markup.ts';
import { type Dictionary, isDictionary, own } from './outline.ts';
import { factOf, isDefined, listOf, type Piece, severityOfColour, textOf } from './pieces.ts';

const DISCORD_KEYS =
  /^(?:content|embeds|username|avatar_url|tts|allowed_mentions|components|attachments|flags|thread_name|applied_tags|poll|nonce|sticker_ids|embed)$/;

/** Splits a message in Discord’s format into pieces. Returns undefined for any other payload. */
export function discordPieces(payload: Dictionary): Piece[] | undefined {
  const embeds = listOf(payload.embeds).filter(isDictionary);
  const content = textOf(payload.content);
  if (content === '' && embeds.length === 0) return undefined;
  if (
    !Object.keys(payload)
      .slice(0, 40)
      .every((name) => DISCORD_KEYS.test(name))
  )
    return undefined;
  const read = (value: unknown) => discordWords(textOf(value));
  return [
    ...(content === '' ? [] : [{ text: read(content) }]),
    ...embeds.map((embed): Piece => {
      const [author, title, text, footer] = [
        own(embed.author, 'name'),
        embed.title,
        embed.description,
        own(embed.footer, 'text'),
      ].map(read) as [string, string, string, string];
      const severity = severityOfColour(embed.color);
      return {
        ...(title || author ? { title: oneLine(title || author) } : {}),
        ...(typeof embed.url === 'string' && { link: embed.url }),
        text: [title && author ? author : '', text, footer].filter((part) => part !== '').join('\n'),
        facts: listOf(embed.fields)
          .map((field) => factOf(own(field, 'name'), own(field, 'value'), read))
          .filter(isDefined),
        ...(severity && { severity }),
      };
    }),
  ];
}

const discordWords = (text: string): string =>
  markdownWords(
    text
      .replaceAll(/<a?:(\w{1,40}):\d{1,25}>/g, ':$1:')
      .replaceAll(/<t:(\d{1,12})(?::\w)?>/g, (_, seconds: string) =>
        new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' '),
      )
      .replaceAll(/<@[!&]?\d{1,25}>/g, 'somebody')
      .replaceAll(/<#\d{1,25}>/g, 'a channel')
      .replaceAll(/\|\|([^|\n]{1,500})\|\|/g, '$1'),
  );
