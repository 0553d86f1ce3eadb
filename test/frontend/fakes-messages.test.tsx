import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClockButtons } from '../../frontend/fakes/acting/clock-buttons.tsx';
import { blocksOf, pageOf } from '../../frontend/fakes/pages.ts';
import { MessageBlocks } from '../../frontend/src/ui/message-blocks.tsx';
import { fakePages } from '../../integrations/targets/fake-pages.gen.tsx';
import type { Bubble, Thread } from '../../lib/local/fakes/wire.ts';

const telegram = pageOf('telegram');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bubble = (format: string, text: string, message?: unknown): Bubble => ({
  side: 'product',
  author: 'Tellhook',
  format,
  text,
  ...(message === undefined ? {} : { message }),
});
/** The HTML of a drawn message without layout elements and attributes. */
const drawn = (format: string, text: string, message?: unknown): string =>
  render(<MessageBlocks blocks={blocksOf(bubble(format, text, message))} />)
    .container.innerHTML.replace(/ (?:class|target|rel)="[^"]*"/g, '')
    .replace(/<\/?(?:div|p|span)>/g, '');

const link = (url: string, words: string) => `<a href="${url}">${words}</a>`;

describe('a fake provider’s text', () => {
  it.each<[string, string, string]>([
    ['plain', '*a* https://x.org/b.', `*a* ${link('https://x.org/b', 'https://x.org/b')}.`],
    ['slack', '*a* _b_ ~c~ `d`', '<b>a</b> <i>b</i> <s>c</s> <code>d</code>'],
    ['slack', '<https://x.org?a=1&amp;b=2|a &lt; b>', link('https://x.org?a=1&amp;b=2', 'a &lt; b')],
    ['slack', 'a*b*c &amp; <!channel>', 'a*b*c &amp; @channel'],
    ['slack', '&gt; a\n&gt; b\nc', '<blockquote>a\nb</blockquote>c'],
    ['discord', '**a** __b__ *c* ~~d~~', '<b>a</b> <u>b</u> <i>c</i> <s>d</s>'],
    ['discord', '\\*a\\* [b](https://x.org)', `*a* ${link('https://x.org', 'b')}`],
    ['discord', 'a\n-# small\nb', 'asmallb'],
    ['discord', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['whatsapp', '*a* ```b```', '<b>a</b> <pre>b</pre>'],
    ['telegram-html', '<b>a</b> &lt; <a href="https://x.org">c</a>', `<b>a</b> &lt; ${link('https://x.org', 'c')}`],
    ['telegram-markdown', '*a* \\*b', '<b>a</b> *b'],
    ['json', '{"a":1}', '<pre>{"a":1}</pre>'],
  ])('is drawn in the format %s: %j', (format, text, shown) => {
    expect(drawn(format, text)).toBe(shown);
  });

  it('is small where Discord shows small text', () => {
    expect(blocksOf(bubble('discord', '-# a'))).toEqual([{ kind: 'text', size: 'small', of: ['a'] }]);
  });

  it.each(['plain', 'json', ...Object.values(fakePages).flatMap(({ formats = {} }) => Object.keys(formats))])(
    'never becomes an element or a script of the page: %s',
    (format) => {
      const text =
        '<img src=x onerror=alert(1)> <script>alert(1)</script> [a](javascript:alert(1)) <javascript:alert(1)|a>';
      const { container } = render(<MessageBlocks blocks={blocksOf(bubble(format, text))} />);
      expect(container.querySelector('img, script, a')).toBeNull();
    },
  );
});

describe('a Slack message', () => {
  const rich = (...elements: object[]) => ({ type: 'rich_text', elements });

  it('shows its attachment with a bar in its colour', () => {
    const blocks = [
      rich(
        {
          type: 'rich_text_section',
          elements: [{ type: 'link', url: 'https://x.org', text: 'a', style: { bold: true } }],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'b' }] },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'c' }] },
      ),
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'd' }, url: 'https://y.org' }],
      },
    ];
    const message = { attachments: [{ color: '#2eb67d', blocks }] };
    expect(blocksOf(bubble('slack', 'e', message))).toMatchObject([
      { kind: 'text' },
      { kind: 'bar', colour: '#2eb67d' },
    ]);
    expect(drawn('slack', 'e', message)).toBe(
      `e<div style="border-left-color: #2eb67d;">${link('https://x.org', '<b>a</b>')}<pre>b</pre><blockquote>c</blockquote>${link('https://y.org', 'd')}`,
    );
  });

  it('shows blocks instead of its text, or the text if Slack would reject the blocks', () => {
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'a' } }];
    expect(drawn('slack', 'b', { blocks })).toBe('a');
    expect(drawn('slack', 'b', { blocks: [{ type: 'unknown' }] })).toBe('b');
  });
});

describe('a Discord message', () => {
  const embeds = [
    {
      title: 'a',
      url: 'https://x.org',
      color: 0x2e,
      description: '**b**',
      fields: [{ name: 'c', value: '`d`', inline: true }],
    },
  ];

  it('shows its embed in a frame, with a bar in its colour', () => {
    expect(blocksOf(bubble('discord', '', { embeds }))).toMatchObject([
      { kind: 'bar', colour: '#00002e', framed: true },
    ]);
    expect(drawn('discord', '', { embeds })).toContain(
      `${link('https://x.org', 'a')}<b>b</b><dl><dt>c</dt><dd><code>d</code></dd></dl>`,
    );
  });

  it('hides its embed when its flags say so', () => {
    expect(drawn('discord', 'text', { embeds, flags: 4 })).toBe('text');
  });
});

describe('a Teams card', () => {
  const card = (body: object[], actions?: object[]) => ({ type: 'AdaptiveCard', version: '1.4', body, actions });

  it('shows runs, facts, boxes and buttons', () => {
    const run = { type: 'TextRun', text: 'a', weight: 'Bolder', color: 'Attention' };
    const body = [
      { type: 'Container', style: 'attention', items: [{ type: 'RichTextBlock', inlines: [run, ' b'] }] },
      { type: 'FactSet', facts: [{ title: 'c', value: '**d**' }] },
    ];
    const actions = [{ type: 'Action.OpenUrl', title: 'e', url: 'https://x.org' }];
    expect(drawn('card', '', card(body, actions))).toBe(
      `<b>a</b> b<dl><dt>c</dt><dd><b>d</b></dd></dl>${link('https://x.org', 'e')}`,
    );
  });

  it('joins lines without a gap', () => {
    const line = (text: string) => ({ type: 'RichTextBlock', spacing: 'None', inlines: [text] });
    expect(blocksOf(bubble('card', '', card([line('a'), line('b')])))).toHaveLength(1);
  });

  it('fills in dates like Teams', () => {
    const body = [{ type: 'TextBlock', text: '{{DATE(2026-03-01T12:00:00Z, SHORT)}}' }];
    expect(drawn('card', '', card(body))).toMatch(/2026/);
  });

  it('is shown as it was sent if it is invalid', () => {
    expect(drawn('card', '', { type: 'AdaptiveCard' })).toContain('<pre>');
  });
});

describe('a Telegram message', () => {
  it('can have overlapping formats, counted in UTF-16', () => {
    const entities = [
      { type: 'bold', offset: 0, length: 4 },
      { type: 'italic', offset: 3, length: 2 },
      { type: 'text_link', offset: 5, length: 1, url: 'https://x.org' },
    ];
    expect(drawn('telegram-entities', 'a🚀bcd', { entities })).toBe(
      `<b>a🚀</b><i><b>b</b></i><i>c</i>${link('https://x.org', 'd')}`,
    );
  });

  it('shows code and quotes as blocks, with formats inside quotes', () => {
    const entities = [
      { type: 'blockquote', offset: 2, length: 3 },
      { type: 'bold', offset: 2, length: 1 },
      { type: 'pre', offset: 6, length: 1 },
    ];
    expect(drawn('telegram-entities', 'a\nb c\nd', { entities })).toBe(
      'a<blockquote><b>b</b> c</blockquote><pre>d</pre>',
    );
  });
});

describe('the actions in a group with topics', () => {
  const group = { id: '-1000000000042', title: 'Ops', kind: 'group' } as const;
  const labels = (topics?: Thread['topics']) =>
    telegram.acts?.({ ...group, ...(topics && { topics }) }).map(({ label }) => label);

  it('create topics, and close, open and delete the newest one', () => {
    const always = ['Delete the bot’s messages', 'Remove the bot'];
    expect(labels()).toEqual(['Make a topic', ...always]);
    const deploys = { id: 7, name: 'Deploys' };
    expect(labels([deploys])).toEqual(['Make a topic', 'Close Deploys', 'Delete Deploys', ...always]);
    expect(labels([{ ...deploys, closed: true }])).toContain('Open Deploys');
    expect(telegram.acts?.({ ...group, id: '-42', topics: [] }).map(({ label }) => label)).not.toContain(
      'Make a topic',
    );
  });

  it('write into the newest open topic', () => {
    const topics = [
      { id: 7, name: 'Deploys' },
      { id: 9, name: 'Old', closed: true as const },
    ];
    const way = telegram.writing?.({ ...group, topics }, { bot: 'tellhook_bot' });
    expect(way?.placeholder).toBe('/start@tellhook_bot CODE in Deploys');
    expect(way?.act('hi').input).toEqual({ chatId: -1000000000042, text: 'hi', topic: 7 });
  });
});

it('the fakes’ clock advances with a click, and shows the time', async () => {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ now: '2026-11-20T12:10:00.000Z' }));
  vi.stubGlobal('fetch', asked);
  render(<ClockButtons />);
  fireEvent.click(screen.getByRole('button', { name: 'Advance 10 minutes' }));
  await screen.findByText(/^Tellhook’s time: Friday/);
  expect(asked.mock.calls[0]?.[0]).toBe('/__fakes/api/clock');
  expect(asked.mock.calls[0]?.[1]?.body).toBe('{"advanceSeconds":600}');
});
