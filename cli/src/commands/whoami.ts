import { signedIn } from '../account.ts';
import { Failure, type Given } from '../command.ts';
import type { Io } from '../io.ts';
import { ownKey } from '../own-key.ts';
import { inLine, printJson } from '../print.ts';

/** Shows the key in use: what it may, where, and for how long. */
export const whoami = async (given: Given, io: Io): Promise<0> => {
  const { account, client } = await signedIn(io);
  const key = await ownKey(client);
  if (!key) throw new Failure(`${new URL(account.url).host} is too old to say what a key may.`);
  if (given.flag('json')) {
    printJson({ url: account.url, ...key }, io);
    return 0;
  }
  const { name, hint, scopes, expires_at, webhook_ids } = key;
  const names = webhook_ids && scopes.includes('read') ? await client.call('listWebhooks', {}) : [];
  const nameOf = (id: number) => inLine(names.find((webhook) => webhook.id === id)?.name ?? String(id));
  io.out(`${new URL(account.url).host}, by the key “${inLine(name)}” (${hint})\n`);
  io.out(`  may: ${scopes.join(', ')}\n`);
  io.out(`  webhooks: ${webhook_ids ? webhook_ids.map(nameOf).join(', ') : 'all'}\n`);
  io.out(`  expires: ${expires_at.startsWith('0001') ? 'never' : expires_at.slice(0, 10)}\n`);
  return 0;
};
