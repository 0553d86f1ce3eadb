import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutboundHttp } from '../../lambdas/adapters/http-client.ts';
import { activeTargets } from './examples.ts';
import { credentials, deliveryRig, START, target } from './support.ts';

const rig = deliveryRig();
const { deliverTo } = rig;
const sent = () => rig.server.received.map(({ body }) => ({ body }));

describe('a WhatsApp recipient who has not written for a day', () => {
  const silent = target({
    kind: 'whatsapp',
    options: { waId: '491510000000', lastInboundAt: new Date(START.getTime() - 24 * 3_600_000).toISOString() },
  });
  const withTemplate = {
    credentials: { ...credentials, whatsapp: { ...credentials.whatsapp, templateName: 'event_notice' } },
  };

  it('gets the approved template instead, flattened', async () => {
    const delivery = await deliverTo(silent, { text: 'a\n\tb   c' }, withTemplate);
    expect(delivery).toMatchObject({ kind: 'ok', note: expect.stringContaining('notice') });
    expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({
      type: 'template',
      template: {
        name: 'event_notice',
        language: { code: 'en_US' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Builds' },
              { type: 'text', text: 'a b c' },
            ],
          },
        ],
      },
    });
  });

  it('gets the template even if only WhatsApp knows that the window has closed', async () => {
    rig.server.answer({ status: 400, body: '{"error":{"code":131047}}' }, { status: 200, body: '{"messages":[]}' });
    expect((await deliverTo(activeTargets.whatsapp, {}, withTemplate)).kind).toBe('ok');
    expect(sent().map(({ body }) => JSON.parse(body).type)).toEqual(['text', 'template']);
  });

  it('waits for the recipient if there is no template, and lets WhatsApp decide', async () => {
    rig.server.answer({ status: 400, body: '{"error":{"code":131047}}' });
    expect(await deliverTo(silent)).toMatchObject({ kind: 'retry', afterSeconds: 3600 });
    expect((await deliverTo(silent)).kind).toBe('ok');
    expect(sent().map(({ body }) => JSON.parse(body).type)).toEqual(['text', 'text']);
  });

  it('gets one reminder, in time, after a whole message, if there is no template', async () => {
    const lastInboundAt = new Date(START.getTime() - 21 * 3_600_000).toISOString();
    const quiet = target({ kind: 'whatsapp', options: { waId: '491510000000', lastInboundAt } });
    expect(await deliverTo(quiet, { part: 1, parts: 2 })).not.toHaveProperty('options');
    const { options = {} } = await deliverTo(quiet, { part: 2, parts: 2 });
    expect(options).toMatchObject({ lastInboundAt, remindedFor: lastInboundAt });
    expect(await deliverTo({ ...quiet, options })).not.toHaveProperty('options');
    const bodies = sent().map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ text }) => /24 hours/.test(text.body))).toEqual([false, false, true, false]);
    // The id does not name a dispatch, because a later failure of the reminder must not affect the message before it.
    expect(bodies[2].biz_opaque_callback_data).toMatch(/^11\.21\.reminder-/);
    await deliverTo(quiet, {}, withTemplate);
    expect(sent()).toHaveLength(5);
  });

  it('gets a reminder with the next message if the first did not arrive', async () => {
    const lastInboundAt = new Date(START.getTime() - 21 * 3_600_000).toISOString();
    rig.server.answer({ status: 200, body: '{"messages":[]}' }, { status: 400, body: '{"error":{"code":131056}}' });
    const quiet = target({ kind: 'whatsapp', options: { waId: '491510000000', lastInboundAt } });
    expect(await deliverTo(quiet)).toMatchObject({ kind: 'ok' });
    expect((await deliverTo(quiet)).options).toMatchObject({ remindedFor: lastInboundAt });
  });
});

describe('a Telegram bot with a long wait', () => {
  const chats = ['42', '43'].map((chatId) => target({ kind: 'telegram', options: { chatId } }));
  const slowDown = (seconds: number) => ({
    status: 429,
    body: `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after ${seconds}","parameters":{"retry_after":${seconds}}}`,
  });
  /** A separate process, because a bot's wait is stored in its client. */
  const process = () => {
    const http = createOutboundHttp({ hostMap: rig.server.hostMap });
    onTestFinished(() => http.close());
    return (chat: number, now = START) => deliverTo(chats[chat], {}, { http, clock: () => now });
  };

  it('leaves all chats alone until its end', async () => {
    const deliver = process();
    rig.server.answer(slowDown(600));
    expect(await deliver(0)).toMatchObject({ kind: 'retry', afterSeconds: 600 });
    const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
    expect(await deliver(1, later(10))).toMatchObject({ kind: 'retry', afterSeconds: 590 });
    expect(rig.server.received).toHaveLength(1);
    expect((await deliver(1, later(600))).kind).toBe('ok');
  });

  it('continues with other chats after a short wait of one chat', async () => {
    const deliver = process();
    rig.server.answer(slowDown(7));
    expect(await deliver(0)).toMatchObject({ kind: 'retry', afterSeconds: 7 });
    expect((await deliver(1)).kind).toBe('ok');
  });
});
