import { discordBlocks } from '../../../integrations/targets/discord/fake-page.tsx';
import { cardBlocks } from '../../../integrations/targets/msteams/fake-page.tsx';
import { slackBlocks } from '../../../integrations/targets/slack/fake-page.tsx';
import { telegramBlocks, telegramHtml, telegramMarkdown } from '../../../integrations/targets/telegram/fake-page.tsx';
import type { Bubble } from '../../../lib/local/fakes/wire.ts';
import type { Block } from '../../src/ui/message-blocks.tsx';
import { bareLink, code, inline, listLines, marks, quoteLines, type Rule, textBlocks } from './marked-text.ts';

/** What WhatsApp makes of a text (faq.whatsapp.com, "How to format your messages"). */
const whatsappRules: readonly Rule[] = [
  code,
  bareLink,
  [/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/, marks('bold')],
  [/(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])/, marks('italic')],
  [/(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])/, marks('strike')],
];
const whatsappLines = [quoteLines(/^> (.*)$/), listLines(/^[-*] (.+)$/, false), listLines(/^\d{1,2}\. (.+)$/, true)];

/** A message as its messenger shows it; nothing is ever read as HTML by the browser. */
export const blocksOf = ({ format, text, message }: Bubble): Block[] => {
  switch (format) {
    case 'slack':
      return slackBlocks(text, message);
    case 'discord':
      return discordBlocks(text, message);
    case 'card':
      return cardBlocks(text, message);
    case 'whatsapp':
      return textBlocks(text, whatsappRules, whatsappLines);
    case 'telegram-html':
      return telegramHtml(text);
    case 'telegram-markdown':
      return telegramMarkdown(text);
    case 'json':
      return [{ kind: 'code', text }];
    case 'plain':
      return message === undefined ? [{ kind: 'text', of: inline(text, [bareLink]) }] : telegramBlocks(text, message);
  }
};
