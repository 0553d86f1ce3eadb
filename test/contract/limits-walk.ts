import { expect } from 'vitest';
import type { ProblemCode } from '#contract/problems';
import type { RouteName } from '#contract/routes';
import { newAuthenticator } from '../support/authenticator.ts';
import { startLocal } from '../support/local-run.ts';
import { eventually } from '../support/product.ts';
import { roomySettings } from '../support/shared-local.ts';
import { type Asking, createAsking } from './asking.ts';
import { type Belongings, goodCalls, paymentRoutes, settle } from './world.ts';

const few = (limit: number, windowSeconds = 3600) => ({ limit, windowSeconds });

/** Limits that a test reaches quickly. Everything else has generous limits. */
const settings = {
  ...roomySettings,
  plans: { free: { ...roomySettings.plans.free, maxInvocationsPerDay: 4 } },
  throttles: {
    loginPerAddress: few(4),
    loginPerAccount: few(2),
    registerPerAddress: few(2),
    trialPerAddress: few(2),
    refreshPerAddress: few(2),
    resetMailPerAccount: few(2),
    resetPerAddress: few(2),
    contactPerAddress: few(2),
    challengePerAddress: few(30),
    subscriptionPerUser: few(2),
    keyRequestPerAddress: few(8),
    keyCodePerUser: few(2),
    invitationPerUser: few(2),
    sandboxPerUser: few(2),
    searchPerUser: few(2),
    testPerUser: few(2),
  },
};

const exhaustReplays = async ({ ask }: Asking, { user, webhookId, invocationId }: Belongings): Promise<void> => {
  const { token, api } = user;
  await eventually(async () => {
    const { outcome } = await ask('replayInvocation', { token, id: invocationId, body: {} });
    return outcome === 'quota-exceeded';
  }, 'the replays of a day used up');
  await eventually(async () => (await api('getInvocation', { id: invocationId })).status === 'success', 'delivered');
  const [message] = await api('listDispatches', { id: invocationId });
  expect((await ask('replayDispatch', { token, id: message?.id })).outcome).toBe('quota-exceeded');
  const all = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', status: 'any' };
  expect((await ask('startReplay', { token, id: webhookId, body: all })).outcome).toBe('quota-exceeded');
};

/** Repeats every throttled request until it is rejected. Returns the routes and their problems. */
export const walkIntoLimits = async (): Promise<[RouteName, ProblemCode][]> => {
  const run = await startLocal({ settings });
  try {
    const asking = createAsking(run);
    const { ask, untilThrottled, seen } = asking;
    const owner = await settle(run);
    const calls = goodCalls(run, owner);
    const { token, userId, cookie } = owner.user;
    await exhaustReplays(asking, owner);
    const refused = await calls.acceptRejection();
    const tested = await calls.testWebhook();
    await eventually(
      async () => (await ask('testWebhook', tested)).outcome === 'quota-exceeded',
      'the calls of a day used up',
    );
    expect((await ask('acceptRejection', refused)).outcome).toBe('quota-exceeded');
    const wrong = { current_password: 'not the password', password: 'violet.Tramway.9' };
    await untilThrottled('updateUser', async () => ({ token, id: userId, body: wrong }));
    await untilThrottled('startPasskey', async () => ({ token, body: wrong }));
    await untilThrottled('removePasskey', async () => ({ token, id: '0'.repeat(20), body: wrong }));
    await untilThrottled('setSecondFactor', async () => ({ token, body: { on: true, ...wrong } }));
    await untilThrottled('startPasskeyLogin', calls.startPasskeyLogin);
    const unknown = newAuthenticator(run.appUrl).sign({ challenge: 'unknown' });
    await untilThrottled('startOidcLogin', calls.startOidcLogin);
    await untilThrottled('loginWithOidc', async () => ({ body: { code: 'unknown', state: 'unknown' } }));
    await untilThrottled('loginWithPasskey', async () => ({ body: { credential: unknown } }));
    await untilThrottled('refreshToken', async () => ({ cookie, body: { user_id: userId } }));
    for (const name of [
      'renderTemplate',
      'searchInvocations',
      'getWebhookStats',
      'checkVerification',
      'previewRouting',
      'testTarget',
      'startTrial',
      'register',
      'login',
      'resetPassword',
    ] as const) {
      const told = await untilThrottled(name, calls[name]);
      expect(Number(told.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
      expect(Number(told.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
    }
    const code = { token, id: 'BCDF-GHJK' };
    await untilThrottled('getKeyRequest', async () => code);
    await untilThrottled('answerKeyRequest', async () => ({ ...code, body: { key: null } }));
    await untilThrottled('startKeyRequest', calls.startKeyRequest);
    const { body: invitation } = await ask('inviteMember', await calls.inviteMember());
    await untilThrottled('inviteMember', calls.inviteMember);
    await untilThrottled('readInvitation', async () => ({ body: { token: 'unknown' } }));
    await untilThrottled('resendInvitation', async () => ({ token, id: invitation.id }));
    for (const name of paymentRoutes) await untilThrottled(name, async () => ({ token }));
    for (const name of ['requestPasswordReset', 'sendContactMessage'] as const) await untilThrottled(name, calls[name]);
    await untilThrottled('createChallenge', calls.createChallenge, 40);
    expect((await ask('listPlans')).headers.get('x-ratelimit-limit')).toBeNull();
    return [...seen].flatMap(([name, outcomes]) =>
      (['throttled', 'quota-exceeded'] as const)
        .filter((code) => outcomes.has(code))
        .map((code): [RouteName, ProblemCode] => [name, code]),
    );
  } finally {
    await run.stop();
  }
};
