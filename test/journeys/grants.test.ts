import { afterEach, describe, expect, it } from 'vitest';
import { localAssembly, withoutGrants } from '../support/assembly.ts';
import { type AwsReport, confirmAddress, type Fakes, fakesOf } from '../support/fakes.ts';
import { type LocalRun, type LocalRunOptions, startLocal } from '../support/local-run.ts';
import { call, createWebhook, eventually, signUp, solvedChallenge, type User } from '../support/product.ts';
import { connectSlack, connectTelegram, createMock, dispatchesOf, send } from './people.ts';

const DAY = 24 * 3600;
/** The free plan's daily quota. */
const CALLS_A_DAY = 25;
const runs: LocalRun[] = [];
afterEach(async () => {
  await Promise.all(runs.splice(0).map((run) => run.stop()));
});

const start = async (options: LocalRunOptions = {}): Promise<LocalRun> => {
  const run = await startLocal(options);
  runs.push(run);
  return run;
};

/** Connects a mailbox whose reader agreed. */
const connectMailbox = async (run: LocalRun, user: User, fakes: Fakes): Promise<number> => {
  await confirmAddress(run, user);
  const address = 'reader@example.com';
  const { id } = await user.api('createTarget', { body: { name: 'Mailbox', type: 'email', options: { address } } });
  const link = await eventually(async () => {
    const mail = (await fakes.received('email')).find(
      ({ to, text }) => to === address && text?.includes('/confirm?t='),
    );
    return /https?:\S+\/confirm\?t=[\w.-]+/.exec(mail?.text ?? '')?.[0];
  }, 'the confirmation mail');
  await fetch(link, { method: 'POST' });
  return id;
};

const resetPassword = async (run: LocalRun, fakes: Fakes, email: string): Promise<void> => {
  const challenge = await solvedChallenge(run, 'FORGOT_PASSWORD');
  await call(run, 'requestPasswordReset', { body: { email, challenge } });
  const token = await eventually(async () => {
    const mail = (await fakes.received('email')).find(
      ({ to, text }) => to === email && text?.includes('/password/reset/'),
    );
    return /password\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  }, 'the mail with the reset token');
  await call(run, 'resetPassword', { body: { token, newPassword: 'rowing-boat-on-a-hill-7' } });
};

/** A user pays for premium until a payment fails, which causes an email. */
const payUntilItFails = async (run: LocalRun, fakes: Fakes): Promise<void> => {
  const subscriber = await signUp(run);
  await confirmAddress(run, subscriber);
  await fakes.payWithStripe((await subscriber.api('createSubscriptionLink')).link);
  const checkout = (await fakes.received('stripe')).findLast(({ body }) => body.includes('customer=cus_'));
  await fakes.failStripe(/customer=(cus_\w+)/.exec(checkout?.body ?? '')?.[1] ?? '');
  await fakes.advanceClock(32 * DAY);
};

/** Uses up the daily quota, and one call is held until the next day. The owner gets an email, which bounces. */
const useUpQuota = async (run: LocalRun, fakes: Fakes): Promise<void> => {
  const user = await signUp(run);
  await confirmAddress(run, user);
  const told = async () => (await fakes.received('email')).filter(({ to }) => to === user.email);
  const before = (await told()).length;
  const { id, url } = await createWebhook(run, user, [await createMock(user)]);
  await user.api('testWebhook', { id, body: { sample: 'order' } });
  await Promise.all(Array.from({ length: CALLS_A_DAY - 1 }, (_, n) => send(url, { text: `call ${n}` })));
  const held = await send(url, { text: 'for tomorrow' });
  await fakes.advanceClock(120);
  const mail = await eventually(async () => (await told())[before], 'the mail about the quota');
  await fakes.act('email/bounce', { id: mail.id });
  await fakes.advanceClock(DAY);
  await dispatchesOf(user, held);
};

/** Resends all messages of a webhook. The sweeper starts each message. */
const replay = async (user: User, webhookId: number, fakes: Fakes): Promise<void> => {
  const [from, to] = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  const { id } = await user.api('startReplay', { id: webhookId, body: { from, to, status: 'any' } });
  await eventually(async () => {
    await fakes.advanceClock(60);
    return (await user.api('getReplay', { id })).queued > 0;
  }, 'a message that is sent again');
};

/** A request with an API key reads the owner and the key together. */
const callWithKey = async (run: LocalRun, user: User): Promise<void> => {
  const { key } = await user.api('createKey', { body: { name: 'Scripts', scopes: ['read'] } });
  expect((await call(run, 'listWebhooks', { token: key })).status).toBe(200);
};

/** Causes every kind of failure and cleanup, because these need the rarely used grants. */
const everything = async (run: LocalRun): Promise<void> => {
  const fakes = fakesOf(run);
  await call(run, 'startTrial', { body: { challenge: await solvedChallenge(run, 'TRIAL') } });
  const user = await signUp(run);
  const slack = await connectSlack(user, fakes);
  const telegram = await connectTelegram(user, fakes, 7001);
  const mailbox = await connectMailbox(run, user, fakes);
  await callWithKey(run, user);
  const mock = await createMock(user);
  const webhook = await createWebhook(run, user, [slack, telegram, mailbox, mock], { format: 'rich' });
  const status = async (id: number) => (await user.api('getTarget', { id })).status;

  // A long rate limit pauses the lane. The first delivered message releases the others.
  await fakes.behave('slack', { mode: '429', retryAfter: 600, times: 1 });
  for (const text of ['one', 'two', 'three']) await send(webhook.url, { text });
  await fakes.advanceClock(900);
  await fakes.act('telegram/block', { chatId: 7001, closed: true });
  await eventually(async () => (await status(telegram)) === 'inactive', 'the bot that was blocked');

  await user.api('updateTarget', { id: slack, body: { enabled: false } });
  const waiting = await send(webhook.url, { text: 'waiting' });
  await dispatchesOf(user, waiting, ({ status, error_message }) => status === 'success' || error_message !== '');
  await user.api('updateTarget', { id: slack, body: { enabled: true } });
  await fakes.advanceClock(3600);

  const { name, target_ids } = await user.api('getWebhook', { id: webhook.id });
  const template = '{{ broken( }}';
  await user.api('updateWebhook', { id: webhook.id, body: { name, target_ids, use_template: true, template } });
  await dispatchesOf(user, await send(webhook.url, { text: 'never said' }));
  await user.api('renderTemplate', { body: { body: '{}', template } });
  await replay(user, webhook.id, fakes);

  // Verification opens the secret where calls are accepted. The rejected call is stored, and then accepted.
  await user.api('setVerification', {
    id: webhook.id,
    body: { mode: 'enforce', sender: 'github', add_secret: 'shared with GitHub' },
  });
  await fetch(webhook.url, { method: 'POST', body: 'unsigned' });
  const [refused] = await user.api('listRejections', { id: webhook.id });
  await user.api('acceptRejection', { id: refused?.id ?? '' });
  await user.api('deleteTarget', { id: mock });
  await user.api('deleteWebhook', { id: webhook.id });

  await resetPassword(run, fakes, user.email);
  const other = await signUp(run);
  const { cookie, userId } = other;
  await call(run, 'refreshToken', { cookie, body: { user_id: userId } });
  await call(run, 'sendContactMessage', {
    body: {
      name: 'Somebody',
      email: other.email,
      message: 'Hello',
      challenge: await solvedChallenge(run, 'FEEDBACK'),
    },
  });
  await createWebhook(run, other, [await connectTelegram(other, fakes, 7002)]);
  await other.api('deleteUser', { id: userId });
  await useUpQuota(run, fakes);
  await payUntilItFails(run, fakes);
};

/** A dispatcher without access to its secrets crashes with every message, so the messages become dead letters. */
const nothingButCrashes = async (run: LocalRun): Promise<void> => {
  const fakes = fakesOf(run);
  const user = await signUp(run);
  const webhook = await createWebhook(run, user, [await createMock(user)]);
  const invocation = await send(webhook.url, { text: 'doomed' });
  await eventually(async () => {
    await fakes.advanceClock(120);
    const [dispatch] = await user.api('listDispatches', { id: invocation });
    return dispatch?.status === 'error' && dispatch.next_attempt_at.startsWith('0001');
  }, 'the dead letter');
};

/**
 * This grant is used only if two processes write the same dispatch at the same time, which no journey can cause. The
 * second one then reads it again.
 */
const ONLY_IN_A_RACE = /^dead-letters dynamodb:GetItem /;

const unusedOf = (report: Record<string, AwsReport>): string[] =>
  Object.entries(report).flatMap(([name, { unused_grants }]) =>
    unused_grants.map(({ action, resources }) => `${name} ${action} on ${resources}`),
  );
const deniedOf = (report: Record<string, AwsReport>): string[] =>
  Object.entries(report).flatMap(([name, { denied }]) =>
    denied.map(({ action, resource }) => `${name} ${action} on ${resource}`),
  );

describe('the permissions in the CDK app', () => {
  // This simulates three months, possibly on a slow machine.
  const patient = { timeout: 240_000 };
  it('match the needs of the functions: no call is denied, and no permission is unused', patient, async () => {
    const broken = withoutGrants(await localAssembly(), [['dispatcher', 'secretsmanager:GetSecretValue']]);
    // The two run in parallel, because each mostly waits for due work.
    const [run, crashing] = await Promise.all([start(), start({ assembly: broken })]);
    await Promise.all([everything(run), nothingButCrashes(crashing)]);
    const report = await fakesOf(run).aws();
    expect(deniedOf(report)).toEqual([]);
    const unusedThere = new Set(unusedOf(await fakesOf(crashing).aws()));
    expect(unusedOf(report).filter((grant) => unusedThere.has(grant) && !ONLY_IN_A_RACE.test(grant))).toEqual([]);
  });
});
