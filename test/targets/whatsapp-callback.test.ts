import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTarget } from '../../lambdas/targets/create-target.ts';
import { updateTarget } from '../../lambdas/targets/update-target.ts';
import { START, scriptedServer, world } from './support.ts';

let meta: Awaited<ReturnType<typeof scriptedServer>>;
let here: ReturnType<typeof world>;
beforeAll(async () => {
  meta = await scriptedServer();
});
beforeEach(() => {
  meta.clear();
  here = world(meta.hostMap);
});
afterAll(() => meta.stop());

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));
const inbound = (body: string, id = 'wamid.1', over: object = {}) => ({
  contacts: [{ profile: { name: 'Grüße' }, wa_id: '491510000000' }],
  messages: [
    { from: '491510000000', id, timestamp: seconds(here.ports.clock()), type: 'text', text: { body }, ...over },
  ],
});
const notification = (...values: object[]) =>
  // Meta escapes non-ASCII characters in the signed bytes.
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: values.map((value) => ({ field: 'messages', value: { messaging_product: 'whatsapp', ...value } })),
      },
    ],
  }).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const sign = (body: string, secret = 'whatsapp-app-secret') =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const tell = (...values: object[]) => {
  const body = notification(...values);
  return here.call('whatsapp', { headers: { 'x-hub-signature-256': sign(body) }, body: Buffer.from(body) });
};
const create = async (name = 'Phone') => {
  const made = await createTarget(11, { name, type: 'whatsapp', enabled: true, options: {} }, here.ports);
  return { id: made.id, code: String(made.options.ActivationKey), options: made.options };
};
const active = async () => {
  const { id, code } = await create();
  await tell(inbound(code));
  meta.clear();
  return id;
};
const stored = (id: number) => here.ports.targets.get(11, id);
const replies = () => meta.received.map(({ body }) => JSON.parse(body).text.body);

it('knows Meta’s published signature', () =>
  expect(sign('test', 'key')).toBe('sha256=02afb56304902c656fcb737cdd03de6205bb6d401da2812efd9b2d36a08af159'));

describe('the webhook verification', () => {
  const shake = (query: Record<string, string>) =>
    here.call('whatsapp', { method: 'GET', query: new URLSearchParams(query) });
  it('returns the challenge as plain text for the right token', async () => {
    const answer = await shake({
      'hub.mode': 'subscribe',
      'hub.verify_token': 'whatsapp-verify-token',
      'hub.challenge': '<b>42',
    });
    expect(answer).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      body: '<b>42',
    });
  });
  it('is rejected otherwise', async () => {
    expect(await shake({ 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '42' })).toEqual({
      status: 403,
    });
    expect(await shake({})).toEqual({ status: 403 });
  });
});

describe('the activation of a WhatsApp target', () => {
  it('needs the code from the phone, which also opens the window', async () => {
    const { id, code, options } = await create();
    expect(options.ActivationUrl).toBe(`https://wa.me/15550001111?text=${code}`);
    expect((await tell(inbound(` ${code.toLowerCase()} `))).status).toBe(200);
    expect(await stored(id)).toMatchObject({
      status: 'active',
      options: { waId: '491510000000', name: 'Grüße', lastInboundAt: START.toISOString() },
    });
    expect(replies()).toEqual([expect.stringContaining('Activated')]);
  });

  it('shows the owner only the end of the number', async () => {
    const id = await active();
    const shown = await updateTarget(11, id, {}, here.ports);
    expect(shown.options).toMatchObject({ number: '…0000' });
    expect(JSON.stringify(shown)).not.toContain('491510000000');
  });

  it('handles a repeated message only once', async () => {
    const { code } = await create();
    await tell(inbound(code));
    await tell(inbound(code));
    expect(meta.received).toHaveLength(1);
  });

  it('ends with the code, and limits guesses', async () => {
    const { code } = await create();
    here.advance(30 * 60);
    await tell(inbound(code, 'wamid.a'));
    expect(replies()).toEqual([expect.stringContaining('expired')]);
    for (let n = 0; n < 12; n += 1) await tell(inbound(`WRONGCODE000000${n % 10}`, `wamid.g${n}`));
    expect(meta.received).toHaveLength(10);
  });

  it('continues if the reply cannot be sent', async () => {
    const { id, code } = await create();
    meta.answer({ status: 500 });
    expect((await tell(inbound(code))).status).toBe(200);
    expect((await stored(id))?.status).toBe('active');
  });
});

describe('a WhatsApp target in use', () => {
  it('has its window reopened by any message, and works again after it was unreachable', async () => {
    const id = await active();
    await here.ports.targets.markInactive(11, id, { code: 'number-unreachable', text: 'gone' }, here.ports.clock());
    here.advance(3600);
    await tell(inbound('thanks!', 'wamid.2'));
    expect(await stored(id)).toMatchObject({
      status: 'active',
      options: { lastInboundAt: new Date(START.getTime() + 3_600_000).toISOString() },
    });
    expect(replies()).toEqual([]);
  });

  it('moves along with a changed number', async () => {
    const id = await active();
    await tell(
      inbound('', 'wamid.3', {
        type: 'system',
        text: undefined,
        system: { type: 'user_changed_number', wa_id: '491519999999' },
      }),
    );
    expect((await stored(id))?.options.waId).toBe('491519999999');
    await tell({ ...inbound('hello', 'wamid.4', { from: '491519999999' }) });
    expect(await here.ports.references.list('whatsapp', '491510000000')).toEqual([]);
  });

  const failed = (id: number, code: number, status = 'failed') => ({
    statuses: [
      {
        id: `wamid.out${code}`,
        status,
        timestamp: seconds(START),
        recipient_id: '491510000000',
        biz_opaque_callback_data: `11.${id}.abc-l.2`,
        errors: [{ code, title: 'Message undeliverable', error_data: { details: 'Cannot deliver' } }],
      },
    ],
  });

  it('turns a late failure into an error, once', async () => {
    const id = await active();
    await tell(failed(id, 131_049), failed(id, 131_049));
    expect(here.failures).toEqual([
      {
        userId: 11,
        targetId: id,
        dispatchId: 'abc-l',
        reason: { code: 'late-failure', text: expect.stringContaining('Cannot deliver') },
      },
    ]);
    expect((await stored(id))?.status).toBe('active');
  });

  it('becomes inactive if its number is unreachable', async () => {
    const id = await active();
    await tell(failed(id, 131_026));
    expect(await stored(id)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'number-unreachable' },
    });
  });

  it('ignores success reports and messages of others', async () => {
    const id = await active();
    await tell(failed(id, 131_026, 'delivered'), failed(999, 131_026));
    expect(here.failures).toEqual([]);
  });
});

describe('the address for notifications', () => {
  it('rejects notifications that Meta did not sign over exactly these bytes', async () => {
    const { id, code } = await create();
    const body = notification(inbound(code));
    const call = (headers: Record<string, string>, bytes = body) =>
      here.call('whatsapp', { headers, body: Buffer.from(bytes) });
    expect((await call({})).status).toBe(401);
    expect((await call({ 'x-hub-signature-256': sign(body, 'another secret') })).status).toBe(401);
    expect((await call({ 'x-hub-signature-256': sign(body) }, `${body} `)).status).toBe(401);
    expect((await stored(id))?.status).toBe('pending');
  });

  it('returns 200 for unknown notifications', async () => {
    expect((await tell({ account_update: true })).status).toBe(200);
    const body = '{"nonsense":1}';
    expect(
      (await here.call('whatsapp', { headers: { 'x-hub-signature-256': sign(body) }, body: Buffer.from(body) })).status,
    ).toBe(200);
  });
});
