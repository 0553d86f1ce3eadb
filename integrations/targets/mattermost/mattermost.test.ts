import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../../lambdas/targets/create-target.ts';
import { richFitOf } from '../../../lambdas/targets/send.ts';
import { splitRich } from '../../../lambdas/templates/rich/split-rich.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { splitMessage } from '../../../lambdas/templates/split-message.ts';
import { units } from '../../../lambdas/templates/units.ts';
import { type Playground, startPlayground } from '../../../test/local/fakes/support.ts';
import { deliveryRig, message, target, world } from '../../../test/targets/support.ts';
import { example, hookUrl } from './example.ts';
import { callsIn } from './fake.ts';
import { kind } from './kind.ts';

const rig = deliveryRig();
const { options = {}, secrets = {} } = example;
const channel = target({ kind: 'mattermost', options, secrets });
const sent = () => rig.server.received.map(({ body }) => JSON.parse(body));
const LINK = `[Open in Tellhook](${message().link})`;
/** Escaped text as a reader sees it. */
const seen = (text: string) =>
  text
    .replaceAll('\u200b', '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('a plain message', () => {
  it('is escaped Markdown with the webhook’s name above and the link below', async () => {
    await rig.deliverTo(channel, { text: '# *all* done, team_name [a](b)' });
    expect(rig.server.received[0]).toMatchObject({ method: 'POST', url: new URL(hookUrl).pathname });
    expect(sent()).toEqual([{ text: `**Builds**\n\\# \\*all\\* done, team\\_name \\[a\\]\\(b\\)\n\n${LINK}` }]);
  });

  it.each([
    '@channel and @here, (@all) \\@ada `@bob`',
    '<https://evil.example|your bank> &lt;b&gt; a & b',
    ':tada: 12:30:45 https://x.example/a_b_c?d=*e*',
    '1. one\n2) two\n- a\n+ b\n> c',
    'Log https://ci.example/9](https://evil.example/login)',
  ])('is shown as it is and notifies no one: %s', async (text) => {
    await rig.deliverTo(channel, { text, webhookName: '', link: '' });
    expect(seen(sent()[0].text)).toBe(text);
    expect(callsIn(sent()[0].text)).toEqual([]);
    expect(sent()[0].text).not.toMatch(/<[^\n<|>]+\|[^|\n>]+>/);
  });
});

const rich: RichMessage = {
  title: [{ text: 'acme/web: *CI* failed' }],
  link: 'https://ci.example/7',
  severity: 'critical',
  blocks: [
    { kind: 'paragraph', runs: [{ text: '@channel ' }, { text: 'red', bold: true, link: 'https://ci.example/(7)' }] },
    { kind: 'code', text: 'a\n```\nb', language: 'ts' },
    { kind: 'quote', runs: [{ text: 'so\nit is' }] },
    {
      kind: 'list',
      items: [
        { depth: 0, runs: [{ text: 'x' }] },
        { depth: 1, number: 2, runs: [{ text: 'y_z' }] },
      ],
    },
  ],
  facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
  buttons: [{ label: 'Logs', url: 'https://ci.example/7/logs' }],
};

describe('a rich message', () => {
  it('is an attachment with everything in its place', async () => {
    await rig.deliverTo(channel, { rich, text: 'as text' });
    expect(sent()).toEqual([
      {
        attachments: [
          {
            fallback: 'acme/web: \\*CI\\* failed',
            color: '#e03131',
            title: 'acme/web: \\*CI\\* failed',
            title_link: 'https://ci.example/7',
            text: [
              '@\u200bchannel **[red](https://ci.example/%287%29)**',
              '```ts\na\n`\u200b`\u200b`\nb\n```',
              '> so\n> it is',
              '- x\n    2. y\\_z',
              '[Logs](https://ci.example/7/logs)',
            ].join('\n\n'),
            fields: [
              { title: 'Took', value: '3m', short: true },
              { title: '', value: LINK, short: false },
            ],
          },
        ],
      },
    ]);
  });

  it('goes as text when the server rejects the attachment', async () => {
    const id = 'web.incoming_webhook.split_props_length.app_error';
    rig.server.answer({ status: 400, body: JSON.stringify({ id, message: 'too long', status_code: 400 }) });
    expect(await rig.deliverTo(channel, { rich, text: 'as text' })).toMatchObject({
      kind: 'ok',
      noteCode: 'formatting-refused',
    });
    expect(sent()[1].text).toContain('as text');
  });

  it('is cut before earlier servers would reject it', async () => {
    const fits = (await richFitOf('mattermost')) ?? (() => true);
    const blocks: RichMessage['blocks'] = [{ kind: 'paragraph', runs: [{ text: '"_€" '.repeat(6000) }] }];
    const { parts } = splitRich({ ...rich, blocks }, { fits, split: true });
    expect(parts.length).toBeGreaterThan(3);
    for (const [index, part] of parts.entries())
      await rig.deliverTo(channel, { rich: part, text: 'as text', part: index + 1, parts: parts.length });
    for (const { attachments } of sent()) expect(JSON.stringify(attachments).length).toBeLessThanOrEqual(7900);
  });
});

describe('a webhook', () => {
  const here = world();
  const create = (url: unknown) =>
    createTarget(11, { name: 'Ops', type: 'mattermost', enabled: true, options: { url } }, here.ports);

  it.each([
    hookUrl.replace('https', 'http'),
    'https://chat.mattermost.example/hooks/short',
    'https://chat.mattermost.example/api/v4/posts',
    `${hookUrl}?a=b`,
    hookUrl.replace('chat', 'user@chat'),
    hookUrl.replace('chat.mattermost.example', '10.0.0.1'),
    hookUrl.replace('chat.mattermost.example', 'app.example.com'),
    undefined,
  ])('is rejected at %s', async (url) => {
    await expect(create(url)).rejects.toMatchObject({ problem: 'invalid-input', fields: [{ path: 'options.url' }] });
  });

  it('is sealed, also below a path of the host', async () => {
    const made = await create(` ${hookUrl.replace('.example/', '.example/team-chat/')}/ `);
    expect(made).toMatchObject({
      status: 'active',
      options: { url: 'https://chat.mattermost.example/team-chat/hooks/***' },
    });
    expect(JSON.stringify([...here.ports.targets.all.values(), made])).not.toContain(secrets.hook);
  });
});

describe('the stand-in', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground.stop());
  const webhook = async () => {
    const { url } = await playground.api<{ url: string }>('POST', 'mattermost/webhook', {});
    return new URL(url).pathname;
  };
  const post = (path: string, body: object | string) =>
    playground.provider('chat.mattermost.example', path, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('takes each part of a message of 100 KB as one post, and together they are the message', async () => {
    const path = await webhook();
    const text = `${'€uro *bold* @channel "quoted" <a|b> '.repeat(2900)}end`;
    expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
    const limit = kind.limit ?? { max: 0, counted: 'markdownEscaped' };
    const { parts, truncated } = splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true });
    expect(truncated).toBe(false);
    const bodies: string[] = [];
    for (const [index, part] of parts.entries()) {
      rig.server.clear();
      await rig.deliverTo(channel, { text: part, part: index + 2, parts: parts.length + 2 });
      const { body = '' } = rig.server.received[0] ?? {};
      expect(example.hardLimit?.[1](body)).toBeLessThanOrEqual(16_383);
      expect(await post(path, body)).toMatchObject({ status: 200, body: 'ok' });
      bodies.push(seen(JSON.parse(body).text).replace(/^\(\d+\/\d+\) /, ''));
    }
    expect(bodies.join(' ')).toBe(text);
    expect(await playground.losses()).toEqual([]);
    const notes = (await playground.received('mattermost')).map(({ note }) => note);
    expect(notes.filter((note) => note !== undefined)).toEqual([]);
  });

  it.each<[what: string, body: object | string, id: string]>([
    ['no JSON', 'hello', 'model.incoming_hook.parse_data'],
    ['no text', { username: 'a' }, 'web.incoming_webhook.text'],
    [
      'attachments without end',
      { attachments: [{ text: 'x'.repeat(760_000) }] },
      'web.incoming_webhook.split_props_length',
    ],
  ])('rejects the same as Mattermost: %s', async (_what, body, id) => {
    const answer = await post(await webhook(), body);
    expect([answer.status, JSON.parse(answer.body).id]).toEqual([400, `${id}.app_error`]);
  });

  it('knows only its webhooks, and tells who is called', async () => {
    const path = await webhook();
    expect((await post('/hooks/abcdefghijklmnopqrstuvwxyz', { text: 'a' })).status).toBe(400);
    await post(path, { text: 'to \\@channel' });
    expect((await playground.received('mattermost')).at(-1)?.note).toBe('Calls @channel.');
    await playground.api('POST', 'mattermost/remove', { id: 'deployments' });
    expect(JSON.parse((await post(path, { text: 'a' })).body).id).toBe('web.incoming_webhook.invalid.app_error');
  });
});
