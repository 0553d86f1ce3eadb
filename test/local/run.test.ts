import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { InvocationWire } from '#contract/invocation';
import type { FunctionReport } from '../../lib/local/iam/usage-meter.ts';
import { freePort } from '../../lib/local/loopback.ts';
import { editAssembly, localAssembly } from '../support/assembly.ts';
import { type LocalRun, type LocalRunOptions, startLocal } from '../support/local-run.ts';
import { signUp, type User } from '../support/product.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let assembly: string;
let dataDir: string;
const runs: LocalRun[] = [];

beforeAll(async () => {
  dataDir = temporaryFolder();
  assembly = await localAssembly();
}, 120_000);
afterEach(async () => {
  await Promise.all(runs.splice(0).map((run) => run.stop()));
});

const start = async (options: LocalRunOptions = {}): Promise<LocalRun> => {
  const run = await startLocal({ assembly, ...options });
  runs.push(run);
  return run;
};

/** The process ids of all processes that a run has started. */
const descendants = (pid: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process ended while the list was read.
    }
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
};
const isRunning = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
const running = (pids: number[]) => pids.filter(isRunning);

const webhookTo = async (user: User): Promise<{ id: number; route: string }> => {
  const { id } = await user.api('createTarget', { body: { name: 'test', type: 'mock' } });
  const { webhook_id, route } = await user.api('createWebhook', {
    body: { webhook: { name: 'calls', target_ids: [id] } },
  });
  return { id: webhook_id, route };
};
const post = (run: LocalRun, route: string, body: unknown) =>
  fetch(`${run.invokeUrl}/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const advance = async (run: LocalRun, advanceSeconds: unknown) =>
  fetch(`${run.fakesUrl}/api/clock`, { method: 'POST', body: JSON.stringify({ advanceSeconds }) });
const report = async (run: LocalRun) =>
  (await (await fetch(`${run.fakesUrl}/api/aws`)).json()) as Record<string, FunctionReport>;
const statuses = (invocations: InvocationWire[]) => invocations.map(({ status }) => status);

describe('the local product', () => {
  let run: LocalRun;
  beforeAll(async () => {
    run = await startLocal({ assembly });
  }, 60_000);
  afterAll(() => run?.stop());

  it('accepts a call, delivers it, and reports the cost', async () => {
    const user = await signUp(run);
    const { id, route } = await webhookTo(user);
    await fetch(`${run.fakesUrl}/api/aws`, { method: 'DELETE' });
    expect((await post(run, route, { hello: 'world' })).status).toBe(202);
    await expect
      .poll(async () => statuses(await user.api('listInvocations', { id })), { timeout: 10_000 })
      .toEqual(['success']);
    // The message is marked as delivered just before its function ends, and the function is counted only then.
    await expect.poll(async () => (await report(run)).dispatcher?.invocations, { timeout: 10_000 }).toBe(1);
    const { invoke, dispatcher } = await report(run);
    expect(invoke).toMatchObject({ invocations: 1, errors: 0, denied: [] });
    expect(invoke?.calls['sqs:SendMessageBatch']).toBe(1);
    expect(invoke?.write_units).toBeGreaterThan(0);
    expect(dispatcher?.denied).toEqual([]);
    expect(run.output()).toMatch(/invoke +POST \/\S+ → 202/);
    expect(run.output()).toMatch(/dispatcher +message delivered · mock/);
  }, 30_000);

  it('gives the browser its addresses', async () => {
    const config = await (await fetch(`${run.appUrl}/config.json`)).json();
    expect(config).toMatchObject({ apiUrl: `${run.appUrl}/api`, invokeUrl: run.invokeUrl });
  });

  it('advances the product’s clock and runs due work before it responds', async () => {
    const before = (await report(run)).sweeper?.invocations ?? 0;
    const answer = (await (await advance(run, 86_400)).json()) as { now: string; quiet: boolean };
    expect(Date.parse(answer.now) - Date.now()).toBeGreaterThan(86_000_000);
    expect(answer.quiet).toBe(true);
    expect((await report(run)).sweeper?.invocations).toBeGreaterThan(before);
    const page = await fetch(`${run.appUrl}/api/plans`);
    expect(page.status).toBe(200);
    for (const wrong of [-1, 'x', null, 1e12]) expect((await advance(run, wrong)).status).toBe(400);
  });

  it('rejects control requests from other sites’ pages', async () => {
    const foreign = { method: 'DELETE', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(`${run.fakesUrl}/api/aws`, foreign)).status).toBe(403);
  });
});

describe('a machine without a DynamoDB stand-in', () => {
  it('prints one sentence with the solution, and exits', async () => {
    const env = { TABLES: 'dynamodb-local', PATH: '/nowhere' };
    const failure = await startLocal({ assembly, env }).catch(String);
    expect(failure).toMatch(/exit code 1\)/);
    expect(String(failure).trim().split('\n').slice(1)).toEqual([
      'TABLES=dynamodb-local needs JDK 17 or newer, and Maven or DYNAMODB_LOCAL=<its folder>.',
    ]);
  });
});

describe('a local run whose table is killed', () => {
  it('restarts the table with the same data, and no call is lost or rejected permanently', async () => {
    const folder = temporaryFolder();
    const run = await start({ dataDir: folder });
    const user = await signUp(run);
    const { id, route } = await webhookTo(user);
    for (let kill = 0; kill < 2; kill += 1) {
      process.kill(Number(readFileSync(join(folder, 'dynamodb.pid'), 'utf8')), 'SIGKILL');
      expect([202, 503]).toContain((await post(run, route, { kill })).status);
      await expect.poll(async () => (await post(run, route, { kill })).status).toBe(202);
    }
    const stored = await user.api('listInvocations', { id });
    expect(new Set(stored.map(({ raw_body }) => raw_body))).toEqual(new Set(['{"kill":0}', '{"kill":1}']));
    expect(run.output()).toContain('The local table stopped (SIGKILL) and was restarted.');
  }, 60_000);

  it('exits with one sentence if its data was in memory', async () => {
    const run = await start();
    const table = descendants(run.pid).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--port'));
    process.kill(table ?? 0, 'SIGKILL');
    await expect.poll(() => isRunning(run.pid)).toBe(false);
    expect(run.output().trim().split('\n').slice(-1)).toEqual([
      'The local table stopped (SIGKILL) and its data in memory is lost. Run npm start again.',
    ]);
  }, 60_000);
});

describe('damaged or incomplete data', () => {
  let whole: string;
  beforeAll(async () => {
    whole = temporaryFolder();
    await (await startLocal({ assembly, dataDir: whole })).stop();
  }, 60_000);

  /** Starts a run with a changed copy of the data. Returns its folder and the printed lines. */
  const startWith = async (change: (folder: string) => void): Promise<[folder: string, lines: string[]]> => {
    const folder = temporaryFolder();
    cpSync(whole, folder, { recursive: true });
    change(folder);
    const failure = await startLocal({ assembly, dataDir: folder }).then(async (run) => {
      await run.stop();
      return 'it started';
    }, String);
    return [folder, failure.trim().split('\n').slice(1)];
  };
  const WAY_OUT = 'Restore it from a backup, or delete the data directory to start again.';

  it.each(['secrets.json', 'clock.json', 'dynamodb.sqlite', 'fauxqs.db'])(
    'is reported with its file: %s',
    async (name) => {
      const [folder, lines] = await startWith((path) => {
        for (const rest of ['-wal', '-shm']) rmSync(join(path, name + rest), { force: true });
        writeFileSync(join(path, name), '{"arn:aws:secret": "half of a va');
      });
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(new RegExp(`^${join(folder, name)} is damaged \\(.*\\)\\.$`));
      expect(lines[1]).toBe(WAY_OUT);
    },
  );

  it.each(['secrets.json', 'dynamodb.sqlite', 'fauxqs.db'])(
    'never starts an empty table next to old files: %s is missing',
    async (name) => {
      const [folder, lines] = await startWith((path) => {
        for (const rest of ['', '-wal', '-shm']) rmSync(join(path, name + rest), { force: true });
      });
      expect(lines).toEqual([`${join(folder, name)} is missing from the data folder.`, WAY_OUT]);
      expect(existsSync(join(folder, name))).toBe(false);
    },
  );

  it('never starts next to old files with an empty table', async () => {
    const [folder, lines] = await startWith((path) => {
      for (const rest of ['-wal', '-shm']) rmSync(join(path, `dynamodb.sqlite${rest}`), { force: true });
      writeFileSync(join(path, 'dynamodb.sqlite'), '');
    });
    expect(lines).toEqual([`${join(folder, 'dynamodb.sqlite')} has no tables, although other data exists.`, WAY_OUT]);
  });

  it('is not accepted if DATA_DIR is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      await expect(startLocal({ assembly, dataDir: path })).rejects.toThrow(
        `DATA_DIR=${path} is not a folder: choose another one.\n`,
      );
  });
});

describe('ending the local run', () => {
  it('by Ctrl-C leaves no process', async () => {
    const run = await start({ dataDir });
    const children = descendants(run.pid);
    expect(children.length).toBeGreaterThan(4);
    await run.stop();
    // The reaper, which would kill the others, ends a moment after the runner.
    await expect.poll(() => running(children), { timeout: 5000 }).toEqual([]);
  });

  it('by kill -9 leaves no process either', async () => {
    const run = await start({ dataDir });
    const children = descendants(run.pid);
    await run.kill9();
    await expect.poll(() => running(children), { timeout: 5000 }).toEqual([]);
  });
});

describe('a failed start', () => {
  it('names the port in use before anything is built', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    await expect(startLocal({ assembly, port })).rejects.toThrow(`Port ${port} is in use by another program.`);
    other.close();
  });

  it('names a construct that it does not support', async () => {
    const edited = editAssembly(assembly, ([template]) => {
      if (template) template.Resources.Stream = { Type: 'AWS::Kinesis::Stream' };
    });
    await expect(startLocal({ assembly: edited })).rejects.toThrow('Stream (AWS::Kinesis::Stream)');
  });
});
