import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { verifyKey } from 'discord-interactions';
import { describe, expect, it } from 'vitest';
import { exchangeVerification } from '../../lambdas/adapters/dynamodb/exchange-verification.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import type { SenderSlug } from '../../lambdas/contract/senders.ts';
import { type AcceptCallPorts, acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { type Verification, verificationBinding } from '../../lambdas/model/verification.ts';
import { adoptSecret } from '../../lambdas/verification/adopt-secret.ts';
import { judge } from '../../lambdas/verification/judge.ts';
import { aWebhook } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

captureLog();

const NOW = new Date('2026-11-24T16:00:00.000Z');
const seconds = String(NOW.getTime() / 1000);
const sealer = createSealer('a sealing secret of these tests');
const standIn = tableStandIn();

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** A webhook of this sender in a separate table, by default in the mode `report`. It counts the accepted calls. */
const worldOf = async (sender: SenderSlug, secret?: string, mode: Verification['mode'] = 'report') => {
  const table = await standIn.another();
  const binding = verificationBinding(1, 11);
  const note = { id: 'one', hint: '…', createdAt: NOW.toISOString() };
  const verification: Verification = {
    ...{ mode, sender, allowIps: [], secrets: secret === undefined ? [] : [note] },
    ...(secret !== undefined && { sealed: sealer.seal({ one: secret }, binding) }),
  };
  const webhooks = webhookStore(table);
  const Item = { ...key.profile(1), user_id: 1, webhook_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  const webhook = aWebhook({ userId: 1, id: 11, targetIds: [], verification });
  expect(await webhooks.insert(webhook, { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' }, 5)).toBe('stored');
  let accepted = 0;
  const ports = {
    routes: routeReader(table),
    clock: () => NOW,
    plans,
    judge: async (route: { verification: Verification }, call: Parameters<typeof judge>[1]) => {
      const { sealed } = route.verification;
      const open = async () => (sealed === undefined ? {} : sealer.open(sealed, binding));
      const at = { userId: 1, webhookId: 11, route: call.route };
      return judge(route.verification, call, open, NOW, (brought) =>
        adoptSecret(at, route.verification, brought, NOW, { sealer, exchange: exchangeVerification(table) }),
      );
    },
    counters: { takeInvocation: async () => ({ used: ++accepted, storedBytes: 0, previousCallTo: () => undefined }) },
    invocations: { insert: async () => {}, remove: async () => {}, get: async () => undefined },
    laneQueue: { send: async () => {} },
    deduplication: { claim: async () => undefined },
    outbox: { put: async () => {} },
  } as unknown as AcceptCallPorts;
  return {
    call: (body: string, headers: Record<string, string> = {}) =>
      acceptCall(
        { route: 'a-route', method: 'POST', query: '', ip: '203.0.113.7', headers, body: Buffer.from(body) },
        ports,
      ),
    counted: () => accepted,
    webhook: () => webhooks.get(1, 11),
  };
};
const refusal = { code: 'unverified', problem: 'unverified' };

describe('Zoom’s URL verification', () => {
  // The token is from https://developers.zoom.us/docs/api/webhooks/, section "Validate your webhook endpoint".
  const body = JSON.stringify({
    payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' },
    event_ts: NOW.getTime(),
    event: 'endpoint.url_validation',
  });
  const signed = (secret: string, text = body) => ({
    'x-zm-request-timestamp': seconds,
    'x-zm-signature': `v0=${hmac(secret, `v0:${seconds}:${text}`)}`,
  });

  it('returns the token and its signature, and does not count as a call', async () => {
    const { call, counted } = await worldOf('zoom', 'a secret token');
    const answered = await call(body, signed('a secret token'));
    expect(answered).toMatchObject({
      handshake: { kind: 'answer', headers: { 'content-type': 'application/json; charset=utf-8' } },
    });
    const { text } = (answered as { handshake: { text: string } }).handshake;
    expect(JSON.parse(text)).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: hmac('a secret token', 'qgg8vlvZRS6UYooatFL8Aw'),
    });
    expect(counted()).toBe(0);
  });

  it('is rejected without a valid signature, so no one can have texts signed by it', async () => {
    const { call, counted } = await worldOf('zoom', 'a secret token');
    for (const headers of [{}, signed('another')]) await expect(call(body, headers)).rejects.toMatchObject(refusal);
    const forged = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken: 7 } });
    await expect(call(forged, signed('a secret token', forged))).rejects.toMatchObject(refusal);
    expect(counted()).toBe(0);
  });

  it('does not affect ordinary calls', async () => {
    const { call, counted } = await worldOf('zoom', 'a secret token');
    const started = JSON.stringify({ event: 'meeting.started', payload: { plainToken: 'x' } });
    await expect(call(started, signed('a secret token', started))).resolves.toMatchObject({ verified: 'yes' });
    expect(counted()).toBe(1);
  });
});

describe('Discord’s URL verification', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  const signed = (body: string) => ({
    'x-signature-timestamp': seconds,
    'x-signature-ed25519': sign(null, Buffer.from(seconds + body), privateKey).toString('hex'),
  });
  const ping = '{"id":"1","application_id":"2","type":1,"token":"t","version":1}';
  const pingOfEvents = '{"version":1,"application_id":"2","type":0}';

  it('responds as interactions and webhook events require', async () => {
    const { call, counted } = await worldOf('discord', publicHex);
    const { 'x-signature-ed25519': signature } = signed(ping);
    // Discord's own code verifies the call.
    expect(await verifyKey(ping, signature, seconds, publicHex)).toBe(true);
    expect(await call(ping, signed(ping))).toMatchObject({ handshake: { text: '{"type":1}' } });
    expect(await call(pingOfEvents, signed(pingOfEvents))).toMatchObject({ handshake: { status: 204, text: '' } });
    expect(counted()).toBe(0);
  });

  it('is rejected without a valid signature, which Discord tries', async () => {
    const { call } = await worldOf('discord', publicHex);
    for (const body of [ping, pingOfEvents])
      await expect(call(body, signed(`${body} `))).rejects.toMatchObject(refusal);
  });

  it('does not affect events', async () => {
    const { call } = await worldOf('discord', publicHex);
    const event = '{"version":1,"application_id":"2","type":1,"event":{"type":"ENTITLEMENT_CREATE"}}';
    await expect(call(event, signed(event))).resolves.toMatchObject({ verified: 'yes' });
  });
});

describe('Asana’s URL verification', () => {
  // The secret is from https://developers.asana.com/docs/establish-a-webhook.
  const secret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81';
  const offer = { 'x-hook-secret': secret };
  const signedBy = (key: string, body: string) => ({ 'x-hook-signature': hmac(key, body) });

  it('returns the header, and stores its secret for the webhook', async () => {
    const { call, counted, webhook } = await worldOf('asana', undefined, 'enforce');
    await expect(call('{"events":[]}', signedBy(secret, '{"events":[]}'))).rejects.toMatchObject(refusal);
    expect(await call('{}', offer)).toMatchObject({ handshake: { kind: 'answer', headers: offer } });
    await expect(call('{"events":[]}', signedBy(secret, '{"events":[]}'))).resolves.toMatchObject({ verified: 'yes' });
    expect(counted()).toBe(1);
    const kept = (await webhook())?.verification;
    expect(kept?.secrets).toMatchObject([{ hint: '…3e81' }]);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('can be repeated with the same secret, and not with another', async () => {
    const { call } = await worldOf('asana');
    const [one, two] = await Promise.allSettled([call('{}', offer), call('{}', { 'x-hook-secret': 'a'.repeat(64) })]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
    const [right, wrong] = one.status === 'fulfilled' ? [secret, 'a'.repeat(64)] : ['a'.repeat(64), secret];
    await expect(call('{}', { 'x-hook-secret': right })).resolves.toHaveProperty('handshake');
    await expect(call('{}', { 'x-hook-secret': wrong })).rejects.toMatchObject(refusal);
  });

  it('is ignored for other senders’ webhooks, and rejected with an invalid header', async () => {
    const github = await worldOf('github', 'right');
    await expect(github.call('{}', offer)).resolves.toMatchObject({ verified: 'no-signature' });
    const { call } = await worldOf('asana');
    await expect(call('{}', { 'x-hook-secret': 'short' })).rejects.toMatchObject(refusal);
    await expect(call('{}', { 'x-hook-secret': `${secret}\r\nset-cookie: a=b` })).rejects.toMatchObject(refusal);
  });
});
