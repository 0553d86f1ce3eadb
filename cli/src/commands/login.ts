import { ApiRefusal } from '../../../lambdas/contract/client.ts';
import { KEY_PREFIX } from '../../../lambdas/contract/scopes.ts';
import { checkedUrl, clientOf, configFile, forgetAccount, keepAccount, storedAccount } from '../account.ts';
import { Failure, type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { keyByCode } from '../key-by-code.ts';

/** Describes a key's access. A key without the `read` scope also passes. */
const describe = async (url: string, key: string, io: Io): Promise<string> => {
  try {
    const webhooks = await clientOf({ url, key }, io).call('listWebhooks', {});
    return `${webhooks.length} webhook${webhooks.length === 1 ? '' : 's'}`;
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'key-scope-missing') return 'a key without the scope read';
    throw error;
  }
};

const askKey = async (url: string, given: Given, io: Io): Promise<string> => {
  if (given.flag('stdin')) return (await io.readStdin()).trim();
  if (!io.interactive)
    throw new UsageError(
      'There is no terminal to paste a key into. Use --stdin, or set TELLHOOK_API_KEY and TELLHOOK_URL',
    );
  const page = `${url}/user/settings#keys`;
  const shown = !given.flag('no-browser') && (await io.browse(page));
  io.err(`${shown ? 'Settings is open in the browser.' : `Open ${page}.`} Create a key and paste it here.\n`);
  return io.askSecret('Key: ');
};

const newKeyOf = async (url: string, given: Given, io: Io): Promise<string> => {
  const pasted = given.flag('stdin') || given.flag('paste') || !io.interactive;
  const key = pasted ? undefined : await keyByCode(url, !given.flag('no-browser'), io);
  return key ?? askKey(url, given, io);
};

/** Saves an API key after the server has accepted it. */
export const login = async (given: Given, io: Io): Promise<0> => {
  const named = given.text('url') ?? io.env.TELLHOOK_URL ?? (await storedAccount(io)).url;
  if (!named) throw new UsageError('Missing --url, your Tellhook URL');
  const url = checkedUrl(named);
  const key = await newKeyOf(url, given, io);
  if (!key.startsWith(KEY_PREFIX)) throw new Failure(`This is not an API key. API keys begin with ${KEY_PREFIX}`);
  const what = await describe(url, key, io);
  const file = await keepAccount({ url, key }, io);
  io.out(`Signed in to ${new URL(url).host} (${what}). The key is saved in ${file}\n`);
  return 0;
};

export const logout = async (_: Given, io: Io): Promise<0> => {
  const { url } = await storedAccount(io);
  await forgetAccount(io);
  io.out(
    url
      ? `Removed the key from ${configFile(io)}. To disable it everywhere, revoke it: ${url}/user/settings#keys\n`
      : 'There was no key to remove.\n',
  );
  return 0;
};
