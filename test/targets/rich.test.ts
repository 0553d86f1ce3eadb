import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedOf, isWithinLimits } from '../../integrations/targets/discord/embed.ts';
import { messageMail } from '../../integrations/targets/email/message.ts';
import { richCard } from '../../integrations/targets/msteams/rich-card.ts';
import { blocksOf } from '../../integrations/targets/slack/blocks.ts';
import { slackBlocks } from '../../integrations/targets/slack/fake/message.ts';
import { entityText } from '../../integrations/targets/telegram/entities.ts';
import { markedUpText } from '../../integrations/targets/whatsapp/markup.ts';
import { limitOf, richFitOf } from '../../lambdas/targets/send.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { plainOf } from '../../lambdas/templates/rich/plain.ts';
import { splitRich } from '../../lambdas/templates/rich/split-rich.ts';
import { withPage } from '../../lambdas/templates/rich/title-link.ts';
import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';
import { units } from '../../lambdas/templates/units.ts';
import { factsOf, knownCalls } from '../templates/ready-made-calls.ts';
import { activeTargets } from './examples.ts';
import { deliveryRig, message } from './support.ts';

const rig = deliveryRig();
const bodies = () => rig.server.received.map(({ body }) => JSON.parse(body));

const example: RichMessage = {
  title: [{ text: 'CI failed' }],
  place: 'acme/web',
  link: 'https://ci.example/runs/7',
  severity: 'critical',
  blocks: [
    {
      kind: 'paragraph',
      runs: [
        { text: 'Branch ' },
        { text: 'main', bold: true },
        { text: ' at ' },
        { text: '12:00 UTC', time: 1_789_214_400 },
      ],
    },
    {
      kind: 'list',
      items: [
        { depth: 0, runs: [{ text: 'lint' }] },
        { depth: 1, runs: [{ text: 'a_b', code: true }] },
      ],
    },
    { kind: 'code', text: 'TypeError: x < y\n```', language: 'ts' },
    { kind: 'quote', runs: [{ text: 'said *so*\n@everyone' }] },
  ],
  facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
  buttons: [{ label: 'Open run', url: 'https://ci.example/runs/7' }],
};
const text = plainOf(example);
const deliver = (kind: string, over: Partial<RichMessage> = {}) =>
  rig.deliverTo(activeTargets[kind], { text, rich: { ...example, ...over } });

describe('a rich message', () => {
  it('is text and entities at Telegram, with its buttons below', async () => {
    await deliver('telegram');
    const [{ text: sent, entities, parse_mode, reply_markup }] = bodies();
    const words = (entities as { type: string; offset: number; length: number }[]).map(
      ({ type, offset, length }) => `${type}: ${sent.slice(offset, offset + length)}`,
    );
    expect(parse_mode).toBeUndefined();
    expect(sent.split('\n')[0]).toBe('🔴 CI failed · acme/web');
    expect(words).toEqual([
      'text_link: CI failed',
      'bold: CI failed',
      'bold: main',
      'code: a_b',
      'pre: TypeError: x < y\n```',
      'blockquote: said *so*\n@\u2060everyone',
      'bold: Took:',
    ]);
    expect(reply_markup.inline_keyboard).toEqual([
      [{ text: 'Open run', url: 'https://ci.example/runs/7' }],
      [{ text: 'Open in Tellhook', url: message().link }],
    ]);
  });

  it("has a button for its title's link if no other button has it", async () => {
    const page = { buttons: [], link: 'https://www.sentry.example/issues/7' };
    await deliver('telegram', page);
    await deliver('msteams', page);
    const [telegram, teams] = bodies();
    const labels = ['Open issue', 'Open in Tellhook'];
    expect(telegram.reply_markup.inline_keyboard.flat().map((button: { text: string }) => button.text)).toEqual(labels);
    const { actions } = teams.attachments[0].content;
    expect(actions.map(({ title }: { title: string }) => title)).toEqual(labels);
  });

  it("shows its title's link once, if only an address can be a link", async () => {
    const link = 'https://sns.example/confirm';
    const told: RichMessage = {
      title: [{ text: 'Confirm' }],
      link,
      blocks: [{ kind: 'paragraph', runs: [{ text: 'Open this\n' }, { text: link, link }] }],
    };
    expect(plainOf(told)).toBe(`Confirm\nOpen this\n${link}`);
    await rig.deliverTo(activeTargets.whatsapp, { text: plainOf(told), rich: told });
    expect(bodies()[0].text.body.split(link)).toHaveLength(2);
  });

  it('is one block of rich text next to a coloured bar at Slack', async () => {
    await deliver('slack');
    const [{ text: shownAbove, attachments }] = bodies();
    expect(shownAbove).toBeUndefined();
    const [{ color, blocks, fallback: notice }] = attachments;
    expect(notice).toBe('CI failed · acme/web');
    expect(color).toBe('#e03131');
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(['rich_text', 'context']);
    expect(blocks[0].elements.map(({ type }: { type: string }) => type)).toEqual([
      'rich_text_section',
      'rich_text_list',
      'rich_text_list',
      'rich_text_preformatted',
      'rich_text_quote',
      'rich_text_section',
    ]);
    expect(blocks[0].elements[0].elements).toEqual([
      { type: 'link', url: 'https://ci.example/runs/7', text: 'CI failed', style: { bold: true } },
      { type: 'text', text: '\n' },
      { type: 'text', text: 'Branch ' },
      { type: 'text', text: 'main', style: { bold: true } },
      { type: 'text', text: ' at ' },
      { type: 'date', timestamp: 1_789_214_400, format: '{date_num} {time}', fallback: '12:00 UTC' },
    ]);
    expect(JSON.stringify(blocks[0])).not.toContain('mrkdwn');
    expect(blocks[1].elements[0]).toEqual({ type: 'plain_text', text: 'acme/web', emoji: false });
  });

  it('has its short facts in two columns at Slack, without markup, and a button that names its action', async () => {
    const fact = (label: string, value: string) => ({ label, runs: [{ text: value }] });
    const facts = [fact('Branch', 'main'), fact('By', '<!here> *all* & `more`'), fact('Host', 'a<b')];
    await deliver('slack', { facts, buttons: [], link: 'https://git.example/acme/web/pull/7' });
    const { blocks } = bodies()[0].attachments[0];
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(['rich_text', 'section', 'rich_text', 'context']);
    expect(blocks[1].fields).toEqual([
      { type: 'mrkdwn', text: '*Branch*\nmain', verbatim: true },
      { type: 'plain_text', text: 'By\n<!here> *all* & `more`', emoji: false },
      { type: 'mrkdwn', text: '*Host*\na&lt;b', verbatim: true },
    ]);
    expect(blocks[2].elements[0].elements).toEqual([
      { type: 'link', url: 'https://git.example/acme/web/pull/7', text: 'Open pull request' },
    ]);
  });

  it.each([
    ['https://git.example/acme/web/pull/7', 'pull request'],
    ['https://git.example/acme/web/-/merge_requests/8#note_1', 'merge request'],
    ['https://git.example/acme/web/actions/runs/51', 'run'],
    ['https://git.example/acme/web/commit/a1b2c3d/checks', 'commit'],
    ['https://jira.example/browse/WEB-7', 'issue'],
    ['https://ci.example/acme/builds/12', 'build'],
    ['https://www.shop.example/admin/orders/1', 'order'],
    ['https://shop.example/orders', 'shop.example'],
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example/constructor/1', 'shop.example'],
  ])('opens %s as %s', (link, thing) =>
    expect(withPage({ title: [{ text: 'x' }], link, blocks: [] })).toEqual([{ label: `Open ${thing}`, url: link }]),
  );

  it('is a card with a summary at Teams, with all words as text runs', async () => {
    await deliver('msteams');
    const [{ summary, attachments }] = bodies();
    expect(summary).toBe('CI failed · acme/web');
    const { body, actions, version } = attachments[0].content;
    expect(version).toBe('1.4');
    expect(body[0]).toMatchObject({ type: 'Container', style: 'attention' });
    expect(actions.map(({ title }: { title: string }) => title)).toEqual(['Open run', 'Open in Tellhook']);
    expect(JSON.stringify(body)).not.toMatch(/"TextBlock"|"FactSet"/);
  });

  it('is an embed at Discord, escaped and without mentions', async () => {
    await deliver('discord');
    const [{ content, embeds, components, allowed_mentions, flags }] = bodies();
    expect(content).toBeUndefined();
    expect(flags).toBeUndefined();
    expect(allowed_mentions).toEqual({ parse: [] });
    expect(embeds).toHaveLength(1);
    expect(embeds[0]).toMatchObject({
      title: 'CI failed',
      footer: { text: 'acme/web' },
      url: 'https://ci.example/runs/7',
      color: 0xe03131,
    });
    expect(embeds[0].fields).toEqual([{ name: 'Took', value: '3m', inline: true }]);
    expect(rig.server.received[0]?.url).toContain('with_components=true');
    expect(components[0].components).toEqual([
      { type: 2, style: 5, label: 'Open run', url: 'https://ci.example/runs/7' },
      { type: 2, style: 5, label: 'Open in Tellhook', url: message().link },
    ]);
    expect(embeds[0].description.split('\n')).toEqual([
      'Branch **main** at <t:1789214400:f>',
      '',
      '- lint',
      '  - `a_b`',
      '```ts',
      'TypeError: x < y',
      '`\u200b`\u200b`',
      '```',
      '> said \\*so\\*',
      '> @everyone',
    ]);
  });

  it('has links at Discord in place of buttons that Discord rejects', async () => {
    const url = `https://ci.example/${'x'.repeat(500)}`;
    await deliver('discord', { blocks: [], buttons: [{ label: 'Log', url }] });
    const [{ embeds, components }] = bodies();
    expect(embeds[0].description).toBe(`[Log](<${url}>)`);
    expect(components[0].components).toHaveLength(2);
  });

  it("has WhatsApp's markup characters, which no value can create", async () => {
    await deliver('whatsapp');
    const lines = bodies()[0].text.body.split('\n');
    expect(lines.slice(0, 3)).toEqual(['🔴 *CI failed* · acme/web', 'Branch *main* at 12:00 UTC', '']);
    expect(lines).toContain('> said \ufeff*\ufeffso\ufeff*\ufeff');
  });

  it('is sent to a generic receiver as text, as a tree and with its subject', async () => {
    const subject = { state: 'open', severity: 'critical', title: 'acme/web: CI failed', key: '7' } as const;
    await rig.deliverTo(activeTargets.http, { text, rich: example, subject });
    expect(bodies()[0].data).toMatchObject({ text, rich: example, subject });
  });

  it('is HTML and text in an email, with the title as its subject', () => {
    const mail = messageMail({ ...message({ text }), rich: example, stop: 'https://x.example/stop' });
    expect(mail.subject).toBe('🔴 CI failed · acme/web');
    const long = messageMail({
      ...message({ text }),
      rich: { ...example, title: [{ text: 'CI '.repeat(60) }] },
      stop: '',
    });
    expect(long.subject).toMatch(/^🔴 CI CI .{80,} · acme\/web$/);
    expect(mail.text.startsWith(text)).toBe(true);
    expect(mail.html).toContain('<strong>main</strong>');
    expect(mail.html).toContain('TypeError: x &#60; y');
    expect(mail.html).toMatch(
      /<h1[^>]*border-left:4px solid #e03131[^>]*><a class="link" href="https:\/\/ci\.example\/runs\/7"/,
    );
    expect(mail.html.match(/<h1/g)).toHaveLength(1);
  });
});

describe('a provider that rejects the formatting', () => {
  const refusals: [string, number, string][] = [
    ['telegram', 400, '{"ok":false,"error_code":400,"description":"Bad Request: can\'t parse entities: wrong entity"}'],
    ['slack', 400, 'invalid_attachments'],
    ['slack', 400, 'invalid_blocks'],
    ['msteams', 400, '{"error":{"code":"BadRequest","message":"The Adaptive Card is not valid"}}'],
    ['discord', 400, '{"code":50035,"errors":{"embeds":{"0":{"description":{}}}},"message":"Invalid Form Body"}'],
    ['discord', 400, '{"embeds":["0"]}'],
    ['discord', 400, '{"code":50035,"errors":{"components":{"0":{}}},"message":"Invalid Form Body"}'],
  ];
  it.each(refusals)('gets the same part as plain text within the attempt: %s %i %s', async (kind, status, body) => {
    rig.server.answer({ status, body });
    const delivery = await deliver(kind);
    expect(delivery).toMatchObject({
      kind: 'ok',
      note: expect.stringMatching(/rejected the formatting, so the message was sent as plain text$/),
      noteCode: 'formatting-refused',
    });
    expect(bodies()).toHaveLength(2);
    const plain = JSON.stringify(bodies()[1]);
    expect(plain).toContain('CI failed');
    expect(plain).not.toMatch(/"entities"|"color"|"embeds"|"summary"/);
  });

  it.each([
    ['slack', 404, 'no_service', 'fail_target'],
    ['slack', 429, '', 'retry'],
    ['discord', 404, '{"code":10015}', 'fail_target'],
    ['msteams', 400, '{"error":{"code":"TriggerInputSchemaMismatch"}}', 'fail_target'],
    ['telegram', 403, '{"ok":false,"description":"Forbidden: bot was blocked by the user"}', 'fail_target'],
  ])('is asked only once when it rejects something else: %s %i %s', async (kind, status, body, outcome) => {
    rig.server.answer({ status, body });
    expect(await deliver(kind)).toMatchObject({ kind: outcome });
    expect(bodies()).toHaveLength(1);
  });
});

/** The violations of a provider's rules in the sent form of a part. */
const faults: Record<string, (part: RichMessage) => string[]> = {
  telegram: (part) => {
    const { text: sent, entities } = entityText(part);
    const wrong = entities.filter(({ offset, length }) => offset < 0 || length < 1 || offset + length > sent.length);
    const crossing = entities.filter((one) =>
      entities.some(
        (other) =>
          one.offset < other.offset &&
          other.offset < one.offset + one.length &&
          one.offset + one.length < other.offset + other.length,
      ),
    );
    return [
      ...(sent.length > 4096 ? ['too long'] : []),
      ...(entities.length > 100 ? ['too many entities'] : []),
      ...[...wrong, ...crossing].map((entity) => JSON.stringify(entity)),
    ];
  },
  slack: (part) => {
    const blocks = blocksOf(part);
    const blank = JSON.stringify(blocks).match(/"text":""|"elements":\[\]/g) ?? [];
    // The stand-in has the provider's limits.
    return [...(slackBlocks.safeParse(blocks).success ? [] : ['beyond its limits']), ...blank];
  },
  msteams: (part) => {
    const card = JSON.stringify(richCard({ ...message(), rich: part }));
    return [
      ...(Buffer.byteLength(card) > 28_000 ? ['too long'] : []),
      ...(/\{\{(?:DATE|TIME)\(/.test(card) ? ['a date function'] : []),
      ...(/"inlines":\[\]|"text":""/.test(card) ? ['an empty line'] : []),
    ];
  },
  discord: (part) => {
    const embed = embedOf(part);
    const all = `${embed.description ?? ''}${(embed.fields ?? []).map(({ value }) => value).join('')}`;
    // Code is not interpreted.
    const read = all.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, '');
    const mentions = read.match(/(?<!\\)<(?:@|#|:)/g) ?? [];
    return [
      ...(isWithinLimits(embed) ? [] : ['beyond its limits']),
      ...((embed.fields ?? []).some(({ name, value }) => name === '' || value === '') ? ['an empty field'] : []),
      ...mentions,
    ];
  },
  whatsapp: (part) => (markedUpText(part).length > 4096 ? ['too long'] : []),
};

/** The messages are rendered once for all kinds. */
let known: RichMessage[] | undefined;
const messagesOfKnownCalls = (): RichMessage[] => {
  known ??= knownCalls.map((call) => {
    const result = renderCall({ ...factsOf(call), template: undefined, webhookName: 'W', format: 'rich' });
    if ('error' in result || !result.rich) throw new Error(JSON.stringify(result));
    return result.rich;
  });
  return known;
};

const partsOf = async (kind: string, rich: RichMessage) => {
  const fits = (await richFitOf(kind)) ?? (() => true);
  return splitRich(rich, { fits, split: true });
};

describe.each(Object.keys(faults))('every rich message to %s', (kind) => {
  const faultsOf = faults[kind] as (part: RichMessage) => string[];
  const limit = limitOf(kind);

  it('is accepted by the provider, with and without formatting, for each call of each known sender', async () => {
    for (const rich of messagesOfKnownCalls()) {
      const { parts } = await partsOf(kind, rich);
      expect(parts.flatMap(faultsOf), JSON.stringify(rich)).toEqual([]);
    }
  });

  it('is accepted by the provider for any values, without losing a word', async () => {
    const fits = (await richFitOf(kind)) ?? (() => true);
    const words = fc.array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '**',
          '`',
          '```',
          '\n',
          '\n\n',
          '> ',
          '<@1>',
          '<!channel>',
          '@everyone',
          '{{DATE(x)}}',
          '[',
          '](https://x.example)',
          '||',
          '\\',
          ' ',
          '\u202e',
          '👩‍👩‍👧‍👦',
        ),
        fc.stringMatching(/^\w{1,300}$/),
      ),
      { maxLength: 60 },
    );
    const template =
      '**{{v}}** x\n\n- `{{v}}`\n- [l]({{v}})\n\n```\n{{v}}\n```\n\n> {{v}}\n{{#title}}{{v}}{{/title}}{{#facts}}\nA: {{v}}\n{{v}}: b\n{{/facts}}';
    await fc.assert(
      fc.asyncProperty(words, async (parts) => {
        const v = `w${parts.join('')}`;
        const facts = { body: JSON.stringify({ v }), contentType: 'application/json' };
        const result = renderCall({ ...facts, template, webhookName: 'W', format: 'rich' });
        if ('error' in result || !result.rich) throw new Error(JSON.stringify(result));
        const cut = splitRich(result.rich, { fits, split: true });
        for (const part of cut.parts) {
          expect(faultsOf(part)).toEqual([]);
          if (limit) expect(units[limit.counted](plainOf(part))).toBeLessThanOrEqual(limit.max);
        }
        // Cutting a message loses only whitespace.
        if (!cut.truncated) {
          const all = cut.parts
            .map(plainOf)
            .join('')
            .replace(/\(\d+\/\d+\)/g, '')
            .replace(/[\s…]/g, '');
          for (const word of v.match(/\w{4,}/g) ?? []) expect(all).toContain(word.slice(0, 100));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a rich message that is too long', () => {
  const limited = (max: number) => (part: RichMessage) => plainOf(part).length <= max;

  it('is cut between blocks, items, lines and words, with the title first and the buttons last', () => {
    const rich: RichMessage = {
      title: [{ text: 'Title' }],
      severity: 'warning',
      blocks: [
        {
          kind: 'paragraph',
          runs: [{ text: 'one two three four five six seven ' }, { text: 'eight nine ten eleven', bold: true }],
        },
        {
          kind: 'list',
          items: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((word) => ({
            depth: 0,
            runs: [{ text: word.repeat(3) }],
          })),
        },
        { kind: 'code', text: 'first line\nsecond line\nthird line', language: 'js' },
      ],
      facts: [{ label: 'A', runs: [{ text: 'b' }] }],
      buttons: [{ label: 'Go', url: 'https://x.example/' }],
    };
    const { parts, truncated } = splitRich(rich, { fits: limited(70), split: true });
    expect(truncated).toBe(false);
    expect(parts.map(plainOf)).toMatchInlineSnapshot(`
      [
        "(1/6) Title
      one two three four five six seven eight",
        "(2/6) nine ten eleven

      • alphaalphaalpha",
        "(3/6)

      • betabetabeta
      • gammagammagamma",
        "(4/6)

      • deltadeltadelta
      • epsilonepsilonepsilon",
        "(5/6)

      first line
      second line
      third line
      A: b",
        "(6/6)
      Go: https://x.example/",
      ]
    `);
    expect(parts.map(({ severity }) => severity)).toEqual(parts.map(() => 'warning'));
    expect(parts.filter(({ title }) => title)).toHaveLength(1);
    expect(parts.findIndex(({ buttons }) => buttons)).toBe(parts.length - 1);
  });

  it('ends with a mark if it must not be split, or needs too many parts', () => {
    const rich: RichMessage = { blocks: [{ kind: 'paragraph', runs: [{ text: 'word '.repeat(500).trim() }] }] };
    const one = splitRich(rich, { fits: limited(100), split: false });
    expect(one.truncated).toBe(true);
    expect(one.parts).toHaveLength(1);
    expect(plainOf(one.parts[0] as RichMessage)).toMatch(/word\n\n\.\.\. \(truncated\)$/);
    const many = splitRich(rich, { fits: limited(60), split: true });
    expect(many.parts).toHaveLength(20);
    for (const part of many.parts) expect(plainOf(part).length).toBeLessThanOrEqual(60);
    expect(plainOf(many.parts[19] as RichMessage)).toMatch(/\(truncated\)$/);
  });
});
