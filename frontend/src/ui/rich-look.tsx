import type { ReactNode } from 'react';
import { severityColours, signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import {
  type Fact,
  type RichMessage,
  type Run,
  type Block as TreeBlock,
  textOf,
} from '../../../lambdas/templates/rich/tree.ts';
import { withPage } from '../../../lambdas/templates/rich/ways-on.ts';
import { userName } from '../lib/envelope.ts';
import { type Block, type Inline, MessageBlocks } from './message-blocks.tsx';
import { Bubble, CardBox, MailBox, Payload, Post } from './message-frame.tsx';
import { PRODUCT } from './page.tsx';
import { Time } from './time.tsx';

const words = { openLink: 'Open in Tellhook', now: 'now' } as const;

interface Shown {
  rich: RichMessage;
  /** Its words without formatting. */
  text: string;
  /** Counted from 1. */
  part: number;
  parts: number;
  webhookName: string;
  /** When it arrived; a message that no one has yet comes now. */
  at?: string | undefined;
}

/** One rich message as people see it at a kind of target: what the encoder of the kind makes of the tree. */
export function RichLook({ slug, shown }: { slug: string; shown: Shown }): ReactNode {
  const { rich, part, parts, webhookName, at } = shown;
  const time = at === undefined ? words.now : <Time date={at} relative={false} />;
  const { severity = 'info', facts = [], buttons = [] } = rich;
  const isLast = part === parts;
  const body = rich.blocks.map(blockOf);
  const colour = severityColours[severity];
  const ways: Inline[] = buttons.flatMap(({ label, url }, at) => [
    ...(at > 0 ? ['  ·  '] : []),
    { mark: 'link', url, of: [label] } as const,
  ]);
  const buttonLine: Block[] = ways.length > 0 ? [{ kind: 'text', of: ways }] : [];
  switch (slug) {
    case 'telegram':
      return (
        <Bubble time={time} tone="blue">
          <MessageBlocks
            blocks={[
              ...titleOf(rich, { sign: true }),
              ...body,
              ...linesOf(facts),
              { kind: 'buttons', buttons: withPage(rich) },
            ]}
          />
        </Bubble>
      );
    case 'whatsapp':
      return (
        <Bubble time={time} tone="green">
          <MessageBlocks
            blocks={[
              ...titleOf({ ...rich, link: undefined }, { sign: true }),
              ...body,
              ...linesOf(facts),
              ...buttons.map(({ label, url }): Block => ({ kind: 'text', of: [`${label}: `, addressOf(url)] })),
              ...(rich.title && rich.link && !isTold(rich, rich.link)
                ? [{ kind: 'text', of: [addressOf(rich.link)] } as const]
                : []),
            ]}
          />
        </Bubble>
      );
    case 'slack':
      return (
        <Post name={PRODUCT} time={time}>
          <MessageBlocks
            blocks={[
              {
                kind: 'bar',
                colour,
                framed: false,
                of: [
                  ...titleOf(rich),
                  ...body,
                  ...linesOf(facts),
                  ...buttonLine,
                  ...(isLast ? [quiet(`${webhookName} · ${words.openLink}`)] : []),
                ],
              },
            ]}
          />
        </Post>
      );
    case 'discord':
      return (
        <Post name={userName(webhookName) ?? PRODUCT} time={time}>
          <MessageBlocks
            blocks={[
              {
                kind: 'bar',
                colour,
                framed: true,
                of: [
                  ...titleOf(rich),
                  ...body,
                  ...buttonLine,
                  ...tableOf(facts, 'fields'),
                  ...(isLast ? [facts.length > 0 ? openIn : quiet(words.openLink)] : []),
                ],
              },
            ]}
          />
        </Post>
      );
    case 'msteams': {
      const title = titleOf(rich);
      return (
        <CardBox>
          <MessageBlocks
            blocks={[
              ...(severity === 'info' || title.length === 0
                ? title
                : [{ kind: 'box', tone: tones[severity], of: title } as const]),
              ...body,
              ...tableOf(facts, 'rows'),
              ...(isLast ? [quiet(webhookName)] : []),
              {
                kind: 'buttons',
                buttons: [...withPage(rich), ...(isLast ? [{ label: words.openLink }] : [])],
              },
            ]}
          />
        </CardBox>
      );
    }
    case 'email':
      return (
        <MailBox from={PRODUCT} subject={subjectOf(shown)}>
          <div className="px-4 py-3">
            <MessageBlocks
              blocks={[
                quiet(webhookName),
                { kind: 'bar', colour, framed: false, of: titleOf(rich, { size: 'large' }) },
                ...body,
                ...tableOf(facts, 'rows'),
                ...buttonLine,
                { kind: 'text', of: [{ mark: 'link', url: '', of: [words.openLink] }] },
              ]}
            />
          </div>
        </MailBox>
      );
    case 'http':
      return <Payload>{payloadOf(shown)}</Payload>;
    default:
      return <PlainRich rich={rich} />;
  }
}

/** The part of a message that is worth laying out at first: this many characters, and all facts. */
export function beginningOf(message: RichMessage, characters: number): RichMessage {
  let left = characters;
  const take = (text: string): string => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const runsOf = (runs: readonly Run[]): Run[] =>
    runs.flatMap((run) => (left > 0 ? [{ ...run, text: take(run.text) }] : []));
  const blocks = message.blocks.flatMap((block): TreeBlock[] => {
    if (left <= 0) return [];
    switch (block.kind) {
      case 'rule':
        return [block];
      case 'code':
        return [{ ...block, text: take(block.text) }];
      case 'list': {
        const items = block.items.flatMap((item) => (left > 0 ? [{ ...item, runs: runsOf(item.runs) }] : []));
        return [{ ...block, items }];
      }
      default:
        return [{ ...block, runs: runsOf(block.runs) }];
    }
  });
  return { ...message, blocks };
}

/** A rich message as no target in particular shows it, for comparisons. */
export function PlainRich({ rich }: { rich: RichMessage }): ReactNode {
  const { severity = 'info', blocks, facts = [], buttons = [] } = rich;
  const of = [
    ...titleOf(rich),
    ...blocks.map(blockOf),
    ...tableOf(facts, 'rows'),
    { kind: 'buttons', buttons } as const,
  ];
  return <MessageBlocks blocks={[{ kind: 'bar', colour: severityColours[severity], framed: false, of }]} />;
}

/** At Discord: below facts, which are fields, the way back is one, too. */
const openIn: Block = {
  kind: 'facts',
  look: 'fields',
  facts: [{ name: ['Open in'], value: [{ mark: 'link', url: '', of: [PRODUCT] }], short: false }],
};

const tones = { ok: 'ok', info: 'quiet', warning: 'warn', critical: 'err' } as const;

/** True if a message says a page already where its title cannot lead to it. */
const isTold = ({ blocks }: RichMessage, link: string): boolean =>
  blocks.some((block) => 'runs' in block && block.runs.some((run) => run.link === link && run.text === link));

const quiet = (text: string): Block => ({ kind: 'text', size: 'small', of: [text] });
const addressOf = (url: string): Inline => ({ mark: 'link', url, of: [url] });

function titleOf(
  { title, link, severity }: Omit<RichMessage, 'link'> & { link?: string | undefined },
  { sign = false, size = 'title' }: { sign?: boolean; size?: 'title' | 'large' } = {},
): Block[] {
  if (!title) return [];
  const said = inlineOf(title);
  const linked: Inline[] = link === undefined ? said : [{ mark: 'link', url: link, of: said }];
  return [{ kind: 'text', size, of: [...(sign ? [signBefore(severity)] : []), ...linked] }];
}

const linesOf = (facts: readonly Fact[]): Block[] =>
  facts.length === 0
    ? []
    : [
        {
          kind: 'text',
          of: facts.flatMap(({ label, runs }, at): Inline[] => [
            ...(at > 0 ? ['\n'] : []),
            ...(label === '' ? [] : [{ mark: 'bold', of: [`${label}: `] } as const]),
            ...inlineOf(runs),
          ]),
        },
      ];

const tableOf = (facts: readonly Fact[], look: 'rows' | 'fields'): Block[] =>
  facts.length === 0
    ? []
    : [
        {
          kind: 'facts',
          look,
          facts: facts.map(({ label, runs }) => ({ name: [label], value: inlineOf(runs), short: true })),
        },
      ];

function blockOf(block: TreeBlock): Block {
  switch (block.kind) {
    case 'code':
    case 'rule':
      return block;
    case 'list':
      return {
        kind: 'list',
        ordered: block.items[0]?.number !== undefined,
        items: block.items.map(({ runs, depth }) => {
          const of = inlineOf(runs);
          return [{ kind: 'text', of: depth === 0 ? of : ['\u2003'.repeat(depth), ...of] }];
        }),
      };
    case 'quote':
      return { kind: 'quote', of: [{ kind: 'text', of: inlineOf(block.runs) }] };
    case 'heading':
      return { kind: 'text', size: 'title', of: inlineOf(block.runs) };
    case 'paragraph':
      return { kind: 'text', of: inlineOf(block.runs) };
  }
}

const inlineOf = (runs: readonly Run[]): Inline[] =>
  runs.map(({ text, bold, italic, strike, code, link }) => {
    let inline: Inline = text;
    if (code) inline = { mark: 'code', of: [inline] };
    if (strike) inline = { mark: 'strike', of: [inline] };
    if (italic) inline = { mark: 'italic', of: [inline] };
    if (bold) inline = { mark: 'bold', of: [inline] };
    return link === undefined ? inline : { mark: 'link', url: link, of: [inline] };
  });

const subjectOf = ({ rich, text, webhookName }: Shown): string =>
  rich.title ? signBefore(rich.severity) + textOf(rich.title) : `${webhookName}: ${text.split('\n')[0] ?? ''}`;

const payloadOf = ({ rich, text, part, parts, webhookName }: Shown): string =>
  JSON.stringify({ type: 'message', data: { webhook: webhookName, text, part, parts, rich } }, null, 2);
