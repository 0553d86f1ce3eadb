import { describe, expect } from 'vitest';
import type { LocalRun } from '../support/local-run.ts';
import { createWebhook } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Asking, createAsking } from './asking.ts';
import { bindKey } from './bound-keys.ts';
import { type Belongings, delivered, settle } from './world.ts';

let run: LocalRun;
let asking: Asking;
let ada: Belongings;
/** A second webhook of the same account, with a separate target. */
let other: { id: number; url: string; targetId: number; invocationId: string };
let key: string;

it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  ada = await settle(run);
  const target = await ada.user.api('createTarget', { body: { name: 'Other', type: 'mock' } });
  const webhook = await createWebhook(run, ada.user, [target.id, ada.targetId], { name: 'Other' });
  const called = await fetch(webhook.url, { method: 'POST', body: '{}' });
  const { id: invocationId } = (await called.json()) as { id: string };
  await delivered(ada.user, invocationId);
  other = { ...webhook, targetId: target.id, invocationId };
  key = (await bindKey(ada.user, ada.webhookId)).key;
}, 60_000);

const ask = (...[name, how]: Parameters<Asking['ask']>) => asking.ask(name, { token: key, ...how });

describe('a key that is bound to a webhook', () => {
  it('lists the webhook and its targets, with only the data that concerns the webhook', async () => {
    const webhooks = (await ask('listWebhooks')).body;
    expect(webhooks.map(({ id }: { id: number }) => id)).toEqual([ada.webhookId]);
    const targets = (await ask('listTargets')).body;
    expect(targets.map(({ id }: { id: number }) => id)).toEqual([ada.targetId]);
    expect(targets[0].associated_webhooks.map(({ id }: { id: number }) => id)).toEqual([ada.webhookId]);
    const one = (await ask('getTarget', { id: ada.targetId })).body;
    expect(one.associated_webhooks.map(({ id }: { id: number }) => id)).toEqual([ada.webhookId]);
  });

  it('cannot select a target that its webhooks do not use, neither for a webhook nor for a resend', async () => {
    const name = 'Deploys';
    const taken = await ask('updateWebhook', { id: ada.webhookId, body: { name, target_ids: [other.targetId] } });
    const unknown = await ask('updateWebhook', { id: ada.webhookId, body: { name, target_ids: [4242] } });
    const words = (text: string) => text.replaceAll(String(other.targetId), '4242');
    expect([taken.outcome, words(taken.body.detail)]).toEqual(['invalid-input', unknown.body.detail]);
    const rule = { target_id: other.targetId, template: 'Hi' };
    const ruled = { name, target_ids: [ada.targetId], routing: [rule] };
    expect((await ask('updateWebhook', { id: ada.webhookId, body: ruled })).outcome).toBe('invalid-input');
    const again = await ask('replayInvocation', { id: ada.invocationId, body: { target_ids: [other.targetId] } });
    expect([again.outcome, again.body.code]).toEqual(['invalid-input', 'target-unknown']);
    const kept = { id: ada.webhookId, body: { name, target_ids: [ada.targetId] } };
    expect((await ask('updateWebhook', kept)).outcome).toBe('success');
  });

  it('cannot access another webhook whose id resembles an allowed one', async () => {
    // A forged id combines an allowed webhook's id with a foreign call's, and matches no call.
    const forged = other.invocationId.slice(0, 9) + ada.invocationId.slice(9, 20) + other.invocationId.slice(20);
    expect((await ask('getInvocation', { id: forged })).outcome).toBe('not-found');
    expect((await ask('replayInvocation', { id: forged, body: {} })).outcome).toBe('not-found');
    for (const id of [`0${ada.webhookId}`, `${ada.webhookId}.0`, `${ada.webhookId}/`])
      expect((await ask('getWebhook', { id })).outcome).not.toBe('success');
  });

  it('describes its binding in its details and in the list of keys', async () => {
    const { body } = await ask('getKey');
    expect(body).toMatchObject({ name: 'Bound', webhook_ids: [ada.webhookId], scopes: ['read', 'write', 'send'] });
    const { keys } = await ada.user.api('listKeys');
    expect(keys.map(({ webhook_ids }) => webhook_ids)).toContainEqual([ada.webhookId]);
  });

  it('loses all access when its webhook is deleted, including to later webhooks', async () => {
    const short = await createWebhook(run, ada.user, [ada.targetId], { name: 'Short-lived' });
    const bound = (await bindKey(ada.user, short.id)).key;
    await ada.user.api('deleteWebhook', { id: short.id });
    await createWebhook(run, ada.user, [ada.targetId], { name: 'Short-lived' });
    expect((await ask('listWebhooks', { token: bound })).body).toEqual([]);
    expect((await ask('listTargets', { token: bound })).body).toEqual([]);
    expect((await ask('getWebhook', { token: bound, id: short.id })).outcome).toBe('not-found');
  });

  it('can delete its own webhook without changing the order of the others', async () => {
    const short = await createWebhook(run, ada.user, [ada.targetId], { name: 'Short-lived' });
    const before = await ada.user.api('listWebhooks');
    const bound = (await bindKey(ada.user, short.id)).key;
    expect((await ask('deleteWebhook', { token: bound, id: short.id })).outcome).toBe('success');
    const after = await ada.user.api('listWebhooks');
    expect(after).toEqual(before.filter(({ id }) => id !== short.id));
  });
});

describe('binding a key', () => {
  const create = (webhook_ids: unknown) =>
    asking.ask('createKey', { token: ada.user.token, body: { name: 'x', scopes: ['read'], webhook_ids } });

  it('requires 1 to 20 distinct webhooks of the account', async () => {
    const bob = await settle(run);
    const foreign = await create([bob.webhookId]);
    const missing = await create([4242]);
    expect([foreign.outcome, missing.outcome]).toEqual(['invalid-input', 'invalid-input']);
    expect(foreign.body.detail.replace(String(bob.webhookId), '4242')).toBe(missing.body.detail);
    expect(missing.body.errors[0].path).toBe('webhook_ids');
    const many = Array.from({ length: 21 }, (_, index) => index + 1);
    for (const wrong of [[], [ada.webhookId, ada.webhookId], many, 'all', [String(ada.webhookId)], null])
      expect((await create(wrong)).outcome, JSON.stringify(wrong)).toBe('invalid-input');
    expect((await create([ada.webhookId, other.id])).body.webhook_ids).toEqual([ada.webhookId, other.id]);
  });
});
