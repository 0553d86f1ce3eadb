import * as z from 'zod';
import type { FakePage } from '../../../frontend/fakes/fake-page.ts';
import { bareLink, inline } from '../../../frontend/fakes/marked-text.ts';
import type { Block, Inline } from '../../../frontend/src/ui/message-blocks.tsx';

const shown = z.object({ html: z.string().optional(), msgtype: z.string().optional() });

/** Parses the formatted body. The browser neither runs nor loads anything in it. */
const htmlBlocks = (html: string): Block[] => blocksOf(new DOMParser().parseFromString(html, 'text/html').body);

const blocksOf = (node: Node): Block[] =>
  [...node.childNodes].flatMap((child): Block[] => {
    if (!(child instanceof Element)) return child.textContent ? [{ kind: 'text', of: [child.textContent] }] : [];
    switch (child.tagName) {
      case 'PRE':
        return [{ kind: 'code', text: child.textContent ?? '' }];
      case 'HR':
        return [{ kind: 'rule' }];
      case 'BLOCKQUOTE':
        return [{ kind: 'quote', of: [{ kind: 'text', of: inlineOf(child) }] }];
      case 'UL':
      case 'OL':
        return [
          {
            kind: 'list',
            ordered: child.tagName === 'OL',
            items: [...child.children].map((item) => [
              { kind: 'text', of: inlineOf(item, /^(?:UL|OL)$/) } as const,
              ...blocksOf(item).filter(({ kind }) => kind === 'list'),
            ]),
          },
        ];
      default:
        return [{ kind: 'text', of: inlineOf(child) }];
    }
  });

const marks = { STRONG: 'bold', EM: 'italic', DEL: 'strike', CODE: 'code' } as const;

const inlineOf = (node: Node, without?: RegExp): Inline[] =>
  [...node.childNodes].flatMap((child): Inline[] => {
    if (!(child instanceof Element)) return [child.textContent ?? ''];
    if (without?.test(child.tagName)) return [];
    const of = inlineOf(child);
    if (child.tagName === 'BR') return ['\n'];
    if (child.tagName === 'A') return [{ mark: 'link', url: child.getAttribute('href') ?? '', of }];
    const mark = marks[child.tagName as keyof typeof marks];
    return mark ? [{ mark, of }] : of;
  });

const blocks = (text: string, message: unknown): Block[] => {
  const { html, msgtype } = shown.safeParse(message ?? {}).data ?? {};
  return [
    ...(html === undefined ? [{ kind: 'text', of: inline(text, [bareLink]) } as const] : htmlBlocks(html)),
    ...(msgtype === 'm.notice' ? [{ kind: 'text', size: 'small', of: ['notice, no notification'] } as const] : []),
  ];
};

export const page: FakePage = {
  guide: {
    title: 'No room yet',
    steps: [
      'Create a room with the button above, and copy homeserver, room ID and access token.',
      'In Tellhook, create a target of the kind Matrix and paste them.',
      'The messages of Tellhook appear here.',
    ],
  },
  creator: {
    label: 'New room',
    title: 'Create a room and invite the user that posts',
    fields: [{ name: 'name', label: 'Room', value: 'Releases' }],
    path: 'matrix/room',
    reveals: 'Copy homeserver, room ID and access token into the target.',
  },
  acts: ({ id, state }) => [
    { label: state ? 'Invite the user' : 'Remove the user', path: 'matrix/member', input: { id, left: !state } },
  ],
  formats: { matrix: blocks },
};
