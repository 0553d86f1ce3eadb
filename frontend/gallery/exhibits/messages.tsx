import { DeliveredMessage } from '../../src/ui/delivered-message.tsx';
import { type Block, MessageBlocks } from '../../src/ui/message-blocks.tsx';
import { Bubble, CardBox, MailBox, Payload, Post } from '../../src/ui/message-frame.tsx';
import { MessageLook } from '../../src/ui/message-look.tsx';
import { PlainRich, RichLook } from '../../src/ui/rich-look.tsx';
import type { Exhibit } from '../exhibits.tsx';
import { richSample } from '../rich-sample.ts';
import { eachOf } from '../states.ts';

const fiveMinutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();

const richMessage: Block[] = [
  {
    kind: 'bar',
    colour: '#d9372c',
    framed: true,
    of: [
      { kind: 'text', size: 'title', of: [{ mark: 'link', url: 'https://example.org', of: ['Deployment failed'] }] },
      {
        kind: 'facts',
        look: 'fields',
        facts: [
          { name: ['Branch'], value: [{ mark: 'code', of: ['main'] }], short: true },
          { name: ['State'], value: [{ mark: 'tone', tone: 'err', of: ['failed'] }], short: true },
        ],
      },
      { kind: 'code', text: 'exit 1' },
      { kind: 'quote', of: [{ kind: 'text', of: [{ mark: 'italic', of: ['Works here'] }] }] },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', of: ['Look at the log'] }]] },
      { kind: 'rule' },
      { kind: 'buttons', buttons: [{ label: 'Open run', url: 'https://example.org' }, { label: 'No link' }] },
    ],
  },
];

/** Messages as people see them. */
export const messages: readonly Exhibit[] = [
  {
    name: 'MessageLook',
    about: 'A message as people see it at a kind of target; plain text for a kind that has no look of its own.',
    states: {
      plain: <MessageLook slug="none" shown={{ text: 'Deployed shop', part: 1, parts: 1, webhookName: 'Deploys' }} />,
      'a call of a program': (
        <MessageLook slug="http" shown={{ text: 'Deployed shop', part: 1, parts: 1, webhookName: 'Deploys' }} />
      ),
    },
  },
  {
    name: 'RichLook',
    about: 'A message with its looks as people see it at a kind of target.',
    states: eachOf(['telegram', 'slack', 'msteams', 'discord', 'email', 'whatsapp', 'http', 'none'], String, (slug) => (
      <RichLook slug={slug} shown={{ rich: richSample, text: 'Failed', part: 1, parts: 1, webhookName: 'Deploys' }} />
    )),
  },
  {
    name: 'PlainRich',
    about: 'The same as no target in particular shows it, for comparisons.',
    states: eachOf(['ok', 'info', 'warning', 'critical'] as const, String, (severity) => (
      <PlainRich rich={{ ...richSample, severity }} />
    )),
  },
  {
    name: 'DeliveredMessage',
    about: 'The beginning of a delivered message: its words at once, its looks as soon as their code is there.',
    states: {
      'with looks': (
        <DeliveredMessage
          slug="slack"
          shown={{ text: 'Failed', rich: richSample, webhookName: 'Deploys', at: fiveMinutesAgo }}
        />
      ),
      plain: (
        <DeliveredMessage
          slug="slack"
          shown={{ text: 'Deployed shop', rich: undefined, webhookName: 'Deploys', at: fiveMinutesAgo }}
        />
      ),
    },
  },
  {
    name: 'MessageBlocks',
    about: 'What a rich message is made of: words with marks, facts, code, quotes, lists, buttons, a coloured bar.',
    states: {
      'a bar with everything': <MessageBlocks blocks={richMessage} />,
      'facts in rows': (
        <MessageBlocks blocks={[{ kind: 'facts', look: 'rows', facts: [{ name: ['Branch'], value: ['main'] }] }]} />
      ),
      'boxes in columns': (
        <MessageBlocks
          blocks={[
            {
              kind: 'columns',
              columns: (['ok', 'err'] as const).map((tone) => [
                { kind: 'box', tone, of: [{ kind: 'text', of: [tone] }] },
              ]),
            },
          ]}
        />
      ),
    },
  },
  {
    name: 'Bubble',
    about: 'A bubble of a private chat.',
    states: {
      theirs: (
        <Bubble time="now" tone="blue">
          Deployed shop
        </Bubble>
      ),
      'mine, with a name': (
        <Bubble time="now" tone="green" mine name={<b>Ada</b>}>
          Thank you
        </Bubble>
      ),
    },
  },
  {
    name: 'Post',
    about: 'A post of an app in a channel.',
    states: {
      'of an app': (
        <Post name="Deploys" time="now">
          Deployed shop
        </Post>
      ),
    },
  },
  { name: 'CardBox', about: 'A card in a channel.', states: { filled: <CardBox>Deployed shop</CardBox> } },
  {
    name: 'MailBox',
    about: 'A mail with the lines above it.',
    states: {
      filled: (
        <MailBox from="Tellhook" subject="Deployed shop">
          All tests passed.
        </MailBox>
      ),
    },
  },
  {
    name: 'Payload',
    about: 'What a program receives.',
    states: { filled: <Payload>{'{ "text": "Hello" }'}</Payload> },
  },
];
