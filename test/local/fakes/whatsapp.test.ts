import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentials, type Playground, startPlayground } from './support.ts';

let playground: Playground;
beforeEach(async () => {
  playground = await startPlayground();
});
afterEach(() => playground.stop());

const { phoneNumberId, accessToken, appSecret, verifyToken } = credentials.whatsapp;
const text = (to: string, body = 'hi', more: object = {}) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'text',
  text: { preview_url: false, body },
  ...more,
});
const send = (body: unknown, changes: { token?: string; number?: string } = {}) =>
  playground.provider('graph.facebook.com', `/v25.0/${changes.number ?? phoneNumberId}/messages`, {
    headers: { authorization: `Bearer ${changes.token ?? accessToken}` },
    body: JSON.stringify(body),
  });
const say = (from: string, words = 'hello') => playground.api('POST', 'whatsapp/say', { from, text: words });
const codeOf = (body: string) => JSON.parse(body).error.code;
interface Value {
  statuses?: { status: string }[];
}
const values = (): Value[] => playground.callbacks.map(({ body }) => JSON.parse(body).entry[0].changes[0].value);
const statuses = () => values().flatMap((value) => value.statuses ?? []);

describe('the Cloud API', () => {
  it('accepts a text to a user who wrote within 24 hours, but not later', async () => {
    await say('+4915111111');
    expect(JSON.parse((await send(text('+4915111111'))).body)).toMatchObject({
      contacts: [{ input: '+4915111111', wa_id: '4915111111' }],
      messages: [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }],
    });
    playground.clock.now = new Date(playground.clock.now.getTime() + 24 * 3600_000 + 1);
    expect(codeOf((await send(text('+4915111111'))).body)).toBe(131047);
  });

  it('accepts a template at any time', async () => {
    await say('4915111111');
    playground.clock.now = new Date(playground.clock.now.getTime() + 48 * 3600_000);
    const template = {
      name: 'event',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'a' }] }],
    };
    expect((await send({ ...text('4915111111'), type: 'template', text: undefined, template })).status).toBe(200);
    template.components[0]?.parameters.push({ type: 'text', text: 'two\nlines' });
    expect(codeOf((await send({ ...text('4915111111'), type: 'template', template })).body)).toBe(100);
  });

  it.each([
    ['a wrong token', () => send(text('4915111111'), { token: 'other' }), 401, 190],
    ['another sender', () => send(text('4915111111'), { number: '42' }), 400, 100],
    ['an empty text', () => send(text('4915111111', '')), 400, 100],
    ['4,097 characters', () => send(text('4915111111', 'a'.repeat(4097))), 400, 100],
    ['no number', () => send(text('somebody')), 400, 100],
    ['a stranger', () => send(text('4915199999')), 400, 131026],
  ])('rejects %s', async (_, call, status, code) => {
    await say('4915111111');
    const answer = await call();
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code]);
  });

  it.each([
    ['0026', 131026],
    ['0030', 131030],
    ['0047', 131047],
    ['0049', 131049],
    ['0056', 131056],
    ['0429', 130429],
    ['0190', 190],
    ['0368', 368],
    ['0500', 131000],
  ])('returns for a number ending in %s the status %i', async (ending, code) => {
    expect(codeOf((await send(text(`4915111${ending}`))).body)).toBe(code);
  });

  it('reports a message’s delivery status with the data that it was sent with', async () => {
    await say('4915111111');
    await send(text('4915111111', 'hi', { biz_opaque_callback_data: '1.2.3' }));
    await expect.poll(() => statuses().map(({ status }) => status)).toEqual(['sent', 'delivered']);
    expect(statuses()[0]).toMatchObject({ recipient_id: '4915111111', biz_opaque_callback_data: '1.2.3' });
  });

  it('accepts a message to a number ending in 0949 and reports it as failed', async () => {
    await say('49151110949');
    expect((await send(text('49151110949'))).status).toBe(200);
    await expect.poll(() => statuses().at(-1)).toMatchObject({ status: 'failed', errors: [{ code: 131049 }] });
  });
});

describe('a user who writes to the number', () => {
  it('reaches the product signed, in ASCII', async () => {
    await say('4915111111', 'Grüße 🚀');
    const call = playground.callbacks[0];
    expect(call?.url).toBe('/api/callbacks/whatsapp');
    expect(call?.body).toContain('Gr\\u00fc\\u00dfe \\ud83d\\ude80');
    const expected = createHmac('sha256', appSecret)
      .update(call?.body ?? '')
      .digest('hex');
    expect(call?.headers['x-hub-signature-256']).toBe(`sha256=${expected}`);
    expect(values()[0]).toMatchObject({
      metadata: { phone_number_id: phoneNumberId },
      messages: [{ from: '4915111111', type: 'text', text: { body: 'Grüße 🚀' } }],
    });
  });

  it('can move to another number', async () => {
    await say('4915111111');
    await playground.api('POST', 'whatsapp/move', { from: '4915111111', to: '4915122222' });
    expect(values().at(-1)).toMatchObject({ messages: [{ type: 'system', system: { wa_id: '4915122222' } }] });
    expect((await send(text('4915122222'))).status).toBe(200);
  });

  it('can make the last message fail later', async () => {
    await say('4915111111');
    await send(text('4915111111'));
    await playground.api('POST', 'whatsapp/fail', { from: '4915111111' });
    expect(statuses().at(-1)).toMatchObject({ status: 'failed', errors: [{ code: 131026 }] });
  });
});

describe('Meta’s URL verification', () => {
  it('expects the challenge in the response', async () => {
    playground.answers.push({ status: 200, body: 'something else' });
    expect(await playground.api('POST', 'whatsapp/verify')).toMatchObject({ verified: false });
    const query = new URL(playground.callbacks[0]?.url ?? '', 'http://product').searchParams;
    expect(query.get('hub.verify_token')).toBe(verifyToken);
    expect(query.get('hub.mode')).toBe('subscribe');
  });
});

describe('the record of WhatsApp', () => {
  it('never shows the token or the app secret', async () => {
    await say('4915111111');
    await send(text('4915111111'));
    const shown = JSON.stringify([await playground.received('whatsapp'), await playground.api('GET', 'entries/2')]);
    expect(shown).not.toContain(accessToken);
    expect(shown).not.toContain(appSecret);
  });
});
