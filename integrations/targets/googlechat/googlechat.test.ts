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
import { kind } from './kind.ts';

const rig = deliveryRig();
const { options = {}, secrets = {} } = example;
const space = target({ kind: 'googlechat', options, secrets });
const sent = () => rig.server.received.map(({ body }) => JSON.parse(body));
/** The text as a reader sees it, without invisible characters. */
const seen = (text: string) => text.replace(/[\u200b\ufeff]/g, '');

describe('a plain message', () => {
  it('is the text with its webhook’s name above and the link below, posted to the webhook’s URL', async () => {
    await rig.deliverTo(space, { text: 'all *done* <users/all>' });
    const [request] = rig.server.received;
    expect(request).toMatchObject({ method: 'POST', url: hookUrl.replace('https://chat.googleapis.com', '') });
    const [{ text }] = sent();
    expect(text).not.toContain('<users/');
    expect(seen(text)).toBe(`*Builds*\nall *done* <users/all>\n<${message().link}|Open in Tellhook>`);
  });

  it('has no mark that touches a word as a pair would', async () => {
    await rig.deliverTo(space, { text: 'Builds: *a* _b_ ~c~ `d` team_name https://x.example/_a_\n> q', link: '' });
    expect(sent()[0].text.replace(/https:\S+/, '')).not.toMatch(/(?<!\w)[*_~`]\w|^>/m);
    expect(seen(sent()[0].text)).toBe('Builds: *a* _b_ ~c~ `d` team_name https://x.example/_a_\n> q');
    expect(sent()[0].text).toContain('team_name https://x.example/_a_');
  });

  it('is within 32,000 bytes in the worst case of its unit', async () => {
    const limit = kind.limit ?? { max: 0, counted: 'markdownEscaped' };
    for (const worst of ['*'.repeat(4500), '<'.repeat(4500), '€'.repeat(9000)]) {
      expect(units[limit.counted](worst)).toBe(limit.max);
      rig.server.clear();
      await rig.deliverTo(space, { text: worst, webhookName: 'x'.repeat(100) });
      expect(example.hardLimit?.[1](rig.server.received[0]?.body ?? '')).toBeLessThanOrEqual(32_000);
    }
  });
});

const rich: RichMessage = {
  title: [{ text: 'acme/web: CI <failed>' }],
  link: 'https://ci.example/runs/7?a=1&b=2',
  severity: 'critical',
  blocks: [
    { kind: 'paragraph', runs: [{ text: '*main* is ' }, { text: 'red', bold: true, strike: true }] },
    { kind: 'rule' },
    { kind: 'code', text: 'if\n  a < b' },
    { kind: 'list', items: [{ depth: 0, runs: [{ text: 'lint', italic: true }] }] },
  ],
  facts: [{ label: 'Took', runs: [{ text: '3m' }] }],
  buttons: [{ label: 'Logs', url: 'https://ci.example/runs/7/logs' }],
};

describe('a rich message', () => {
  it('is a card whose texts are HTML with everything escaped', async () => {
    await rig.deliverTo(space, { rich, text: 'as text' });
    const [{ cardsV2, fallbackText, text }] = sent();
    expect([text, fallbackText]).toEqual([undefined, 'acme/web: CI <failed>']);
    expect(cardsV2[0].card.sections[0].widgets).toEqual([
      {
        textParagraph: {
          text: '🔴 <a href="https://ci.example/runs/7?a=1&amp;b=2"><b>acme/web: CI &lt;failed&gt;</b></a>',
        },
      },
      { textParagraph: { text: '*main* is <b><s>red</s></b>' } },
      { divider: {} },
      {
        textParagraph: {
          text: '<font color="#5f6368">if<br>\u00a0\u00a0a &lt; b</font><br><br>• <i>lint</i>',
        },
      },
      { textParagraph: { text: '<b>Took:</b> 3m' } },
      { textParagraph: { text: '<font color="#80868b">Builds</font>' } },
      {
        buttonList: {
          buttons: [
            { text: 'Logs', onClick: { openLink: { url: 'https://ci.example/runs/7/logs' } } },
            { text: 'Open run', onClick: { openLink: { url: 'https://ci.example/runs/7?a=1&b=2' } } },
            { text: 'Open in Tellhook', onClick: { openLink: { url: message().link } } },
          ],
        },
      },
    ]);
  });

  it('goes as text when the API rejects the card, and not when it rejects anything else', async () => {
    const refused = (said: string) =>
      JSON.stringify({ error: { code: 400, status: 'INVALID_ARGUMENT', message: said } });
    rig.server.answer({ status: 400, body: refused('Unknown name "x" at \'message.cards_v2[0].card\'') });
    expect(await rig.deliverTo(space, { rich, text: 'as text' })).toMatchObject({
      kind: 'ok',
      noteCode: 'formatting-refused',
    });
    expect(seen(sent()[1].text)).toContain('as text');
    rig.server.clear();
    rig.server.answer({ status: 400, body: refused('Request contains an invalid argument.') });
    expect((await rig.deliverTo(space, { rich, text: 'as text' })).kind).toBe('fail_message');
  });

  it('is cut at the limits of messages and of a card’s widgets', async () => {
    const fits = (await richFitOf('googlechat')) ?? (() => true);
    const rules = Array.from({ length: 150 }, () => ({ kind: 'rule' }) as const);
    const blocks: RichMessage['blocks'] = [
      { kind: 'paragraph', runs: [{ text: '"€" '.repeat(9000) }] },
      ...rules.flatMap((rule): RichMessage['blocks'] => [{ kind: 'paragraph', runs: [{ text: 'a' }] }, rule]),
    ];
    const { parts } = splitRich({ ...rich, blocks }, { fits, split: true });
    expect(parts.length).toBeGreaterThan(3);
    for (const [index, part] of parts.entries())
      await rig.deliverTo(space, { rich: part, text: 'as text', part: index + 1, parts: parts.length });
    for (const { body } of rig.server.received) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(32_000);
      expect(JSON.parse(body).cardsV2[0].card.sections[0].widgets.length).toBeLessThanOrEqual(100);
    }
  });
});

describe('a webhook', () => {
  const here = world();
  const create = (url: unknown) =>
    createTarget(11, { name: 'Space', type: 'googlechat', enabled: true, options: { url } }, here.ports);

  it.each([
    'http://chat.googleapis.com/v1/spaces/A/messages?key=1234567890&token=1234567890',
    'https://chat.googleapis.com/v1/spaces/A/messages',
    'https://chat.googleapis.com/v1/spaces/A/messages?key=1234567890',
    'https://chat.googleapis.com.evil.example/v1/spaces/A/messages?key=1234567890&token=1234567890',
    `${hookUrl}#x`,
    undefined,
  ])('is rejected at %s', async (url) => {
    await expect(create(url)).rejects.toMatchObject({ fields: [{ path: 'options.url', code: 'webhook-url-wrong' }] });
  });

  it('is sealed, and shown without key and token', async () => {
    const made = await create(` ${hookUrl} `);
    expect(made).toMatchObject({ status: 'active', options });
    const kept = JSON.stringify([...here.ports.targets.all.values(), made]);
    for (const [, secret] of new URL(hookUrl).searchParams) expect(kept).not.toContain(secret);
  });
});

describe('the stand-in', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground.stop());
  const webhook = async () => {
    const { url, id } = await playground.api<{ url: string; id: string }>('POST', 'googlechat/webhook', {});
    return { id, path: url.replace('https://chat.googleapis.com', '') };
  };
  const post = async (path: string, body: object | string) => {
    const answer = await playground.provider('chat.googleapis.com', path, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, ...JSON.parse(answer.body) };
  };

  it('takes each part of a message of 100 KB, and together they are the message', async () => {
    const { path } = await webhook();
    const text = `${'€uro *bold* <users/all> "quoted" '.repeat(3000)}end`;
    expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
    const limit = kind.limit ?? { max: 0, counted: 'markdownEscaped' };
    const { parts, truncated } = splitMessage(text, { max: limit.max, cost: units[limit.counted], split: true });
    expect(truncated).toBe(false);
    const bodies: string[] = [];
    for (const [index, part] of parts.entries()) {
      rig.server.clear();
      await rig.deliverTo(space, { text: part, part: index + 2, parts: parts.length + 2 });
      const { body = '' } = rig.server.received[0] ?? {};
      expect((await post(path, body)).status).toBe(200);
      bodies.push(seen(JSON.parse(body).text).replace(/^\(\d+\/\d+\) /, ''));
    }
    expect(bodies.join(' ')).toBe(text);
    expect(await playground.losses()).toEqual([]);
    expect((await post(path, { text: `${'x'.repeat(32_000)}€` })).status).toBe(400);
  });

  it('rejects the same messages as the API', async () => {
    const { id, path } = await webhook();
    const card = (widget: object) => ({ cardsV2: [{ card: { sections: [{ widgets: [widget] }] } }] });
    for (const body of [
      'hello',
      {},
      { txt: 'a' },
      card({ textParagraph: {} }),
      card({ buttonList: { buttons: [{ text: 'a', onClick: { openLink: { url: 'javascript:a' } } }] } }),
    ])
      expect(await post(path, body)).toMatchObject({ status: 400, error: { status: 'INVALID_ARGUMENT' } });
    const hi = { text: 'hi' };
    expect((await post(path.replace(/token=.*/, 'token=another'), hi)).status).toBe(401);
    expect((await post(path.replace(/key=[^&]*/, 'key=another'), hi)).status).toBe(400);
    expect((await post(path.replace(id, 'AAAAother'), hi)).status).toBe(404);
    expect(await post(path, hi)).toMatchObject({ status: 200, thread: {} });
    await playground.api('POST', 'googlechat/remove', { id });
    expect((await post(path, hi)).status).toBe(404);
  });

  it('notes what a card drops', async () => {
    const { path } = await webhook();
    const paragraph = { textParagraph: { text: 'a <code>b</code>' } };
    await post(path, { cardsV2: [{ card: { sections: [{ widgets: [paragraph] }] } }] });
    expect(await playground.losses()).toHaveLength(1);
  });
});
