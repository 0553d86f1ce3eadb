import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import {
  bareLink,
  code,
  listLines,
  marks,
  quoteLines,
  type Rule,
  textBlocks,
} from '../../../frontend/fakes/marked-text.ts';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';

/** WhatsApp's markup (faq.whatsapp.com, "How to format your messages"). */
const rules: readonly Rule[] = [
  code,
  bareLink,
  [/(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])/, marks('bold')],
  [/(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])/, marks('italic')],
  [/(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])/, marks('strike')],
];
const lines = [quoteLines(/^> (.*)$/), listLines(/^[-*] (.+)$/, false), listLines(/^\d{1,2}\. (.+)$/, true)];

export const page: FakePage = {
  guide: {
    title: 'No chat yet',
    steps: [
      'In Tellhook, create a target of the kind WhatsApp.',
      'Start a chat here and send its code to the number.',
      'The messages of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'New chat',
    title: 'Write to the number',
    fields: [
      { name: 'from', label: 'Your number', value: '+4915112345678' },
      { name: 'text', label: 'Message', value: 'Hello' },
    ],
    path: 'whatsapp/say',
    opens: 'from',
  },
  acts: ({ id }) => [{ label: 'Fail the last message', path: 'whatsapp/fail', input: { from: id } }],
  writing: ({ id }) => ({
    placeholder: 'Send the activation code',
    act: (text) => ({ path: 'whatsapp/say', input: { from: id, text } }),
  }),
  start: (code) => ({ path: 'whatsapp/say', input: { text: code } }),
  formats: { whatsapp: (text) => textBlocks(text, rules, lines) },
  frame: ({ said, time, name, mine }) => (
    <Bubble name={name} time={time} mine={mine} tone={mine ? 'plain' : 'green'}>
      {said}
    </Bubble>
  ),
};
