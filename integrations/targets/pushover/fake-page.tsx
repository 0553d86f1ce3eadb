import * as z from 'zod';
import { cardFrame } from '../../../frontend/fakes/card-frame.tsx';
import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import { bareLink, inline } from '../../../frontend/fakes/marked-text.ts';
import type { Block } from '../../../frontend/src/ui/message-blocks.tsx';

const shown = z.object({ url: z.string().catch(''), label: z.string().catch(''), priority: z.number().catch(0) });
const priorities: Readonly<Record<number, string>> = {
  '-2': 'no notification',
  '-1': 'no sound',
  1: 'high priority',
  2: 'repeats until acknowledged',
};

const blocks = (text: string, message: unknown): Block[] => {
  const { url = '', label = '', priority = 0 } = shown.safeParse(message ?? {}).data ?? {};
  const quiet = priorities[priority];
  return [
    { kind: 'text', of: inline(text, [bareLink]) },
    ...(url ? [{ kind: 'text', of: [{ mark: 'link', url, of: [label || url] }] } as const] : []),
    ...(quiet ? [{ kind: 'text', size: 'small', of: [quiet] } as const] : []),
  ];
};

export const page: FakePage = {
  guide: {
    title: 'No user yet',
    steps: [
      'Sign up with the button above, and copy user key and API token.',
      'In Tellhook, create a target of the kind Pushover and paste both.',
      'The notifications of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'Sign up',
    title: 'Sign up with a device and an application',
    fields: [{ name: 'name', label: 'Name', value: 'Ada' }],
    path: 'pushover/user',
    reveals: 'Copy user key and API token into the target.',
  },
  acts: ({ id, state }) => [
    {
      label: state ? 'Add a device' : 'Remove the device',
      path: 'pushover/device',
      input: { name: id, inactive: !state },
    },
  ],
  formats: { pushover: blocks },
  frame: cardFrame,
};
