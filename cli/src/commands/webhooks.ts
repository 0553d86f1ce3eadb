import { signedIn } from '../account.ts';
import type { Given } from '../command.ts';
import type { Io } from '../io.ts';
import { inLine, printJson, printTable } from '../print.ts';

export const webhooks = async (given: Given, io: Io): Promise<0> => {
  const { client } = await signedIn(io);
  const all = await client.call('listWebhooks', {});
  if (given.flag('json')) printJson(all, io);
  else if (all.length === 0) io.out('No webhooks yet. To create one: tellhook open\n');
  else
    printTable(
      ['ID', 'STATUS', 'CALLS', 'NAME'],
      all.map(({ id, status, amount_invocations, name }) => [
        String(id),
        status,
        String(amount_invocations),
        inLine(name),
      ]),
      io,
    );
  return 0;
};
