import { oneLine } from './characters.ts';
import { slackWords } from './markup.ts';
import { type Dictionary, type Fact, isDictionary, own } from './outline.ts';
import { actionOf, factOf, isDefined, listOf, type Piece, severityOfColour, slackText, textOf } from './pieces.ts';

const SLACK_KEYS =
  /^(?:text|channel|username|user_?name|icon_?emoji|icon_?url|attachments|blocks|mrkdwn|thread_ts|link_names|unfurl_\w+|response_type|parse|as_user|reply_broadcast|type|alias|avatar|emoji|roomId|props|priority|metadata|replace_original|delete_original|subtype|fallback|color|team|chat_id|parse_mode|disable_web_page_preview|disable_notification|msgtype|format|html|formatted_body)$/;
const ATTACHMENT_KEYS =
  /^(?:fallback|pretext|title|title_link|text|fields|color|author_name|footer|blocks|mrkdwn_in|actions)$/;

/** Splits a message in Slack's format into pieces. Returns undefined for any other payload. */
export function slackPieces(payload: Dictionary): Piece[] | undefined {
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
  const pieces: Piece[] = [];
  const own = hasBlocks ? blocks.map(blockPiece) : [];
  const text = slackText(payload.text);
  // Next to blocks, the text only repeats them for notifications.
  if (text !== '' && !hasBlocks) pieces.push({ text });
  pieces.push(...own, ...attachments.flatMap(attachmentPieces));
  if (pieces.every((piece) => !piece.text && !piece.title && !piece.facts?.length) && text !== '') return [{ text }];
  return pieces;
}

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
    .filter(isDefined);
  const actions = listOf(attachment.actions)
    .map((each) => actionOf(own(each, 'text'), own(each, 'url')))
    .filter(isDefined);
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
        facts: listOf(block.fields).map(read).map(fieldFact).filter(isDefined),
        actions: [actionOf(own(block.accessory, 'text'), own(block.accessory, 'url'))].filter(isDefined),
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
          .filter(isDefined),
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

/** Reads a section's field: `*Label*` with the value on the next line, or `Label: value`. */
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
