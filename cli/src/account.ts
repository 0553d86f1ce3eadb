import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { ApiRefusal, type Client, createClient } from '../../lambdas/contract/client.ts';
import type { Response } from '../../lambdas/contract/messages.ts';
import { Failure } from './command.ts';
import type { Io } from './io.ts';
import { ownKey, reachNote } from './own-key.ts';

/** The application's URL, and its API key. */
export interface Account {
  url: string;
  key: string;
}

/** Returns the path of the file with the saved key (https://specifications.freedesktop.org/basedir-spec/latest/). */
export const configFile = ({ env }: Io): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), '.config'), 'tellhook', 'config.json');

/** Saves the account to a file that only its owner can read, and returns the file's path. */
export const keepAccount = async (account: Account, io: Io): Promise<string> => {
  const file = configFile(io);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 });
  // The mode above does not apply to a file that already exists.
  await chmod(file, 0o600);
  return file;
};

export const forgetAccount = (io: Io): Promise<void> => rm(configFile(io), { force: true });

export const storedAccount = async (io: Io): Promise<Partial<Account>> => {
  const file = configFile(io);
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      io.err(`tellhook: ${file} can be read by other users of this machine. Run: chmod 600 ${file}\n`);
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Account>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Failure(`${file} can’t be read: ${(error as Error).message}`, 'Create it again: tellhook login');
  }
};

/**
 * Parses the application's URL. Only https is accepted, except on this machine.
 * @throws Failure
 */
export const checkedUrl = (text: string): string => {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Failure(`${text} is not a URL.`, 'Enter one such as https://app.example.com');
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    throw new Failure(`${text} is not https, so it would expose the key.`, 'Use https. Only localhost can use http.');
  return url.origin;
};

/**
 * Reads URL and key from environment variables, or else from the file that `login` saved. A saved key is sent only to
 * the URL for which it was saved.
 * @throws Failure
 */
const currentAccount = async (io: Io): Promise<Account> => {
  const { TELLHOOK_API_KEY: key, TELLHOOK_URL: url } = io.env;
  if (key && url) return { url: checkedUrl(url), key };
  const stored = await storedAccount(io);
  if (key && stored.url) return { url: checkedUrl(stored.url), key };
  if (key) throw new Failure('TELLHOOK_URL is missing.', 'Set it to your Tellhook URL.');
  if (!stored.key || !stored.url)
    throw new Failure(
      'You are not signed in.',
      'Run: tellhook login --url <url>, or set TELLHOOK_API_KEY and TELLHOOK_URL',
    );
  if (url && checkedUrl(url) !== checkedUrl(stored.url))
    throw new Failure(
      `TELLHOOK_URL is ${url}, but the saved key is for ${stored.url}.`,
      'Set TELLHOOK_API_KEY too, or run: tellhook login --url <url>',
    );
  return { url: checkedUrl(stored.url), key: stored.key };
};

/** Creates a client. Without a key, it can call only public routes. */
export const clientOf = ({ url, key }: Pick<Account, 'url'> & Partial<Account>, io: Io): Client =>
  createClient({ url, key, fetch: io.fetch, userAgent: `tellhook-cli/${io.version}` });

export const signedIn = async (io: Io): Promise<{ account: Account; client: Client }> => {
  const account = await currentAccount(io);
  return { account, client: clientOf(account, io) };
};

export type Webhook = Response<'listWebhooks'>[number];

/**
 * Finds an item by id or name, ignoring case.
 * @throws Failure if no item or several items match
 */
export const oneOf = <Thing extends { id: number; name: string }>(
  what: string,
  given: string,
  things: Thing[],
): Thing => {
  const byId = things.find(({ id }) => String(id) === given);
  if (byId) return byId;
  const same = things.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  if (same.length > 1)
    throw new Failure(
      `${same.length} ${what}s have the name ${given}.`,
      `Choose one by its ID: ${same.map(({ id }) => id).join(', ')}`,
    );
  if (same[0]) return same[0];
  const names = things.map(({ name }) => name).join(', ');
  throw new Failure(`There is no ${what} ${given}.`, names ? `Choose one of: ${names}` : `Create a ${what} first.`);
};

/**
 * Finds a webhook by id or name among those that the key can access.
 * @throws Failure
 */
export const findWebhook = async (given: string, client: Client): Promise<Webhook> => {
  const webhooks = await client.call('listWebhooks', {});
  try {
    return oneOf('webhook', given, webhooks);
  } catch (error) {
    const note = reachNote(await ownKey(client));
    throw note && error instanceof Failure ? new Failure(error.message, note) : error;
  }
};

/**
 * Returns a webhook’s id. If the key has no read access, `given` must be the id itself.
 * @throws Failure, ApiRefusal
 */
export const findWebhookId = async (given: string, client: Client): Promise<number> => {
  try {
    return (await findWebhook(given, client)).id;
  } catch (error) {
    const isId = /^[1-9]\d{0,15}$/.test(given);
    if (isId && error instanceof ApiRefusal && error.code === 'key-scope-missing') return Number(given);
    throw error;
  }
};
