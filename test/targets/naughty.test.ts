import { describe, expect, it } from 'vitest';
import { callsOf } from '../../integrations/targets/discord/fake/message.ts';
import { messageMail } from '../../integrations/targets/email/message.ts';
import { mentionsOf } from '../../integrations/targets/slack/fake/mentions.ts';
import { literal } from '../../integrations/targets/whatsapp/markup.ts';
import { richFitOf } from '../../lambdas/targets/send.ts';
import { renderCall } from '../../lambdas/templates/render-call.ts';
import { plainOf } from '../../lambdas/templates/rich/plain.ts';
import { splitRich } from '../../lambdas/templates/rich/split-rich.ts';
import type { RichMessage } from '../../lambdas/templates/rich/tree.ts';
import { activeTargets } from './examples.ts';
import { deliveryRig, message } from './support.ts';

/** Texts that notify people, hide a link's target, or end formatting in some chat. */
const PIECES = [
  '@everyone',
  '@here',
  '@channel',
  '@all',
  '@alice_smith',
  '\\@everyone',
  '@\u200beveryone',
  '<!channel>',
  '<!here|here>',
  '<!everyone>',
  '<@U0123456789>',
  '<!subteam^S0123456789|@ops>',
  '<#C0123456789>',
  '<@123456789012345678>',
  '<@!123456789012345678>',
  '<@&123456789012345679>',
  '<at>Ada</at>',
  '<at id="0">Ada</at>',
  '&lt;!channel&gt;',
  '[your bank](https://evil.example/login)',
  '[a](<https://evil.example>)',
  '<https://evil.example/login|your bank>',
  '<a href="https://evil.example">your bank</a>',
  '![x](https://evil.example/x.png)',
  '[x]: https://evil.example',
  ']( https://evil.example )',
  ') [y](https://evil.example',
  'tg://user?id=42',
  'javascript:alert(1)',
  '**bold** __under__ ~~gone~~ ||hidden||',
  '*_~`',
  '`',
  '```',
  '```\n<!channel>\n```',
  '> quote\n# heading\n- item\n1. item',
  '\n@everyone\n',
  '</pre></td></tr></table><a href="https://evil.example">',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{DATE(2026-01-01)}}',
  '{{#buttons}}[Pay](https://evil.example){{/buttons}}',
  '$eval("1")',
  '<t:0:R>',
  '</pay:1>',
  ':rotating_light:',
  '\ufdd00\ufdd1',
  '\ufdd20\ufdd3',
  '\u202e@everyone',
  '\u0000\u0007',
  'a\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '*'.repeat(300),
  '@here '.repeat(100),
  '[['.repeat(200),
];

const TEMPLATE = [
  '{{#title}}Deploy of {{a}}{{/title}}',
  'By **{{a}}**, `{{a}}` and _{{a}}_: {{a}} end',
  '> {{a}} said',
  '- one {{a}} two',
  '```',
  '{{a}}',
  '```',
  '[run of {{a}}](https://ci.example/runs/7)',
  '{{#facts}}Branch: of {{a}}{{/facts}}',
  '{{#buttons}}[Open run](https://ci.example/runs/7){{/buttons}}',
].join('\n');

const rendered = (template: string | undefined, value: string): RichMessage => {
  const body = JSON.stringify(
    template
      ? { a: value }
      : {
          event: 'deploy',
          title: `a ${value}`,
          message: `b ${value}`,
          author: { name: `c ${value}` },
          severity: 'error',
        },
  );
  const facts = {
    body,
    undecodable: false,
    contentType: 'application/json',
    headers: {},
    method: 'POST',
    query: undefined,
  };
  const result = renderCall({ ...facts, template, webhookName: 'Deploys', format: 'rich' });
  if (!('rich' in result) || !result.rich) throw new Error(JSON.stringify(result));
  return result.rich;
};

const MADE = ['https://ci.example/runs/7', message().link, 'https://stop.example/'];

/** All links with a separate label in a kind's messages. */
const links: Record<string, (body: string) => string[]> = {
  telegram: (body) => {
    const { entities = [], reply_markup } = JSON.parse(body);
    const buttons = reply_markup?.inline_keyboard.flat() ?? [];
    return [...entities, ...buttons].flatMap(({ url }: { url?: string }) => url ?? []);
  },
  slack: (body) => [
    ...[...body.matchAll(/"type":"link","url":"([^"]*)"/g)].map(([, url = '']) => url),
    ...[...body.matchAll(/"type":"mrkdwn","text":"[^"]*?<(https?:[^|>]*)\|/g)].map(([, url = '']) => url),
  ],
  msteams: (body) => [...body.matchAll(/"type":"Action.OpenUrl"[^}]*?"url":"([^"]*)"/g)].map(([, url = '']) => url),
  discord: (body) => {
    const { content = '', embeds = [] } = JSON.parse(body);
    const texts = [
      content,
      ...embeds.flatMap((one: { description?: string; fields?: { value: string }[] }) => [
        one.description ?? '',
        ...(one.fields ?? []).map(({ value }) => value),
      ]),
    ];
    return texts.flatMap((text) =>
      [...withoutCode(text).matchAll(/(?<!\\)\]\(<?([^)>]*)/g)].map(([, url = '']) => url),
    );
  },
  email: (body) => [...body.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&')),
};

/** Links whose text is their URL. */
const plainlyTold = (rich: RichMessage): string[] =>
  [...JSON.stringify(rich).matchAll(/"text":"([^"]*)","link":"([^"]*)"/g)].flatMap(([, text = '', link = '']) =>
    text.replace(/\/$/, '') === link.replace(/\/$/, '') ? link : [],
  );

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, '');

const rig = deliveryRig();
const all = { mention: { who: 'here', from: 'always' } };

const sentTo = async (kind: string, rich: RichMessage, options: object): Promise<string[]> => {
  const target = activeTargets[kind];
  if (!target) throw new Error(kind);
  const { parts } = splitRich(rich, { fits: (await richFitOf(kind)) ?? (() => true), split: true });
  rig.server.clear();
  for (const [index, part] of parts.entries()) {
    const delivery = await rig.deliverTo(
      { ...target, options: { ...target.options, ...options } },
      { text: plainOf(part), rich: part, part: index + 1, parts: parts.length },
    );
    expect(delivery.kind).toBe('ok');
  }
  return rig.server.received.map(({ body }) => body);
};

describe.each([
  ['a template', TEMPLATE],
  ['no template', undefined],
])('a message with %s', (_what, template) => {
  const messages = PIECES.map((piece) => [piece, rendered(template, piece)] as const);

  it.each(['telegram', 'slack', 'msteams', 'discord', 'whatsapp'])(
    "for %s mentions only the people that its target names, regardless of the call's values",
    async (kind) => {
      for (const [piece, rich] of messages)
        for (const options of [{}, ...(kind === 'slack' || kind === 'discord' ? [all] : [])]) {
          const bodies = await sentTo(kind, rich, options);
          bodies.forEach((body, index) => {
            const wanted = 'mention' in options && index === 0;
            const sent = JSON.parse(body);
            const where = `${JSON.stringify(piece)} in ${body}`;
            if (kind === 'slack') expect(mentionsOf(sent), where).toEqual(wanted ? ['here'] : []);
            else if (kind === 'discord')
              expect(callsOf(sent), where).toEqual({ everyone: wanted, users: [], roles: [] });
            else if (kind === 'telegram') {
              expect(sent.parse_mode).toBeUndefined();
              const coded = (sent.entities ?? []).filter(
                ({ type }: { type: string }) => type === 'code' || type === 'pre',
              );
              const calls = [...sent.text.matchAll(/(?<![\w.])@\w{3,}/g)].filter(
                ({ index: at = 0 }) =>
                  !coded.some(
                    ({ offset, length }: { offset: number; length: number }) => at >= offset && at < offset + length,
                  ),
              );
              expect(calls, where).toEqual([]);
            } else expect(body.includes('"mention"') || body.includes('msteams":{"entities'), where).toBe(false);
          });
        }
    },
    20_000,
  );

  it('mentions no one for Discord and Slack as plain text either', async () => {
    for (const [piece, rich] of messages) {
      const text = plainOf(rich).slice(0, 900);
      for (const kind of ['slack', 'discord']) {
        const target = activeTargets[kind];
        if (!target) throw new Error(kind);
        rig.server.clear();
        await rig.deliverTo({ ...target, options: { ...target.options, ...all } }, { text });
        const sent = JSON.parse(rig.server.received[0]?.body ?? '');
        if (kind === 'slack') expect(mentionsOf(sent), piece).toEqual(['here']);
        else {
          expect(callsOf(sent), piece).toEqual({ everyone: true, users: [], roles: [] });
          expect(sent.content.replace('@here ', ''), piece).not.toMatch(/@(?:everyone|here)/);
        }
      }
    }
  });

  it('mentions no one in a Telegram group as plain text, which is unchanged', async () => {
    const { telegram } = activeTargets;
    if (!telegram) throw new Error('telegram');
    const group = { ...telegram, options: { ...telegram.options, chatId: '-42', chatType: 'group' } };
    const texts = [...messages.map(([, rich]) => plainOf(rich).slice(0, 4000)), 'ada@example.org', '@ada '.repeat(150)];
    for (const text of texts) {
      rig.server.clear();
      await rig.deliverTo(group, { text });
      const sent = JSON.parse(rig.server.received[0]?.body ?? '');
      expect(sent.text).toBe(text);
      const { entities = [] }: { entities?: { type: string; offset: number; length: number }[] } = sent;
      expect(entities.length).toBeLessThanOrEqual(100);
      expect(entities.every(({ type, offset, length }) => type === 'code' && offset + length <= text.length)).toBe(
        true,
      );
      const called = [...text.matchAll(/(?<![\w.])@\w{3,}/g)].filter(
        ({ index }) => !entities.some(({ offset, length }) => index >= offset && index < offset + length),
      );
      expect(called, text).toEqual([]);
    }
    expect(rig.server.received).toHaveLength(1);
  });

  it.each(Object.keys(links))('for %s leads nowhere that the template does not', async (kind) => {
    for (const [piece, rich] of messages) {
      const bodies =
        kind === 'email'
          ? [messageMail({ ...message(), text: plainOf(rich), rich, stop: 'https://stop.example/' }).html]
          : await sentTo(kind, rich, {});
      for (const body of bodies)
        for (const url of links[kind]?.(body) ?? [])
          expect([...MADE, ...plainlyTold(rich)], `${JSON.stringify(piece)}: ${url}`).toContain(url);
    }
  });
});

describe('a call’s words at WhatsApp', () => {
  /** A pair of formatting characters at words, as WhatsApp interprets it. */
  const pairs = ['*', '_', '~'].map(
    (sign) => new RegExp(`(?<![\\w${sign}])\\${sign}(\\S(?:[^${sign}\\n]*\\S)?)\\${sign}(?![\\w${sign}])`),
  );

  it.each([...PIECES, 'team_name/repo_name', 'a *b* _c_ ~d~', '_x', '*y*z*'])('have no pair of signs: %j', (piece) => {
    for (const pair of pairs) expect(literal(piece)).not.toMatch(pair);
  });

  it('keep signs inside words', () => expect(literal('team_name/repo_name')).toBe('team_name/repo_name'));
});
