import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  code,
  inline,
  marks,
  quoteLines,
  type Rule,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';
import { type RichPart, type RichWords, type SlackAttachment, type SlackBlock, slackMessage } from './fake/message.ts';

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

/** Slack's own markup (docs.slack.dev, "Formatting message text"). */
const rules: readonly Rule[] = [
  code,
  [
    /<(https?:\/\/[^|>]+|mailto:[^|>]+)(?:\|([^>]*))?>/,
    (match) => ({ mark: 'link', url: unescaped(match[1] ?? ''), of: [unescaped(match[2] || match[1] || '')] }),
  ],
  [/<!date\^[^|>]*\|([^>]*)>/, (match) => match[1] ?? ''],
  [/<([@#!][^>]*)>/, (match) => ({ mark: 'mention', of: [(match[1] ?? '').replace(/^!/, '@')] })],
  [/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/, marks('bold')],
  [/(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])/, marks('italic')],
  [/(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])/, marks('strike')],
  [/&(?:amp|lt|gt);/, ([entity]) => unescaped(entity)],
  bareLink,
];
const quotes = [quoteLines(/^(?:&gt;|>) ?(.*)$/)];

/** Converts a text with Slack's markup to blocks. */
const mrkdwn = (text: string): Block[] => textBlocks(text, rules, quotes);

/** Converts an incoming webhook's message to blocks: its blocks or text, and its attachments below. */
const slackBlocks = (text: string, message: unknown): Block[] => {
  const { blocks, attachments = [], mrkdwn: marked } = slackMessage.safeParse(message ?? {}).data ?? {};
  const own = blocks ? blocks.flatMap(blockOf) : marked === false ? plain(text) : mrkdwn(text);
  return [...own, ...attachments.map(attachmentOf)];
};

const plain = (text: string): Block[] => (text === '' ? [] : [{ kind: 'text', of: [text] }]);

const COLOURS: Record<string, string> = { good: '#2eb67d', warning: '#ecb22e', danger: '#e01e5a' };

const attachmentOf = (attachment: SlackAttachment): Block => {
  const { color, pretext, author_name, title, title_link, text, fields = [], footer, blocks } = attachment;
  const old: Block[] = [
    ...(pretext ? mrkdwn(pretext) : []),
    ...(author_name ? [{ kind: 'text' as const, size: 'small' as const, of: [author_name] }] : []),
    ...(title ? [{ kind: 'text' as const, size: 'title' as const, of: linked(title, title_link) }] : []),
    ...(text ? mrkdwn(text) : []),
    ...(fields.length > 0
      ? [
          {
            kind: 'facts' as const,
            look: 'fields' as const,
            facts: fields.map((field) => ({
              name: [field.title ?? ''],
              value: inline(field.value ?? '', rules),
              short: field.short === true,
            })),
          },
        ]
      : []),
    ...(footer ? [{ kind: 'text' as const, size: 'small' as const, of: [footer] }] : []),
  ];
  const colour = COLOURS[color ?? ''] ?? (color && (color.startsWith('#') ? color : `#${color}`));
  return { kind: 'bar', colour: colour || undefined, framed: false, of: blocks ? blocks.flatMap(blockOf) : old };
};

const linked = (words: string, url: string | undefined): Inline[] =>
  url ? [{ mark: 'link', url, of: [words] }] : [words];

interface Text {
  type: 'plain_text' | 'mrkdwn';
  text: string;
}
const textOf = ({ type, text }: Text): Block[] => (type === 'mrkdwn' ? mrkdwn(text) : plain(text));

const blockOf = (block: SlackBlock): Block[] => {
  switch (block.type) {
    case 'header':
      return [{ kind: 'text', size: 'large', of: [block.text.text] }];
    case 'section':
      return [
        ...(block.text ? textOf(block.text) : []),
        ...(block.fields ? [{ kind: 'columns' as const, columns: block.fields.map(textOf) }] : []),
        ...(block.accessory?.type === 'button' ? [buttons([block.accessory])] : []),
      ];
    case 'context':
      return [
        {
          kind: 'text',
          size: 'small',
          of: block.elements.flatMap((element): Inline[] => {
            if (element.type === 'image') return [`[${element.alt_text}] `];
            return [...(element.type === 'mrkdwn' ? inline(element.text, rules) : [element.text]), ' '];
          }),
        },
      ];
    case 'divider':
      return [{ kind: 'rule' }];
    case 'image':
      return [{ kind: 'text', size: 'small', of: [`[${block.alt_text}]`] }];
    case 'actions':
      return [buttons(block.elements)];
    case 'markdown':
      return plain(block.text);
    case 'rich_text':
      return block.elements.map(richPart);
  }
};

const buttons = (elements: readonly { text: { text: string }; url?: string | undefined }[]): Block => ({
  kind: 'buttons',
  buttons: elements.map(({ text, url }) => ({ label: text.text, url })),
});

const richPart = (part: RichPart): Block => {
  switch (part.type) {
    case 'rich_text_section':
      return { kind: 'text', of: part.elements.map(richWords) };
    case 'rich_text_preformatted':
      return { kind: 'code', text: part.elements.map(bareWords).join('') };
    case 'rich_text_quote':
      return { kind: 'quote', of: [{ kind: 'text', of: part.elements.map(richWords) }] };
    case 'rich_text_list':
      return {
        kind: 'list',
        ordered: part.style === 'ordered',
        items: part.elements.map(({ elements }) => [{ kind: 'text', of: elements.map(richWords) }]),
      };
  }
};

const bareWords = (words: RichWords): string => {
  switch (words.type) {
    case 'text':
      return words.text;
    case 'link':
      return words.text ?? words.url;
    case 'emoji':
      return `:${words.name}:`;
    case 'date':
      return words.fallback ?? new Date(words.timestamp * 1000).toISOString();
    case 'color':
      return words.value;
    case 'user':
      return `@${words.user_id}`;
    case 'usergroup':
      return `@${words.usergroup_id}`;
    case 'channel':
      return `#${words.channel_id}`;
    case 'broadcast':
      return `@${words.range}`;
  }
};

const richWords = (words: RichWords): Inline => {
  const { bold, italic, strike, underline, code: fixed } = words.style ?? {};
  const said = bareWords(words);
  const isMention = ['user', 'usergroup', 'channel', 'broadcast'].includes(words.type);
  let shown: Inline = isMention ? { mark: 'mention', of: [said] } : said;
  if (fixed) shown = { mark: 'code', of: [shown] };
  if (bold) shown = { mark: 'bold', of: [shown] };
  if (italic) shown = { mark: 'italic', of: [shown] };
  if (strike) shown = { mark: 'strike', of: [shown] };
  if (underline) shown = { mark: 'underline', of: [shown] };
  return words.type === 'link' ? { mark: 'link', url: words.url, of: [shown] } : shown;
};

export const page: FakePage = {
  guide: {
    title: 'No channel yet',
    steps: [
      'In Tellhook, create a target of the kind Slack.',
      'Slack asks which channel Tellhook may post in: choose one and allow it.',
      'The channel appears here, with every message Tellhook posts.',
    ],
  },
  acts: ({ id, state }) => {
    const archived = state === 'archived';
    const remove = { label: 'Remove the app', path: 'slack/remove', input: { channel: id } };
    return [
      ...(state === 'app not invited'
        ? [{ label: 'Invite the app', path: 'slack/invite', input: { channel: id } }]
        : []),
      ...(state === 'app removed' ? [] : [remove]),
      {
        label: archived ? 'Unarchive' : 'Archive',
        path: 'slack/archive',
        input: { channel: id, archived: !archived },
      },
    ];
  },
  formats: { slack: slackBlocks },
};
