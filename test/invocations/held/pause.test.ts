import { describe, expect, it } from 'vitest';
import { discardHeld } from '../../../lambdas/invocations/held/hold-of-webhook.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { updateWebhook } from '../../../lambdas/webhooks/update-webhook.ts';
import { dropLog } from '../../support/log.ts';
import { tableStandIn } from '../../support/tables.ts';
import { anAccount } from './account.ts';

dropLog();
const standIn = tableStandIn();
const account = async (quota?: number) => anAccount(await standIn.another(), quota);
type Account = Awaited<ReturnType<typeof account>>;

const idsOf = (calls: InvocationSummary[]) => calls.map(({ id }) => id);

/** Changes the webhook as its owner would, with the API's verb. */
const set = async ({ ports, clock }: Account, fields: { enabled?: boolean; paused?: boolean }) => {
  const { webhooks, heldCalls } = ports;
  const targets = { list: async () => [{ id: 21, status: 'active' as const }] };
  await updateWebhook(1, 11, { name: 'Deploys', targetIds: [21], ...fields }, { webhooks, heldCalls, targets, clock });
};

describe('a paused webhook', () => {
  it('accepts and stores its calls, takes their units, and sends none', async () => {
    const it = await account();
    await set(it, { paused: true });
    const calls = await it.calls(3);
    it.clock.advance(7200);
    expect(await it.release()).toBe(0);
    expect(it.sent).toEqual([]);
    expect(await it.summary(calls[0]?.id ?? '')).toMatchObject({ held: 'paused', dispatches: { 21: 'held' } });
    const { usedToday, of } = await it.usage();
    expect([usedToday, of(11).held, of(12).held]).toEqual([3, 3, 0]);
  });

  it('does not delay other webhooks of its owner', async () => {
    const it = await account();
    await set(it, { paused: true });
    await it.call(11);
    const other = await it.call(12);
    expect(it.sentIds()).toEqual([other.id]);
  });

  it('sends held calls in order once it is resumed, before any later ones', async () => {
    const it = await account();
    await set(it, { paused: true });
    const calls = await it.calls(3);
    await set(it, { paused: false });
    const behind = await it.call();
    expect(behind.held).toBe('paused');
    expect(await it.release()).toBe(4);
    expect(it.sentIds()).toEqual([...idsOf(calls), behind.id]);
    expect((await it.call()).held).toBeUndefined();
    expect((await it.usage()).of(11).held).toBe(0);
  });

  it('ends its held calls, unsent and without an error, if its owner discards them', async () => {
    const it = await account();
    await set(it, { paused: true });
    const calls = await it.calls(3);
    await discardHeld(1, 11, it.ports);
    it.clock.advance(1);
    const later = await it.call();
    await set(it, { paused: false });
    expect(await it.release()).toBe(1);
    expect(it.sentIds()).toEqual([later.id]);
    expect(await it.summary(calls[2]?.id ?? '')).toMatchObject({ held: 'discarded', dispatches: { 21: 'error' } });
    expect(it.errors).toEqual([]);
  });

  it('keeps its held calls if it is disabled, and rejects further calls', async () => {
    const it = await account();
    await set(it, { paused: true });
    const calls = await it.calls(2);
    await set(it, { enabled: false, paused: false });
    await expect(it.call()).rejects.toMatchObject({ code: 'webhook-disabled' });
    it.clock.advance(3700);
    expect(await it.release()).toBe(0);
    await set(it, { enabled: true });
    expect(await it.release()).toBe(2);
    expect(it.sentIds()).toEqual(idsOf(calls));
  });

  it('drops its held calls if it is deleted', async () => {
    const it = await account();
    await set(it, { paused: true });
    await it.calls(2);
    const webhook = await it.ports.webhooks.get(1, 11);
    if (webhook) await it.ports.webhooks.remove(webhook);
    it.clock.advance(3700);
    expect(await it.release()).toBe(0);
    expect((await it.usage()).of(11).held).toBe(0);
  });

  it('ends calls held for their whole retention, with a reason', async () => {
    const it = await account();
    await set(it, { paused: true });
    const call = await it.call();
    it.clock.advance(7 * 86_400 - 3600);
    await it.release();
    expect(await it.summary(call.id)).toMatchObject({ held: 'too-long', dispatches: { 21: 'error' } });
    expect(it.errors).toEqual([11]);
  });

  it('also takes over calls that waited for quota, so the order is kept for both reasons', async () => {
    const it = await account(2);
    await it.chooseOrder('arrival');
    await it.calls(2);
    const owed = await it.call();
    await set(it, { paused: true });
    const both = await it.call();
    expect([owed.held, both.held]).toEqual(['quota', 'quota']);
    it.toMidnight();
    expect(await it.release()).toBe(0);
    expect(await it.summary(both.id)).toMatchObject({ held: 'paused' });
    expect((await it.usage()).of(11).held).toBe(2);
    await set(it, { paused: false });
    await it.release();
    expect(it.sentIds().slice(2)).toEqual([owed.id, both.id]);
    expect((await it.usage()).usedToday).toBe(2);
  });
});
