import { cardMessage } from './card-messages.ts';
import { isForPeople } from './links.ts';
import { markdownWords, plainWords, slackWords } from './markup.ts';
import { type Action, type Dictionary, type Fact, isDictionary, type Outline, own, type Severity } from './outline.ts';
import { oneLine, visible } from './signs.ts';

/*
 * Payloads that are messages already: most tools can post to Slack, Discord, Teams or Google Chat, and such a body says
 * all there is to say. Told by their shape, taken in full.
 */

/** As long as any of these chats takes. */
const LONGEST = 40_000;

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? visible(value.slice(0, LONGEST)).trim() : '';
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 100) : []);

/** A piece of a message: what attachments, embeds and sections of cards have in common. */
export interface Piece {
  title?: string;
  link?: string;
  text?: string;
  facts?: Fact[];
  actions?: Action[];
  severity?: Severity;
}

/** The message that a payload is; undefined when it is none. */
export function chatMessage(payload: unknown): Outline | undefined {
  if (!isDictionary(payload)) return undefined;
  const pieces = slackPieces(payload) ?? discordPieces(payload) ?? cardMessage(payload);
  return pieces && joined(pieces);
}

/** Pieces one below the other: the first line is the headline; facts of the first piece that has any stand as facts. */
function joined(pieces: Piece[]): Outline | undefined {
  const said = pieces.filter(({ title, text, facts }) => title || text || (facts?.length ?? 0) > 0);
  if (said.length === 0) return undefined;
  const lines: string[] = [];
  const facts: Fact[] = [];
  let link: string | undefined;
  for (const piece of said) {
    if (piece.title) lines.push(piece.title);
    if (piece.text) lines.push(piece.text);
    const own = piece.facts ?? [];
    // Facts that stand between texts stay where they are.
    if (piece === said.at(-1)) facts.push(...own);
    else lines.push(...own.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)));
    if (piece.link && isForPeople(piece.link)) link ??= piece.link;
  }
  const text = lines.join('\n');
  const [first = '', ...rest] = text.split('\n');
  const actions = pieces.flatMap((piece) => piece.actions ?? []).filter(({ url }) => isForPeople(url));
  const severity = pieces.find((piece) => piece.severity)?.severity ?? 'info';
  const paragraph = rest.join('\n').replace(/^\n+/, '');
  return {
    severity,
    title: oneLine(first) || 'New message',
    ...(link !== undefined && !text.includes(link) && { link }),
    ...(paragraph !== '' && { text: paragraph }),
    facts,
    actions: actions.filter(({ url }) => url !== link),
  };
}

const SLACK_KEYS =
  /^(?:text|channel|username|user_?name|icon_?emoji|icon_?url|attachments|blocks|mrkdwn|thread_ts|link_names|unfurl_\w+|response_type|parse|as_user|reply_broadcast|type|alias|avatar|emoji|roomId|props|priority|metadata|replace_original|delete_original|subtype|fallback|color|team|chat_id|parse_mode|disable_web_page_preview|disable_notification|msgtype|format|html|formatted_body)$/;
const ATTACHMENT_KEYS =
  /^(?:fallback|pretext|title|title_link|text|fields|color|author_name|footer|blocks|mrkdwn_in|actions)$/;

function slackPieces(payload: Dictionary): Piece[] | undefined {
  const names = Object.keys(payload).slice(0, 40);
  const attachments = listOf(payload.attachments).filter(isDictionary);
  const looksAttached =
    attachments.length > 0 &&
    attachments.every(
      (each) => Object.keys(each).filter((name) => ATTACHMENT_KEYS.test(name)).length >= 1 && !('contentType' in each),
    );
  const blocks = listOf(payload.blocks);
  const hasBlocks = blocks.some(
    (block) =>
      isDictionary(block) &&
      /^(?:section|header|divider|context|actions|rich_text|image|markdown|video|table)$/.test(String(block.type)),
  );
  const isText = typeof payload.text === 'string' && payload.text.trim() !== '';
  if (!isText && !looksAttached && !hasBlocks) return undefined;
  if (!names.every((name) => SLACK_KEYS.test(name))) return undefined;
  if (Array.isArray(payload.attachments) && payload.attachments.length > 0 && !looksAttached) return undefined;
  // An event of a chat carries its message under the same names, and more: it is told as an event.
  if (payload.type !== undefined && payload.type !== 'mrkdwn' && !hasBlocks && !looksAttached && names.length > 3)
    return undefined;
  const pieces: Piece[] = [];
  const own = hasBlocks ? blocks.map(blockPiece) : [];
  const text = slackText(payload.text);
  // Beside blocks the text is for notifications, and says the same.
  if (text !== '' && !hasBlocks) pieces.push({ text });
  pieces.push(...own, ...attachments.flatMap(attachmentPieces));
  if (pieces.every((piece) => !piece.text && !piece.title && !piece.facts?.length) && text !== '') return [{ text }];
  return pieces;
}

const slackText = (value: unknown) => {
  const text = textOf(value);
  return text === '' ? '' : markdownWords(slackWords(text));
};

const COLOURS: Record<string, Severity> = { danger: 'critical', warning: 'warning', good: 'ok', attention: 'critical' };
export const severityOfColour = (value: unknown): Severity | undefined => {
  const text = typeof value === 'number' ? value.toString(16).padStart(6, '0') : String(value ?? '').toLowerCase();
  if (Object.hasOwn(COLOURS, text)) return COLOURS[text];
  const [, red = '', green = '', blue = ''] = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(text) ?? [];
  if (red === '') return undefined;
  const [r, g, b] = [red, green, blue].map((part) => Number.parseInt(part, 16)) as [number, number, number];
  if (r > 150 && g < 90 && b < 110) return 'critical';
  if (r > 200 && g > 120 && b < 110) return 'warning';
  return g > 110 && r < 110 && b < 160 ? 'ok' : undefined;
};

export const factOf = (label: unknown, value: unknown, read: (text: unknown) => string): Fact | undefined => {
  const [name, said] = [oneLine(read(label)).replace(/:$/, ''), oneLine(read(value))];
  return said === '' ? undefined : { label: name, value: said };
};
export const isSaid = <T>(value: T | undefined): value is T => value !== undefined;

function attachmentPieces(attachment: Dictionary): Piece[] {
  const { title_link, color, fields } = attachment;
  const severity = severityOfColour(color);
  const blocks = listOf(attachment.blocks);
  const [pretext, title, text] = [attachment.pretext, attachment.title, attachment.text].map(slackText) as [
    string,
    string,
    string,
  ];
  const facts = listOf(fields)
    .map((field) => factOf(own(field, 'title'), own(field, 'value'), slackText))
    .filter(isSaid);
  const actions = listOf(attachment.actions)
    .map((each) => actionOf(own(each, 'text'), own(each, 'url')))
    .filter(isSaid);
  const own_: Piece = {
    ...(title !== '' && { title }),
    ...(typeof title_link === 'string' && { link: title_link }),
    ...(text !== '' && { text }),
    facts,
    actions,
    ...(severity && { severity }),
  };
  const pieces = [...(pretext === '' ? [] : [{ text: pretext }]), own_, ...blocks.map(blockPiece)];
  const isEmpty = pieces.every((piece) => !piece.title && !piece.text && !piece.facts?.length);
  return isEmpty ? [{ text: slackText(attachment.fallback), ...(severity && { severity }) }] : pieces;
}

export const actionOf = (label: unknown, url: unknown): Action | undefined => {
  const said = oneLine(slackText(isDictionary(label) ? label.text : label));
  return typeof url === 'string' && said !== '' ? { label: said, url } : undefined;
};

function blockPiece(block: unknown): Piece {
  if (!isDictionary(block)) return {};
  const read = (value: unknown) => {
    if (!isDictionary(value)) return slackText(value);
    return value.type === 'plain_text' ? textOf(value.text) : slackText(value.text);
  };
  const text = read(block.text);
  switch (block.type) {
    case 'header':
      return { title: oneLine(text) };
    case 'section':
      return {
        ...(text !== '' && { text }),
        facts: listOf(block.fields).map(read).map(fieldFact).filter(isSaid),
        actions: [actionOf(own(block.accessory, 'text'), own(block.accessory, 'url'))].filter(isSaid),
      };
    case 'context':
      return {
        text: listOf(block.elements)
          .map((each) => (own(each, 'type') === 'image' ? '' : read(each)))
          .filter(Boolean)
          .join(' '),
      };
    case 'actions':
      return {
        actions: listOf(block.elements)
          .map((each) => actionOf(own(each, 'text'), own(each, 'url')))
          .filter(isSaid),
      };
    case 'image':
      return { text: read(block.title) || textOf(block.alt_text) };
    case 'rich_text':
      return {
        text: listOf(block.elements)
          .map((each) => richText(each, 0))
          .join('\n')
          .trim(),
      };
    default:
      return text === '' ? {} : { text };
  }
}

/** A field of a section is `*Label*` and its value on the next line. */
function fieldFact(text: string): Fact | undefined {
  const [first = '', ...rest] = text.split('\n');
  if (rest.length > 0) return { label: oneLine(first).replace(/:$/, ''), value: oneLine(rest.join(' ')) };
  const colon = /^([^:\n]{1,60}): +(.+)$/.exec(first);
  if (colon) return { label: colon[1] as string, value: colon[2] as string };
  return first === '' ? undefined : { label: '', value: first };
}

function richText(element: unknown, depth: number): string {
  if (!isDictionary(element) || depth > 6) return '';
  const inner = listOf(element.elements).map((each) => richText(each, depth + 1));
  switch (element.type) {
    case 'rich_text_list':
      return inner.map((item) => `- ${item}`).join('\n');
    case 'text':
      return String(element.text ?? '');
    case 'link':
      return element.text ? `${String(element.text)} (${String(element.url)})` : String(element.url ?? '');
    case 'user':
      return 'somebody';
    case 'channel':
      return 'a channel';
    case 'emoji':
      return slackWords(`:${String(element.name)}:`);
    case 'broadcast':
      return `@${String(element.range)}`;
    default:
      return inner.join('');
  }
}

const DISCORD_KEYS =
  /^(?:content|embeds|username|avatar_url|tts|allowed_mentions|components|attachments|flags|thread_name|applied_tags|poll|nonce|sticker_ids|embed)$/;

function discordPieces(payload: Dictionary): Piece[] | undefined {
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
          .filter(isSaid),
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

/** Text of a card: Markdown with a little HTML. */
export const cardText = (value: unknown): string => plainWords(textOf(value));
