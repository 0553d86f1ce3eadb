import { clientOf, currentAccount, findWebhook } from '../account.ts';
import type { Given } from '../command.ts';
import type { Io } from '../io.ts';

export const open = async (given: Given, io: Io): Promise<0> => {
  const account = await currentAccount(io);
  const [name] = given.positionals;
  const webhook = name === undefined ? undefined : await findWebhook(name, clientOf(account, io));
  const url = webhook ? `${account.url}/webhooks/${webhook.id}` : `${account.url}/dashboard`;
  io.out(`${url}\n`);
  if (io.interactive) await io.browse(url);
  return 0;
};
