import { ApiRefusal, type Client, Unreachable } from '../../lambdas/contract/client.ts';
import type { Response } from '../../lambdas/contract/messages.ts';
import { clientOf } from './account.ts';
import { Failure } from './command.ts';
import type { Io } from './io.ts';

type Started = Response<'startKeyRequest'>;

const MAX_NAME = 100;

/** Requests a key. Returns undefined if the application is too old for such requests. */
const start = async (client: Client, io: Io): Promise<Started | undefined> => {
  const name = `tellhook on ${io.machine}`.slice(0, MAX_NAME);
  try {
    return await client.call('startKeyRequest', { body: { name }, signal: io.stopped });
  } catch (error) {
    if (error instanceof ApiRefusal && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
};

/** True if an error is temporary, so polling can continue. */
const passes = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiRefusal && (error.status === 429 || error.status >= 500));

const ask = async ({ code, secret }: Started, client: Client, io: Io): Promise<Response<'takeKey'>> => {
  try {
    return await client.call('takeKey', { body: { code, secret }, signal: io.stopped });
  } catch (error) {
    if (passes(error) || io.stopped.aborted) return { state: 'waiting' };
    if (error instanceof ApiRefusal && error.code === 'not-found')
      throw new Failure('The code is no longer valid.', 'Get a new code: tellhook login');
    throw error;
  }
};

/**
 * Displays a code for the browser and waits until the user approves the key.
 * @returns undefined if the application does not support codes
 * @throws Failure if the request is denied or expires
 */
export const keyByCode = async (url: string, opensBrowser: boolean, io: Io): Promise<string | undefined> => {
  const client = clientOf({ url }, io);
  const started = await start(client, io);
  if (!started) return undefined;
  const page = `${url}/user/cli`;
  io.err(`Your code: ${started.code}\n`);
  const shown = opensBrowser && (await io.browse(page));
  io.err(
    `${shown ? `Enter it in the browser, at ${page}` : `Open ${page} and enter it there`}. It is valid for ${started.expires_in_seconds / 60} minutes.\n`,
  );
  const ends = io.now().getTime() + started.expires_in_seconds * 1000;
  while (!io.stopped.aborted && io.now().getTime() <= ends) {
    await io.sleep(started.interval_seconds * 1000);
    const { state, key } = await ask(started, client, io);
    if (state === 'refused') throw new Failure('You rejected the request in the browser.');
    if (key) return key.key;
  }
  throw new Failure('The code expired before anyone entered it.', 'Get a new code: tellhook login');
};
