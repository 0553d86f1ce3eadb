import { describe, expect, it } from 'vitest';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { ownerNoticeStore } from '../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { silenceStore } from '../../lambdas/adapters/dynamodb/silence-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import type { NoticeParts } from '../../lambdas/mail/layout.ts';
import { noticeMail } from '../../lambdas/mail/notice-parts.ts';
import { silentParts, soundParts } from '../../lambdas/mail/silence.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import type { Usage } from '../../lambdas/model/webhook-ports.ts';
import { checkedSilence, checkSilence, firstCheck } from '../../lambdas/webhooks/silence.ts';
import { aWebhook, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

captureLog();

const created = '2026-11-20T00:00:00.000Z';
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const iso = (time: string) => at(time).toISOString();

describe('a silence alarm of 25 hours', () => {
  const check = (lastCall: string | undefined, now: string, silentSince?: string) =>
    checkedSilence(
      { silenceAlarmMinutes: 1500, createdAt: created, silentSince: silentSince && iso(silentSince) },
      lastCall && iso(lastCall),
      at(now),
    );

  it('is checked again 25 hours after the last call', () =>
    expect(check('21T03:00', '21T12:00')).toEqual({ checkAt: at('22T04:00'), silentSince: undefined }));

  it('rings after 25 hours without a call', () =>
    expect(check('21T03:00', '22T04:00')).toEqual({
      checkAt: at('22T04:05'),
      silentSince: iso('21T03:00'),
      event: 'silent',
    }));

  it('rings for a webhook that has never been called', () =>
    expect(check(undefined, '22T04:00')).toMatchObject({ silentSince: created, event: 'silent' }));

  it('rings once for each silence', () =>
    expect(check('21T03:00', '22T05:00', '21T03:00')).toEqual({
      checkAt: at('22T05:05'),
      silentSince: iso('21T03:00'),
    }));

  it('stops ringing when a call comes', () =>
    expect(check('22T06:00', '22T06:05', '21T03:00')).toEqual({
      checkAt: at('23T07:00'),
      silentSince: undefined,
      event: 'sound',
    }));

  it('is off for a disabled webhook', () => {
    expect(firstCheck({ enabled: false, silenceAlarmMinutes: 60 }, at('22T06:00'))).toBeUndefined();
    expect(firstCheck({ enabled: true, silenceAlarmMinutes: null }, at('22T06:00'))).toBeUndefined();
  });
});

const standIn = tableStandIn();

const open = async (fields: Partial<Webhook> = {}) => {
  const clock = movableClock();
  const table = await standIn.another();
  const webhooks = webhookStore(table, clock);
  const outbox = ownerNoticeStore(table);
  const silences = silenceStore(table);
  let lastInvocation: string | undefined;
  const { counters: real } = { counters: countersStore(table) };
  const ports = {
    webhooks,
    outbox,
    silences,
    plans,
    clock,
    keepGoing: () => true,
    owners: { get: async () => ({ status: 'free' as const, premiumUntil: '' }) },
    counters: {
      usage: async (userId: number, now: Date): Promise<Usage> => {
        const usage = await real.usage(userId, now);
        return { ...usage, of: (id) => ({ ...usage.of(id), lastInvocation }) };
      },
    },
  };
  const webhook = aWebhook({ silenceAlarmMinutes: 60, targetIds: [], position: 0, ...fields });
  const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { pk: 'USER#1', sk: 'PROFILE', webhook_count: 0 } }),
  );
  expect(await webhooks.insert(webhook, { status: 'free', premiumUntil: '' }, 5)).toBe('stored');
  const later = async (minutes: number) => {
    clock.advance(minutes * 60);
    await checkSilence(ports);
    const due = await outbox.due(clock(), 10);
    for (const each of due) await outbox.done(each);
    return due.map(({ notice }) => notice);
  };
  return { clock, webhooks, ports, webhook, later, call: () => (lastInvocation = clock().toISOString()) };
};

describe('the silence alarm of a stored webhook', () => {
  it('saves one notice when calls stop and one when they are back', async () => {
    const { webhook, webhooks, later, call, clock } = await open();
    call();
    const stopped = clock().toISOString();
    expect(await later(59)).toEqual([]);
    expect(await later(1)).toMatchObject([{ kind: 'webhook-silent', minutes: 60, lastCall: stopped }]);
    expect((await webhooks.get(1, webhook.id))?.silentSince).toBe(stopped);
    expect(await later(30)).toEqual([]);
    call();
    expect(await later(5)).toMatchObject([{ kind: 'webhook-sound', silentSince: stopped }]);
    expect((await webhooks.get(1, webhook.id))?.silentSince).toBeUndefined();
    expect(await later(55)).toMatchObject([{ kind: 'webhook-silent' }]);
  });

  it('repeats no notice after a crash between the notice and the next check', async () => {
    const { ports, later, call } = await open();
    call();
    const save = ports.silences.save;
    ports.silences.save = () => Promise.reject(new Error('crashed'));
    expect(await later(60)).toHaveLength(1);
    ports.silences.save = save;
    expect(await later(1)).toEqual([]);
    expect(await later(60)).toEqual([]);
  });

  it('keeps its time when other settings change, and starts anew when it changes itself', async () => {
    const { webhook, webhooks, later, call } = await open();
    call();
    await later(40);
    await webhooks.change(1, webhook.id, (it) => ({ ...it, name: 'Other' }));
    expect(await later(20)).toMatchObject([{ webhookName: 'Other' }]);
    await webhooks.change(1, webhook.id, (it) => ({ ...it, silenceAlarmMinutes: null }));
    expect((await webhooks.get(1, webhook.id))?.silentSince).toBeUndefined();
    expect(await later(1000)).toEqual([]);
  });

  it('gives the reason if the plan keeps the webhook from accepting calls', async () => {
    const { later } = await open({ position: 1000 });
    expect(await later(60)).toMatchObject([{ refusal: expect.stringContaining('Your plan allows') }]);
  });

  it('ends with the webhook', async () => {
    const { webhook, webhooks, later } = await open();
    await webhooks.remove(webhook);
    expect(await later(600)).toEqual([]);
  });
});

describe('a notice about silence', () => {
  const links = { webhookName: 'Nightly <b>', link: 'https://app.example.com/webhooks/7' };
  const mailOf = (parts: NoticeParts) => noticeMail(parts, 'https://stop');

  it('names the webhook, the last call and the next step', () => {
    const silent = silentParts({ ...links, minutes: 1500, lastCall: '2026-11-20T03:12:00.000Z' });
    const { subject, text, html } = mailOf(silent);
    expect(subject).toBe('No calls to “Nightly <b>” for 25 hours');
    expect(text).toContain('The last call arrived at 2026-11-20 03:12 UTC.');
    expect(html).not.toContain('<b>');
    expect(silentParts({ ...links, minutes: 11_520 }).subject).toContain('8 days');
  });

  it('tells the length of the silence when calls resume', () =>
    expect(
      mailOf(soundParts({ ...links, silentSince: '2026-11-20T03:12:00.000Z', lastCall: '2026-11-20T03:42:30.000Z' }))
        .text,
    ).toContain('after 30 minutes without one'));
});
