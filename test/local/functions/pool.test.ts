import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClock } from '../../../lib/local/clock.ts';
import { createFunction, type LocalFunction } from '../../../lib/local/functions/pool.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
const started: LocalFunction[] = [];

/** A bundle that does what the event says, so tests need no separate bundles. */
const BUNDLE = `
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
let calls = 0;
export const handler = async (event, context) => {
  calls++;
  if (event.log) console.log(event.log);
  if (event.fail) throw new TypeError(event.fail);
  if (event.exit) process.exit(event.exit);
  if (event.loop) for (;;);
  if (event.spin) for (const end = Date.now() + event.spin; Date.now() < end; );
  const hog = event.hog && spawn(process.execPath, ['-e', 'for (;;);']);
  while (event.until && !existsSync(event.until)) await new Promise((resolve) => setTimeout(resolve, 20));
  if (hog) hog.kill('SIGKILL');
  if (event.hold) await new Promise((resolve) => setTimeout(resolve, event.hold));
  const memory = event.allocateMb && !event.inChild ? Buffer.alloc(event.allocateMb << 20, 1) : undefined;
  if (event.inChild)
    spawn(process.execPath, ['-e', 'const it = Buffer.alloc(' + (event.allocateMb << 20) + ', 1); setInterval(() => it, 1000)']);
  if (event.allocateMb) await new Promise((resolve) => setTimeout(resolve, 4000, memory));
  const child = event.spawn ? spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid : 0;
  return {
    child, pid: process.pid, calls, now: new Date().toISOString(), fixed: new Date(0).toISOString(), isDate: new Date() instanceof Date,
    env: process.env, memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis(), arguments: process.execArgv,
  };
};`;

beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'index.mjs'), BUNDLE);
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((target) => target.stop()));
});

const start = ({
  size,
  isWaitedFor = true,
  ...more
}: {
  timeoutSeconds?: number;
  reservedConcurrency?: number;
  handler?: string;
  /** Maximum number of environments. */
  size?: number;
  isWaitedFor?: boolean;
} = {}) => {
  const lines: string[] = [];
  const clock = createClock(0, () => Date.parse('2026-11-20T10:00:00Z'));
  const target = createFunction({
    spec: {
      name: 'worker',
      deployedName: 'shop-worker',
      folder,
      handler: 'index.handler',
      memoryMb: 128,
      timeoutSeconds: 5,
      environment: { GREETING: 'hello' },
      ...more,
    },
    clock,
    onLine: (line) => lines.push(line),
    isWaitedFor,
    ...(size && { size }),
  });
  started.push(target);
  return { target, clock, lines };
};

interface Seen {
  child: number;
  pid: number;
  calls: number;
  now: string;
  fixed: string;
  isDate: boolean;
  env: Record<string, string>;
  memory: string;
  left: number;
  arguments: string[];
}
const call = async (target: LocalFunction, event: object = {}): Promise<Seen> => {
  const result = await target.invoke(event);
  if (!result.ok) throw new Error(result.errorMessage);
  return result.value as Seen;
};
const isRunning = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

describe('a function', () => {
  it('runs with the template’s variables, memory and name, and nothing from this machine', async () => {
    process.env.OF_THIS_MACHINE = 'x';
    const { env, memory, arguments: execArguments } = await call(start().target);
    expect(env).toMatchObject({ GREETING: 'hello', AWS_LAMBDA_FUNCTION_NAME: 'shop-worker' });
    expect(env).not.toHaveProperty('OF_THIS_MACHINE');
    // No variable shows that this is not Lambda.
    const known = /^(AWS_LAMBDA_FUNCTION_(NAME|MEMORY_SIZE)|_X_AMZN_TRACE_ID|LD_LIBRARY_PATH|PATH|NODE_COMPILE_CACHE)$/;
    expect(Object.keys(env).filter((name) => !known.test(name))).toEqual(['GREETING']);
    expect(memory).toBe('128');
    expect(execArguments).toContain('--max-old-space-size=128');
  });

  it('keeps its environment from call to call', async () => {
    const { target } = start();
    const first = await call(target);
    const second = await call(target);
    expect(second).toMatchObject({ pid: first.pid, calls: 2 });
  });

  it('handles one event at a time in each environment', async () => {
    const { target, lines } = start();
    const until = join(folder, 'both');
    const running = Promise.all([call(target, { until, log: 'one' }), call(target, { until, log: 'two' })]);
    await expect.poll(() => lines.toSorted()).toEqual(['one', 'two']);
    writeFileSync(until, '');
    const [first, second] = await running;
    expect(first.pid).not.toBe(second.pid);
  });

  it('uses a free environment for a call instead of waiting for the one being started', async () => {
    const { target } = start();
    const { pid } = await call(target);
    const seen = await Promise.all([call(target), call(target)]);
    expect(seen.map((one) => one.pid)).toEqual([pid, pid]);
  });

  it('runs at most the given number of environments, and further calls wait', async () => {
    const { target } = start({ size: 1 });
    const seen = await Promise.all([call(target), call(target), call(target)]);
    expect(new Set(seen.map(({ pid }) => pid)).size).toBe(1);
    expect(target.active()).toBe(0);
  });

  it('is throttled beyond its reserved concurrency without waiting, like Lambda', async () => {
    const { target } = start({ reservedConcurrency: 1 });
    const first = call(target, { hold: 100 });
    expect(await target.invoke({})).toMatchObject({ ok: false, errorType: 'TooManyRequestsException' });
    await first;
    expect(await target.invoke({})).toMatchObject({ ok: true });
  });

  it.runIf(process.platform === 'linux').each([
    ['the function itself', { allocateMb: 200 }],
    ['a process that it started', { allocateMb: 200, inChild: true }],
  ])('is ended when %s uses more memory than the function has, on the heap or outside it', async (_, event) => {
    const { target, lines } = start();
    expect(await target.invoke(event)).toMatchObject({
      ok: false,
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringContaining('signal: killed'),
    });
    expect(lines).toContain('The function used more than its 128 MB of memory and was ended.');
    expect(await target.invoke({})).toMatchObject({ ok: true });
  });

  it.runIf(existsSync('/proc/self/autogroup'))(
    'yields the processor to others only while its child process hangs',
    async () => {
      const { target } = start({ size: 1 });
      const { pid } = await call(target);
      const niceness = () => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' ').at(-1);
      const until = join(folder, 'enough');
      const hanging = call(target, { hog: true, until });
      await expect.poll(niceness, { timeout: 10_000 }).toBe('5');
      writeFileSync(until, '');
      await hanging;
      expect(niceness()).toBe('0');
    },
  );

  it('ends idle environments except one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { target, lines } = start({ size: 3 });
    const until = join(folder, 'all-answered');
    const running = Array.from({ length: 3 }, () => call(target, { until, log: 'runs' }));
    await expect.poll(() => lines).toEqual(['runs', 'runs', 'runs']);
    writeFileSync(until, '');
    const pids = (await Promise.all(running)).map(({ pid }) => pid);
    expect(pids.filter(isRunning).length).toBe(3);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => pids.filter(isRunning).length).toBe(1);
    expect(pids).toContain((await call(target)).pid);
  });

  it('prefers a warm environment for a call', async () => {
    const { target } = start();
    const { pid } = await call(target);
    await target.warm();
    expect((await call(target)).pid).toBe(pid);
  });

  it('throttles calls beyond its queue, like Lambda', async () => {
    const { target } = start({ size: 1 });
    const until = join(folder, 'flooded');
    const flood = Array.from({ length: 500 }, () => target.invoke({ until }));
    writeFileSync(until, '');
    const refused = (await Promise.all(flood)).filter((result) => !result.ok);
    expect(refused).toHaveLength(100);
    expect(refused.every((result) => !result.ok && result.errorType === 'TooManyRequestsException')).toBe(true);
  });

  it('reads the product’s clock, and leaves dates made from values unchanged', async () => {
    const { target, clock } = start();
    const before = await call(target);
    await clock.advance(86_400_000);
    const after = await call(target);
    const moved = Date.parse(after.now) - Date.parse(before.now);
    expect(Math.round(moved / 3_600_000)).toBe(24);
    expect(after).toMatchObject({ fixed: '1970-01-01T00:00:00.000Z', isDate: true });
  });

  it('passes on its log line by line', async () => {
    const { target, lines } = start();
    await call(target, { log: 'one\ntwo' });
    await call(target);
    await expect.poll(() => lines).toEqual(['one', 'two']);
  });

  it('runs new code after a reload without losing the current call', async () => {
    const newer = temporaryFolder();
    writeFileSync(join(newer, 'index.mjs'), `export const handler = async () => 'newer';`);
    const { target } = start({ size: 1 });
    await target.warm();
    const running = call(target, { hold: 100 });
    target.recycle(newer);
    expect((await running).calls).toBe(1);
    expect(await target.invoke({})).toMatchObject({ ok: true, value: 'newer' });
  });

  it.each([
    [true, 'keeps one environment'],
    [false, 'keeps none'],
  ])('with waiting callers (%s) %s when it is idle', async (isWaitedFor) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { target } = start({ isWaitedFor });
    await Promise.all([target.warm(), target.warm()]);
    const pids = (await Promise.all([call(target, { hold: 50 }), call(target, { hold: 50 })])).map(({ pid }) => pid);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => pids.filter(isRunning)).toHaveLength(isWaitedFor ? 1 : 0);
  });

  it('leaves no process behind when it is stopped', async () => {
    const { target } = start();
    const { pid } = await call(target);
    await target.stop();
    expect(isRunning(pid)).toBe(false);
  });
});

/** A separate runner whose function computes forever. It prints the environment's process id. */
const runnerWithBusyFunction = (bundle: string) => `
  const { createFunction } = await import('./lib/local/functions/pool.ts');
  const { createClock } = await import('./lib/local/clock.ts');
  const spec = { name: 'w', deployedName: 'w', folder: ${JSON.stringify(bundle)}, handler: 'index.handler',
    memoryMb: 128, timeoutSeconds: 600, environment: {}, reservedConcurrency: 1 };
  let pid;
  const onLine = (line) => line === 'busy' && console.log(pid);
  const target = createFunction({ spec, clock: createClock(), onLine, isWaitedFor: true });
  pid = (await target.invoke({})).value.pid;
  await target.invoke({ log: 'busy', loop: true });`;

describe('a runner that is killed', () => {
  it('ends its functions too, even a busy one', async () => {
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', runnerWithBusyFunction(folder)], {
      cwd: join(import.meta.dirname, '../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(
      await new Promise<string>((resolve) => runner.stdout.once('data', (chunk) => resolve(String(chunk)))),
    );
    expect(isRunning(pid)).toBe(true);
    runner.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });
});

describe('a failed call', () => {
  it('reports the exception’s type and message', async () => {
    expect(await start().target.invoke({ fail: 'bad input' })).toMatchObject({
      ok: false,
      errorType: 'TypeError',
      errorMessage: 'bad input',
    });
  });

  it('ends at the function’s timeout even if the code never yields, and the next call gets a new environment', async () => {
    const { target } = start({ timeoutSeconds: 0.3, size: 1 });
    const { pid } = await call(target);
    expect(await target.invoke({ loop: true })).toMatchObject({
      ok: false,
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Task timed out after 0.30 seconds',
    });
    expect((await call(target)).pid).not.toBe(pid);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('reports an error if the process ends midway', async () => {
    const { target } = start();
    expect(await target.invoke({ exit: 3 })).toMatchObject({ ok: false, errorType: 'Runtime.ExitError' });
    expect((await call(target)).calls).toBe(1);
  });

  it('leaves no child process of the function', async () => {
    const { target } = start();
    const child = (await call(target, { spawn: true })).child;
    expect(isRunning(child)).toBe(true);
    await target.invoke({ exit: 1 });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it('says why a bundle does not load', async () => {
    const result = await start({ handler: 'missing.handler' }).target.invoke({});
    expect(result).toMatchObject({ ok: false, errorMessage: expect.stringContaining('missing.mjs') });
  });
});
