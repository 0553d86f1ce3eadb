import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discordUrl } from '../../integrations/targets/discord/example.ts';
import { examples } from '../../integrations/targets/examples.gen.ts';
import { whsec } from '../../integrations/targets/http/example.ts';
import { teamsUrl } from '../../integrations/targets/msteams/example.ts';
import { dispatchId, newInvocationId } from '../../lambdas/platform/ids.ts';
import { limitOf } from '../../lambdas/targets/send.ts';
import { splitMessage } from '../../lambdas/templates/split-message.ts';
import { units } from '../../lambdas/templates/units.ts';
import { activeTargets } from './examples.ts';
import { deliveryRig, message, START, target } from './support.ts';

const rig = deliveryRig();
const { deliverTo } = rig;
const sent = () =>
  rig.server.received.map(({ method, url, headers: { host, connection, ...headers }, body }) => ({
    line: `${method} https://${host}${url}`,
    headers,
    body,
  }));
const common = (body: string) => ({ 'user-agent': 'Tellhook', 'content-length': String(Buffer.byteLength(body)) });
const jsonHeaders = (body: string) => ({ 'content-type': 'application/json', ...common(body) });

describe('the bytes of a request', () => {
  it('to Telegram are a plain text without preview, and a button with the link below the last part', async () => {
    await deliverTo(activeTargets.telegram, { text: 'a <b> & *c* _d_' });
    const body =
      '{"chat_id":42,"text":"a <b> & *c* _d_","link_preview_options":{"is_disabled":true},"reply_markup":{"inline_keyboard":[[{"text":"Open in Tellhook","url":"https://app.example.com/webhooks/7?inv=0mhp1kz9q"}]]}}';
    expect(sent()).toEqual([
      {
        line: 'POST https://api.telegram.org/bot123456:AAtestTokenOfTheBot/sendMessage',
        headers: jsonHeaders(body),
        body,
      },
    ]);
  });

  it('to Slack escape the three control characters, and name webhook and link below the text', async () => {
    await deliverTo(activeTargets.slack, { text: '<!channel> & <@U1>', webhookName: 'R&D' });
    const body =
      '{"text":"&lt;!channel&gt; &amp; &lt;@U1&gt;","unfurl_links":false,"unfurl_media":false,"attachments":[{"fallback":"R&amp;D","blocks":[{"type":"context","elements":[{"type":"mrkdwn","text":"R&amp;D · <https://app.example.com/webhooks/7?inv=0mhp1kz9q|Open in Tellhook>"}]}]}]}';
    expect(sent()).toEqual([
      {
        line: 'POST https://hooks.slack.com/services/T00000000/B00000000/theSecretOfTheHook',
        headers: jsonHeaders(body),
        body,
      },
    ]);
  });

  it('to Slack name webhook and link only once in a message of several parts', async () => {
    await deliverTo(activeTargets.slack, { text: 'one', part: 1, parts: 2 });
    expect(sent()[0]?.body).toBe('{"text":"one","unfurl_links":false,"unfurl_media":false}');
  });

  it('to Teams are an Adaptive Card of text runs, one block a line, to the URL byte for byte', async () => {
    await deliverTo(activeTargets.msteams, { text: '*a* {{DATE(x)}} {{{TIME(y)}}}\n\n  b "c"' });
    const card = (lines: string) =>
      `{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","msteams":{"width":"Full"},"body":[${lines}],"actions":[{"type":"Action.OpenUrl","title":"Open in Tellhook","url":"https://app.example.com/webhooks/7?inv=0mhp1kz9q"}]}}]}`;
    const run = (text: string, more = '') =>
      `{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":${JSON.stringify(text)}${more}}]}`;
    const body = card(
      [
        run('Builds', ',"weight":"Bolder","size":"Medium"'),
        run('*a* {\u200b{DATE(x)}} {\u200b{\u200b{TIME(y)}}}'),
        run('\u00a0'),
        run('\u00a0\u00a0b "c"'),
      ].join(','),
    );
    expect(sent()).toEqual([{ line: `POST ${teamsUrl.replace(':443', '')}`, headers: jsonHeaders(body), body }]);
  });

  it('to Discord wait for the result, mention no one, and escape Markdown but no address', async () => {
    await deliverTo(activeTargets.discord, { text: '# *a* @everyone <@1> [x](https://e.example/a_b_c)\n- b-c 1 > 2' });
    const body =
      '{"content":"\\\\# \\\\*a\\\\* @everyone \\\\<@1> \\\\[x\\\\]\\\\(https://e.example/a_b_c)\\n\\\\- b-c 1 > 2\\n-# [Open in Tellhook](<https://app.example.com/webhooks/7?inv=0mhp1kz9q>)","username":"Builds","allowed_mentions":{"parse":[]},"flags":4}';
    expect(sent()).toEqual([{ line: `POST ${discordUrl}?wait=true`, headers: jsonHeaders(body), body }]);
  });

  it('to a thread of Discord name it, also in a change', async () => {
    const thread = target({
      kind: 'discord',
      options: { thread_id: '123456789012345679' },
      secrets: { url: discordUrl },
    });
    await rig.deliverTo(thread);
    await rig.followTo(thread, { ref: '42', how: 'update' });
    expect(sent().map(({ line }) => line)).toEqual([
      `POST ${discordUrl}?wait=true&thread_id=123456789012345679`,
      `PATCH ${discordUrl}/messages/42?thread_id=123456789012345679`,
    ]);
  });

  it.each(['Discord alerts', 'clyde', 'everyone', '   '])(
    'to Discord carry no name that it would reject: %s',
    async (webhookName) => {
      await deliverTo(activeTargets.discord, { webhookName });
      expect(JSON.parse(sent()[0]?.body ?? '')).not.toHaveProperty('username');
    },
  );

  it('to a generic receiver are signed as Standard Webhooks says, with the fixed headers', async () => {
    await deliverTo(activeTargets.http);
    const [request] = sent();
    const body = `{"type":"message","timestamp":"2026-11-20T12:00:00.000Z","data":{"id":"${message().id}","webhook":"Builds","text":"Build #12 passed","part":1,"parts":1,"link":"${message().link}"}}`;
    const seconds = Math.floor(START.getTime() / 1000);
    const signature = createHmac('sha256', Buffer.from(whsec.slice(6), 'base64'))
      .update(`${message().id}.${seconds}.${body}`)
      .digest('base64');
    expect(request).toEqual({
      line: 'POST https://hooks.receiver.example/in?key=aKeyInTheQuery',
      headers: {
        ...jsonHeaders(body),
        authorization: 'Bearer theReceiversOwnToken',
        'tellhook-hops': '1',
        'webhook-id': message().id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      },
      body,
    });
  });

  it("to a generic receiver has a hop count one higher than the call's, so a loop is noticed", async () => {
    await deliverTo(activeTargets.http, { hops: 2 });
    expect(sent()[0]?.headers['tellhook-hops']).toBe('3');
  });

  it('to WhatsApp are free text while the window is open', async () => {
    await deliverTo(activeTargets.whatsapp);
    const body = `{"messaging_product":"whatsapp","recipient_type":"individual","to":"+491510000000","biz_opaque_callback_data":"11.21.${message().id}","type":"text","text":{"preview_url":false,"body":"Build #12 passed\\n\\nBuilds: ${message().link}"}}`;
    expect(sent()).toEqual([
      {
        line: 'POST https://graph.facebook.com/v25.0/106500000000001/messages',
        headers: { ...jsonHeaders(body), authorization: 'Bearer EAAwhatsappAccessToken' },
        body,
      },
    ]);
  });
});

describe('a text with characters that a messenger reads as markup', () => {
  const text = '*a* _b_ ~c~ `d` :bug:\n> e https://x.example/a_b_c.';

  it('is sent to Slack as rich text, which is shown unchanged with a clickable address', async () => {
    await deliverTo(activeTargets.slack, { text });
    const { text: fallback, blocks } = JSON.parse(sent()[0]?.body ?? '');
    expect(fallback).toBe('*a* _b_ ~c~ `d` :bug:\n&gt; e https://x.example/a_b_c.');
    expect(blocks).toEqual([
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: '*a* _b_ ~c~ `d` :bug:\n> e ' },
              { type: 'link', url: 'https://x.example/a_b_c' },
              { type: 'text', text: '.' },
            ],
          },
        ],
      },
    ]);
  });

  it('is sent to Slack as plain text immediately if the rich one is rejected, with a note', async () => {
    rig.server.answer({ status: 400, body: 'invalid_blocks' });
    expect(await deliverTo(activeTargets.slack, { text })).toMatchObject({
      kind: 'ok',
      note: 'Slack rejected the formatting, so the message was sent as plain text',
    });
    expect(rig.server.received.map(({ body }) => 'blocks' in JSON.parse(body))).toEqual([true, false]);
  });

  it('is sent to WhatsApp with its markup characters separated and its addresses unchanged', async () => {
    await deliverTo(activeTargets.whatsapp, { text, part: 1, parts: 2 });
    const { body } = JSON.parse(sent()[0]?.body ?? '').text;
    expect(body.replaceAll(/[\u200b\ufeff]/g, '')).toBe(text);
    expect(body).toContain('\ufeff*\ufeffa\ufeff*\ufeff');
    expect(body).toContain('\n\u200b> e https://x.example/a_b_c.');
  });

  it('has clickable addresses in Teams, up to the limit of a card', async () => {
    await deliverTo(activeTargets.msteams, { text });
    const { body } = JSON.parse(sent()[0]?.body ?? '').attachments[0].content;
    expect(body.at(-1).inlines).toEqual([
      { type: 'TextRun', text: '> e ' },
      {
        type: 'TextRun',
        text: 'https://x.example/a_b_c',
        selectAction: { type: 'Action.OpenUrl', url: 'https://x.example/a_b_c' },
      },
      { type: 'TextRun', text: '.' },
    ]);
    rig.server.clear();
    await deliverTo(activeTargets.msteams, { text: `https://x.example/${'a'.repeat(80)}\n`.repeat(150) });
    expect(Buffer.byteLength(sent()[0]?.body ?? '')).toBeLessThan(30_000);
  });
});

describe('the button below a Telegram message', () => {
  it('is omitted from all parts but the last, and for a non-public address', async () => {
    await deliverTo(activeTargets.telegram, { part: 1, parts: 2 });
    await deliverTo(activeTargets.telegram, { link: 'http://localhost:3000/webhooks/7' });
    expect(rig.server.received.map(({ body }) => JSON.parse(body).reply_markup)).toEqual([undefined, undefined]);
  });

  it('is dropped if Telegram rejects it, but the message is sent', async () => {
    const description = "Bad Request: inline keyboard button URL 'https://app.example.com' is invalid: Wrong HTTP URL";
    rig.server.answer({ status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) });
    expect((await deliverTo(activeTargets.telegram)).kind).toBe('ok');
    expect(rig.server.received.map(({ body }) => 'reply_markup' in JSON.parse(body))).toEqual([true, false]);
  });
});

describe('the button to acknowledge a Telegram message', () => {
  const acknowledge = 'https://app.example.com/api/callbacks/acknowledge?t=1';
  const button = [{ text: 'Acknowledge', callback_data: 'ack:0mhp1kz9qabcdefghijklmnop123-l' }];
  const keyboards = () => rig.server.received.map(({ body }) => JSON.parse(body).reply_markup?.inline_keyboard);

  it('is above the others, and its data names the message', async () => {
    await deliverTo(activeTargets.telegram, { acknowledge });
    expect(keyboards()).toEqual([[button, [expect.objectContaining({ text: 'Open in Tellhook' })]]]);
    expect(JSON.parse(rig.server.received[0]?.body ?? '').text).toBe('Build #12 passed');
  });

  it('remains if Telegram rejects the links', async () => {
    const description = "Bad Request: inline keyboard button URL 'https://app.example.com' is invalid: Wrong HTTP URL";
    rig.server.answer({ status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) });
    await deliverTo(activeTargets.telegram, { acknowledge });
    expect(keyboards()[1]).toEqual([button]);
  });

  it('fits Telegram’s 64 bytes for the largest ids', () => {
    const largest = dispatchId(newInvocationId(Number.MAX_SAFE_INTEGER, START), Number.MAX_SAFE_INTEGER);
    expect(Buffer.byteLength(`ack:${largest}`)).toBeLessThanOrEqual(64);
  });
});

describe('a Telegram group that became a supergroup', () => {
  it('gets the message immediately under its new id, which the target keeps', async () => {
    rig.server.answer(
      {
        status: 400,
        body: '{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1001234567890}}',
      },
      { status: 200, body: '{"ok":true,"result":{}}' },
    );
    const delivery = await deliverTo(target({ kind: 'telegram', options: { chatId: '-42', chatTitle: 'Ops' } }));
    expect(delivery).toEqual({ kind: 'ok', options: { chatId: '-1001234567890', chatTitle: 'Ops' } });
    expect(rig.server.received.map(({ body }) => JSON.parse(body).chat_id)).toEqual([-42, -1_001_234_567_890]);
  });
});

describe('a rotated signing secret', () => {
  const rotated = target({
    kind: 'http',
    options: { previous_secret_until: '2026-11-20T18:00:00.000Z' },
    secrets: {
      url: 'https://hooks.receiver.example/',
      signing: whsec,
      previous: 'whsec_b2xkIHNlY3JldCBvbGQgc2VjcmV0IG9sZA==',
    },
  });
  const signatures = () => rig.server.received.map(({ headers }) => headers['webhook-signature']?.split(' ').length);

  it('signs next to the previous one until that has ended', async () => {
    await deliverTo(rotated);
    await deliverTo({ ...rotated, options: { previous_secret_until: START.toISOString() } });
    expect(signatures()).toEqual([2, 1]);
  });
});

describe('the limit of a kind', () => {
  const hardLimits = Object.entries(examples).flatMap(([slug, { hardLimit }]) =>
    hardLimit ? [[slug, hardLimit] as const] : [],
  );
  const hostile = fc
    .array(
      fc.oneof(
        fc.string({ maxLength: 400 }),
        fc.constantFrom(
          '&<>'.repeat(300),
          '{{{{'.repeat(200),
          '\n \n'.repeat(200),
          '"\\'.repeat(300),
          '😀'.repeat(400),
          '_*~'.repeat(300),
          'a'.repeat(3000),
          '\u0001'.repeat(300),
        ),
      ),
      { minLength: 1, maxLength: 30 },
    )
    .map((pieces) => pieces.join(''));

  it.each(hardLimits)("keeps every part below the provider's limit: %s", async (slug, [most, measure]) => {
    const limit = limitOf(slug);
    if (!limit) throw new Error('no limit');
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (text, split) => {
        rig.server.clear();
        const { parts } = splitMessage(text, { max: limit.max, cost: units[limit.counted], split });
        for (const [index, part] of parts.entries())
          await deliverTo(activeTargets[slug], { text: part, part: index + 1, parts: parts.length });
        for (const { body } of rig.server.received) expect(measure(body)).toBeLessThanOrEqual(most);
      }),
      { numRuns: 15 },
    );
  });

  it('does not exist for a kind without a maximum length', () => {
    for (const slug of ['mock', 'email', 'http', 'unknown']) expect(limitOf(slug)).toBeUndefined();
  });
});

describe('an unusable target', () => {
  it('of a removed kind becomes inactive', async () => {
    expect((await deliverTo(target({ kind: 'fax' }))).kind).toBe('fail_target');
  });

  it('with secrets that cannot be decrypted is the operator’s to fix', async () => {
    expect((await deliverTo(target({ kind: 'slack', sealedSecrets: 'v1.other.iv.text' }))).kind).toBe('fail_config');
  });

  it('of a kind without credentials is the operator’s to fix', async () => {
    for (const slug of ['telegram', 'whatsapp'])
      expect((await deliverTo(activeTargets[slug], {}, { credentials: {} })).kind).toBe('fail_config');
  });
});
