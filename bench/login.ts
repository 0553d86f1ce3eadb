import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { argon2Hasher, IN_FLIGHT } from '../lambdas/accounts/password-hash.ts';
import { type LocalRun, startLocal } from '../test/support/local-run.ts';
import { call, signUp, type User } from '../test/support/product.ts';
import { quantile } from './load.ts';

const ALONE = 60;
const CALLERS = 8;
const TOGETHER = 160;
const PASSWORD = 'plum-tart-under-glass';

/** Milliseconds of each of `count` runs, `callers` at a time. */
const timed = async (count: number, callers: number, one: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await one();
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times;
};

/** One Argon2id hash with the product's parameters and nothing around it. */
const plainHash = () =>
  promisify(argon2)('argon2id', {
    message: Buffer.from(PASSWORD),
    nonce: randomBytes(16),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });

/** After how many milliseconds a timer of one fires while passwords are checked one after the other. */
const loopDelayWhileHashing = async (): Promise<{ p50: number; max: number }> => {
  const hash = await argon2Hasher.hash(PASSWORD);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await timed(ALONE, 1, () => argon2Hasher.verify(PASSWORD, hash));
  delay.disable();
  return { p50: delay.percentile(50) / 1e6, max: delay.max / 1e6 };
};

const logIn =
  (run: LocalRun, { email, password }: User) =>
  async () => {
    const { status } = await call(run, 'login', { body: { email, password } });
    if (status !== 200) throw new Error(`login answered ${status}`);
  };

const row = (times: number[]) => ({
  'p50 ms': quantile(times, 0.5).toFixed(1),
  'p99 ms': quantile(times, 0.99).toFixed(1),
  count: times.length,
});

/** Measures signing in over the running product, beside a plain hash in the same run. */
const benchLogin = async (): Promise<void> => {
  const run = await startLocal();
  try {
    const user = await signUp(run);
    await timed(10, 1, logIn(run, user));
    await timed(10, 1, plainHash);

    const hashes = await timed(ALONE, 1, plainHash);
    const alone = await timed(ALONE, 1, logIn(run, user));
    const started = performance.now();
    const together = await timed(TOGETHER, CALLERS, logIn(run, user));
    const seconds = (performance.now() - started) / 1000;
    const loop = await loopDelayWhileHashing();

    const ratio = quantile(alone, 0.5) / quantile(hashes, 0.5);
    console.log(`Signing in; Argon2id, 19 MiB, 2 passes; node ${process.version}, ${availableParallelism()} cores`);
    console.table({
      'anchor: a plain hash': row(hashes),
      'login, one after the other': row(alone),
      [`login, ${CALLERS} callers at once`]: row(together),
    });
    console.log(`A login takes ${ratio.toFixed(2)} times a plain hash (p50 to p50).`);
    console.log(`${CALLERS} callers: ${(TOGETHER / seconds).toFixed(1)} logins/s.`);
    console.log(`Hashes in flight: at most ${IN_FLIGHT} in a process, the others wait in their order.`);
    console.log(
      `Event loop while hashing: a timer of 1 ms fires after ${loop.p50.toFixed(2)} ms (p50), ${loop.max.toFixed(2)} ms at most.`,
    );
  } finally {
    await run.stop();
  }
};

await benchLogin();
