import * as z from 'zod';
import { cardFrame } from '../../../frontend/fakes/card-frame.tsx';
import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import { bareLink, inline } from '../../../frontend/fakes/marked-text.ts';
import type { Block } from '../../../frontend/src/ui/message-blocks.tsx';

/** The fields of a notification that the app shows next to its text. */
const shown = z.object({
  tags: z.array(z.string()).catch([]),
  priority: z.number().catch(0),
  click: z.string().catch(''),
  actions: z.array(z.object({ label: z.string(), url: z.string().optional() })).catch([]),
});
const emojis: Readonly<Record<string, string>> = { white_check_mark: '✅', warning: '⚠️', rotating_light: '🚨' };
const priorities: Readonly<Record<number, string>> = { 1: 'no sound', 2: 'no sound', 4: 'high', 5: 'urgent' };

const blocks = (text: string, message: unknown): Block[] => {
  const { tags = [], priority = 0, click = '', actions = [] } = shown.safeParse(message ?? {}).data ?? {};
  const signs = tags.map((tag) => emojis[tag] ?? tag).join(' ');
  const quiet = [priorities[priority], click && `opens ${click}`].filter(Boolean).join(' · ');
  return [
    { kind: 'text', of: [...(signs ? [`${signs} `] : []), ...inline(text, [bareLink])] },
    ...(actions.length > 0 ? [{ kind: 'buttons', buttons: actions } as const] : []),
    ...(quiet ? [{ kind: 'text', size: 'small', of: [quiet] } as const] : []),
  ];
};

export const page: FakePage = {
  guide: {
    title: 'No topic yet',
    steps: [
      'Subscribe to a topic with the button above, and copy its URL.',
      'In Tellhook, create a target of the kind ntfy and paste the URL.',
      'The notifications of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'Subscribe',
    title: 'Subscribe to a topic',
    fields: [{ name: 'topic', label: 'Topic', value: 'builds' }],
    path: 'ntfy/topic',
    reveals: 'Copy this URL into the target.',
  },
  acts: ({ id, state }) => [
    {
      label: state ? 'Let everyone publish' : 'Ask for a token',
      path: 'ntfy/protect',
      input: { topic: id, protect: !state },
    },
  ],
  formats: { ntfy: blocks },
  frame: cardFrame,
  plainChannels: true,
};
