import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testResult } from '#contract/target';
import { examples } from '../../integrations/targets/examples.gen.ts';
import { targetKinds } from '../../integrations/targets/kinds.gen.ts';
import type { Target } from '../../lambdas/model/target.ts';
import { UNREVIEWED } from '../../lambdas/targets/review.ts';
import { sendTest } from '../../lambdas/targets/send-test.ts';
import { activeTargets } from './examples.ts';
import { scriptedServer, target, world } from './support.ts';

let server: Awaited<ReturnType<typeof scriptedServer>>;
let here: ReturnType<typeof world>;
beforeAll(async () => {
  server = await scriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.clear();
  here = world(server.hostMap);
});

const targets: Record<string, Target> = {
  ...activeTargets,
  mock: target(),
  email: target({
    kind: 'email',
    options: { address: 'reader@example.org', confirmed: true },
    secrets: { unsubscribeKey: 'aKeyForUnsubscribing0' },
  }),
};
const have = (it: Target | undefined) => {
  if (it) here.ports.targets.all.set(it.id, it);
};
const test = (id = 21, userId = 11) => sendTest(userId, id, here.ports);

describe.each(targetKinds.map(({ slug }) => slug))('a test of a target of the kind %s', (slug) => {
  it('is delivered and reports this', async () => {
    have(targets[slug]);
    const [, accepted] = examples[slug]?.answers?.find(([, , outcome]) => outcome === 'ok') ?? [];
    if (accepted) server.answer(accepted);
    expect(testResult.parse(await test())).toEqual({ outcome: 'success', message: expect.stringMatching(/\.$/) });
    const sent = JSON.stringify([server.received, here.mails]);
    if (slug !== 'mock') expect(sent).toContain('This is a test message.');
  });

  it('never promises a resend, and reveals no secret', async () => {
    if (!(slug in activeTargets)) return void expect(['mock', 'email']).toContain(slug);
    have(activeTargets[slug]);
    const echo = examples[slug]?.told?.join(' ') ?? '';
    for (const answer of [
      { status: 503, body: echo },
      { status: 429, headers: { 'retry-after': '7' }, body: echo },
      'reset' as const,
    ]) {
      server.clear();
      // Two responses are needed, because a request on an idle connection is repeated immediately.
      server.answer(answer, answer);
      const { outcome, message } = await test();
      expect(outcome).toBe('error');
      expect(message).not.toMatch(/sent again/);
      for (const secret of examples[slug]?.told ?? []) expect(message).not.toContain(secret);
    }
  });
});

describe('a test message', () => {
  it('gives the time after which a busy provider can be tried again', async () => {
    have(activeTargets.slack);
    server.answer({ status: 429, headers: { 'retry-after': '7' }, body: 'rate_limited' });
    expect(await test()).toMatchObject({
      code: 'provider-rate-limited',
      message: expect.stringMatching(/Slack.* 7 s/),
    });
  });

  it('reports that it may have arrived if the provider fell silent', async () => {
    have(activeTargets.discord);
    // Two resets are needed, because a request on an idle connection is repeated immediately.
    server.answer('reset', 'reset');
    expect(await test()).toMatchObject({
      code: 'answer-lost',
      message: expect.stringMatching(/It may have arrived\.$/),
    });
  });

  it('makes a target inactive if its provider rejects it permanently', async () => {
    have(activeTargets.slack);
    server.answer({ status: 404, body: 'no_service' });
    expect(await test()).toEqual({
      outcome: 'error',
      code: 'connection-revoked',
      message: expect.stringContaining('Reconnect this target'),
    });
    expect((await here.ports.targets.get(11, 21))?.status).toBe('inactive');
  });

  it('follows a moved chat', async () => {
    have(activeTargets.telegram);
    server.answer({
      status: 400,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1007}}',
    });
    expect((await test()).outcome).toBe('success');
    expect((await here.ports.targets.get(11, 21))?.options.chatId).toBe('-1007');
  });

  it('can be sent to a disabled target, which stays disabled', async () => {
    have(target({ status: 'disabled' }));
    expect((await test()).outcome).toBe('success');
    expect((await here.ports.targets.get(11, 21))?.status).toBe('disabled');
  });

  it('is rejected until its owner has confirmed the target', async () => {
    for (const status of ['disabled', 'inactive'] as const) {
      have(target({ status, statusReason: UNREVIEWED }));
      await expect(test()).rejects.toMatchObject({
        code: 'review-awaited',
        problem: 'conflict',
        message: expect.stringMatching(/Keep or delete it on the dashboard first\.$/),
      });
    }
  });

  it('is rejected if no one agreed to get messages, or no one can', async () => {
    for (const status of ['created', 'pending', 'inactive'] as const) {
      have(
        target({
          status,
          statusReason: { code: 'activation-code-awaited', text: 'Send the activation code to the bot.' },
        }),
      );
      await expect(test()).rejects.toMatchObject({
        problem: 'conflict',
        message: expect.stringContaining('Send the activation code to the bot.'),
      });
    }
  });

  it("returns 404 for another account's target", async () => {
    have(target());
    await expect(test(21, 12)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(test(22)).rejects.toMatchObject({ problem: 'not-found' });
  });
});
