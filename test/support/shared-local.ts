import { test } from 'vitest';
import { startLocal } from './local-run.ts';
import { signInProvider } from './sign-in-provider.ts';

/** Maximum number of webhooks, targets and keys in a roomy run. */
export const MOST = 100_000;

/** Limits for thousands of requests, so each is handled and none is throttled. */
const MANY = { limit: 1_000_000, windowSeconds: 3600 };

/** Plans and throttles with high limits, and a cheap challenge. */
export const roomySettings = {
  challenge: { maxnumber: 500 },
  ...signInProvider,
  throttles: {
    invitationPerUser: { limit: 1000, windowSeconds: 3600 },
    subscriptionPerUser: MANY,
    sandboxPerUser: MANY,
    searchPerUser: MANY,
    testPerUser: MANY,
    loginPerAddress: MANY,
    registerPerAddress: MANY,
  },
  plans: { free: { maxWebhooks: MOST, maxTargets: MOST, maxInvocationsPerDay: 500, maxApiKeys: MOST, maxSeats: 100 } },
  gateway: { app: { requestsPerSecond: 100_000, burst: 100_000 } },
};

/**
 * Tests against local runs that all files of a worker share: one with the published limits, and a roomy one. Each file
 * has separate users, and finds the clock where the file before left it.
 */
export const it = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
  .extend('published', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const run = await startLocal();
    onCleanup(() => run.stop());
    return run;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('roomy', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const run = await startLocal({ settings: roomySettings });
    onCleanup(() => run.stop());
    return run;
  });
