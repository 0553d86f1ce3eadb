import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../lib/local/loopback.ts';
import { exited } from '../../lib/local/processes.ts';
import { ACCOUNT } from './assemblies.ts';
import type { Python } from './python.ts';
import { tailOf } from './run.ts';

export interface Ministack {
  origin: string;
  /** Environment variables that point the CDK's command and the SDK to ministack only. */
  env: Record<string, string>;
  /** Opens a loopback address for one of ministack's hosts, which no resolver knows. Returns its origin. */
  front(host: string, headers?: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;

const answers = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/_ministack/health`)).ok;
  } catch {
    return false;
  }
};

/** Starts ministack on a free loopback port. Fails with its output if it does not respond in time. */
export const startMinistack = async (python: Python, region: string): Promise<Ministack> => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // A separate temporary folder, because a killed ministack leaves its functions' folders behind.
  const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-ministack-'));
  const child: ChildProcess = spawn(python.program('hypercorn'), ['ministack.app:app', '--bind', `127.0.0.1:${port}`], {
    env: {
      ...process.env,
      TMPDIR: folder,
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: 'localhost',
      MINISTACK_REGION: region,
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
    },
    // ministack's functions run in the same process group, so ending the group ends them all.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-2000);
    });
  const fronts: ReturnType<typeof createServer>[] = [];
  const stop = async (): Promise<void> => {
    for (const server of fronts) server.close().closeAllConnections();
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await exited(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(origin))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`ministack did not start: ${tailOf(said)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    env: {
      AWS_ENDPOINT_URL: origin,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'testing',
      AWS_SECRET_ACCESS_KEY: 'testing',
      AWS_SESSION_TOKEN: '',
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCOUNT_ID: ACCOUNT,
      CI: 'true',
    },
    front: async (host, headers = {}) => {
      const server = createServer((incoming, outgoing) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port,
            method: incoming.method,
            path: incoming.url,
            headers: { ...incoming.headers, ...headers, host },
          },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          },
        );
        asked.on('error', (error) => outgoing.destroy(error));
        incoming.pipe(asked);
      });
      fronts.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop,
  };
};
