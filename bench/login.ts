import { argon2, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { argon2Hasher, IN_FLIGHT } from '../lambdas/accounts/password-hash.ts';
import type { LocalRun } from '../test/support/local-run.ts';
import { call, signUp, type User } from '../test/support/product.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { quantile } from './support/generator.ts';
import { startProduct } from './support/product.ts';

const ALONE = 40;
const CALLERS = 8;
const TOGETHER = 80;
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

const hasher = argon2Hasher();

/** After how many milliseconds a timer of one fires while passwords are checked one after the other. */
const loopDelayWhileHashing = async (): Promise<{ p50: number; max: number }> => {
  const hash = await hasher.hash(PASSWORD);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await timed(ALONE, 1, () => hasher.verify(PASSWORD, hash));
  delay.disable();
  return { p50: delay.percentile(50) / 1e6, max: delay.max / 1e6 };
};

const logIn =
  (run: LocalRun, { email, password }: User) =>
  async () => {
    const { status } = await call(run, 'login', { body: { email, password } });
    if (status !== 200) throw new Error(`login answered ${status}`);
  };

const lineOf = (what: string, times: number[]) => ({
  what,
  'p50 ms': quantile(times, 0.5).toFixed(1),
  'p99 ms': quantile(times, 0.99).toFixed(1),
  count: String(times.length),
});

/** Signing in over the running product, next to a plain hash in the same run; and how many hashes run at the same time. */
export const rows: Subject = async (): Promise<Row[]> => {
  const product = await startProduct();
  const { run } = product;
  try {
    const user = await signUp(run);
    await timed(10, 1, logIn(run, user));
    await timed(10, 1, plainHash);
    const hashes = await timed(ALONE, 1, plainHash);
    const alone = await timed(ALONE, 1, logIn(run, user));
    const together = await timed(TOGETHER, CALLERS, logIn(run, user));
    const loop = await loopDelayWhileHashing();
    console.log(
      tableOf([
        lineOf('a plain hash (Argon2id, 19 MiB, 2 passes)', hashes),
        lineOf('login, one after the other', alone),
        lineOf(`login, ${CALLERS} callers at once`, together),
      ]),
    );
    console.log(
      `While hashing, a timer of 1 ms fires after ${loop.p50.toFixed(2)} ms (p50), ${loop.max.toFixed(2)} ms at most.`,
    );
    return [
      { what: 'password hashes at once in a process', value: IN_FLIGHT, bar: { most: 2 } },
      { what: 'login, as a multiple of a plain hash', value: quantile(alone, 0.5) / quantile(hashes, 0.5) },
    ];
  } finally {
    await product.stop();
  }
};
