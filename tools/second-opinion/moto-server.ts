import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../lib/local/loopback.ts';
import { ACCOUNT } from './assemblies.ts';
import type { Python } from './python.ts';
import { end } from './run.ts';

export interface Moto {
  /** `http://localhost:PORT`: moto knows the templates' bucket in an address by this host only. */
  origin: string;
  /** Environment that points the CDK's command and the SDK to moto alone. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;

const answers = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/moto-api/`)).ok;
  } catch {
    return false;
  }
};

/** Starts moto's server on a free loopback port. @throws with its output if it does not answer in time */
export const startMoto = async (python: Python, region: string): Promise<Moto> => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child: ChildProcess = spawn(python.program('moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(origin))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await end(child);
      throw new Error(`moto did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    env: {
      AWS_ENDPOINT_URL: origin,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ENDPOINT_URL_S3_FOR_CLOUDFORMATION: origin,
      AWS_ACCESS_KEY_ID: 'testing',
      AWS_SECRET_ACCESS_KEY: 'testing',
      AWS_SESSION_TOKEN: '',
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCOUNT_ID: ACCOUNT,
      CI: 'true',
    },
    stop: () => end(child),
  };
};
