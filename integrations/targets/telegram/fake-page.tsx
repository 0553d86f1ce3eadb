import type { Act, FakePage } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  code,
  escaped,
  inline,
  markdownLink,
  marks,
  type Rule,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';
import type { Thread } from '../../../lib/local/fakes/wire.ts';
import { type TelegramEntity, telegramEntities } from './fake/entities.ts';

const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => named[entity] ?? entity);

const htmlRules: readonly Rule[] = [
  [
    /<a\s+href="([^"]*)"\s*>([\s\S]*?)<\/a>/i,
    (match, inner) => ({ mark: 'link', url: unescaped(match[1] ?? ''), of: inner(match[2] ?? '') }),
  ],
  [/<(?:b|strong)>([\s\S]*?)<\/(?:b|strong)>/i, marks('bold')],
  [/<(?:i|em)>([\s\S]*?)<\/(?:i|em)>/i, marks('italic')],
  [/<(?:u|ins)>([\s\S]*?)<\/(?:u|ins)>/i, marks('underline')],
  [/<(?:s|strike|del)>([\s\S]*?)<\/(?:s|strike|del)>/i, marks('strike')],
  [/<(?:pre|code)>([\s\S]*?)<\/(?:pre|code)>/i, (match, inner) => ({ mark: 'code', of: inner(match[1] ?? '') })],
  [/&(?:amp|lt|gt|quot);/, ([entity]) => unescaped(entity)],
  bareLink,
];
const markdownRules: readonly Rule[] = [
  escaped,
  code,
  markdownLink,
  [/\*([^*\n]+)\*/, marks('bold')],
  [/__([^\n]+?)__/, marks('underline')],
  [/_([^_\n]+)_/, marks('italic')],
  [/~([^~\n]+)~/, marks('strike')],
  bareLink,
];

const telegramHtml = (text: string): Block[] => textBlocks(text, htmlRules, []);
const telegramMarkdown = (text: string): Block[] => textBlocks(text, markdownRules, []);

/** True for entities that form blocks. */
const isBlock = ({ type }: TelegramEntity) => type === 'pre' || type.endsWith('blockquote');
const endOf = ({ offset, length }: TelegramEntity) => offset + length;

/** Converts a text with its formatting to blocks. */
const telegramBlocks = (text: string, message: unknown): Block[] => {
  const given = (message as { entities?: unknown } | undefined)?.entities;
  const entities = telegramEntities.safeParse(given ?? []).data ?? [];
  return blocksWithin(text, 0, text.length, entities);
};

const blocksWithin = (text: string, from: number, to: number, entities: readonly TelegramEntity[]): Block[] => {
  const blocks: Block[] = [];
  let at = from;
  const say = (end: number) => {
    const words = text.slice(at, end);
    // Blocks already have spacing, so adjacent line breaks are removed.
    const start = at + (words.length - words.trimStart().length);
    const stop = at + words.trimEnd().length;
    if (start < stop) blocks.push({ kind: 'text', of: wordsWithin(text, start, stop, entities) });
    at = end;
  };
  const outermost = entities
    .filter((one) => isBlock(one) && one.offset >= from && endOf(one) <= to)
    .toSorted((a, b) => a.offset - b.offset || b.length - a.length);
  for (const entity of outermost) {
    if (entity.offset < at) continue;
    say(entity.offset);
    const inner = entities.filter((one) => one !== entity);
    blocks.push(
      entity.type === 'pre'
        ? { kind: 'code', text: text.slice(entity.offset, endOf(entity)) }
        : { kind: 'quote', of: blocksWithin(text, entity.offset, endOf(entity), inner) },
    );
    at = endOf(entity);
  }
  say(to);
  return blocks;
};

/** Converts a range of the text, with all marks that cover it. */
const wordsWithin = (text: string, from: number, to: number, entities: readonly TelegramEntity[]): Inline[] => {
  const covering = entities.filter((one) => !isBlock(one) && one.offset < to && endOf(one) > from);
  const cuts = [from, to, ...covering.flatMap((one) => [one.offset, endOf(one)])]
    .filter((cut) => cut >= from && cut <= to)
    .toSorted((a, b) => a - b);
  return cuts.flatMap((cut, index): Inline[] => {
    const next = cuts[index + 1] ?? cut;
    if (next <= cut) return [];
    const words = text.slice(cut, next);
    const around = covering.filter((one) => one.offset <= cut && endOf(one) >= next);
    const linked = around.some(({ type }) => type === 'text_link');
    return around.reduce<Inline[]>((of, one) => [marked(one, of)], linked ? [words] : inline(words, [bareLink]));
  });
};

const marked = (entity: TelegramEntity, of: Inline[]): Inline => {
  switch (entity.type) {
    case 'bold':
    case 'italic':
    case 'underline':
      return { mark: entity.type, of };
    case 'strikethrough':
      return { mark: 'strike', of };
    case 'code':
      return { mark: 'code', of };
    case 'text_link':
      return { mark: 'link', url: entity.url, of };
    case 'text_mention':
    case 'mention':
      return { mark: 'mention', of };
    default:
      return { mark: 'tone', tone: 'quiet', of };
  }
};

/** The state of a group that became a supergroup, and so moved to another chat. */
const GROWN = 'became a supergroup';

/** Returns the actions to create a topic, and to change the newest one. */
const topicActs = (chatId: number, topics: NonNullable<Thread['topics']>): (Act & { label: string })[] => {
  const newest = topics.at(-1);
  const name = `Topic ${topics.length + 1}`;
  const change = (label: string, what: string) => ({
    label: `${label} ${newest?.name}`,
    path: 'telegram/topicstate',
    input: { chatId, topic: newest?.id, what },
  });
  return [
    { label: 'Make a topic', path: 'telegram/topic', input: { chatId, name } },
    ...(newest
      ? [newest.closed ? change('Open', 'reopen') : change('Close', 'close'), change('Delete', 'delete')]
      : []),
  ];
};

export const page: FakePage = {
  guide: {
    title: 'No chat yet',
    steps: [
      'In Tellhook, create a target of the kind Telegram.',
      'Follow its link, or type its code to the bot here.',
      'The bot writes back, and its messages appear here.',
    ],
  },
  creator: {
    label: 'New chat',
    title: 'New chat with the bot',
    hint: 'Groups and channels start with the bot added as a member.',
    fields: [
      {
        name: 'type',
        label: 'Where',
        options: [
          ['private', 'A person'],
          ['group', 'A group'],
          ['supergroup', 'A supergroup'],
          ['channel', 'A channel'],
        ],
      },
      { name: 'title', label: 'Name', value: 'Ops room' },
    ],
    path: 'telegram/chat',
    opens: 'chatId',
  },
  acts: ({ id, kind, state, topics = [], buttons = [] }) => {
    if (state === GROWN) return [];
    const chatId = Number(id);
    const closed = state !== undefined;
    const [off, on] = kind === 'person' ? ['Block the bot', 'Unblock the bot'] : ['Remove the bot', 'Add the bot'];
    const grows = kind === 'group' && !id.startsWith('-100');
    return [
      ...buttons.map(({ message, text }) => ({ label: text, path: 'telegram/click', input: { chatId, message } })),
      ...(grows ? [{ label: 'Make it a supergroup', path: 'telegram/migrate', input: { chatId } }] : []),
      ...(kind === 'group' && !grows && !closed ? topicActs(chatId, topics) : []),
      { label: 'Delete the bot’s messages', path: 'telegram/forget', input: { chatId } },
      { label: closed ? on : off, path: 'telegram/block', input: { chatId, closed: !closed } },
    ];
  },
  writing: ({ id, kind, state, topics = [] }, { bot }) => {
    if (state === GROWN || (state !== undefined && kind !== 'person')) return undefined;
    // The message goes to the newest open topic, or the general one.
    const open = topics.findLast(({ closed }) => !closed);
    const placeholder =
      kind === 'group'
        ? `/start@${bot} CODE${open ? ` in ${open.name}` : ''}`
        : kind === 'channel'
          ? 'Post the activation code'
          : 'Send the activation code to the bot';
    return {
      placeholder,
      act: (text) => ({ path: 'telegram/say', input: { chatId: Number(id), text, ...(open && { topic: open.id }) } }),
    };
  },
  start: (code, group, own) =>
    group
      ? { path: 'telegram/chat', input: { type: 'supergroup', title: 'Ops room', start: code } }
      : { path: 'telegram/say', input: { chatId: Number(own), text: `/start ${code}` } },
  formats: {
    'telegram-html': telegramHtml,
    'telegram-markdown': telegramMarkdown,
    'telegram-entities': telegramBlocks,
  },
  frame: ({ said, time, name, mine }) => (
    <Bubble name={name} time={time} mine={mine} tone={mine ? 'plain' : 'blue'}>
      {said}
    </Bubble>
  ),
  plainChannels: true,
};
