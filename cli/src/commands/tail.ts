import { findWebhook, signedIn } from '../account.ts';
import type { Given } from '../command.ts';
import { follow } from '../follow.ts';
import type { Io } from '../io.ts';
import { briefOf, colour, printLine, timeOf } from '../print.ts';
import { since } from '../time.ts';

export const tail = async (given: Given, io: Io): Promise<0> => {
  const text = given.text('since');
  const from = text === undefined ? undefined : since(text, io.now());
  const { client } = await signedIn(io);
  const webhook = await findWebhook(given.positionals[0] ?? '', client);
  if (!given.flag('json')) io.err(`Following ${webhook.name}. Ctrl+C ends it.\n`);
  for await (const call of follow(webhook.id, from, client, io)) {
    if (given.flag('json')) printLine(call, io);
    else io.out(`${colour('dim', timeOf(call.invoked_at, io.now()), io)}  ${call.id}  ${briefOf(call)}\n`);
  }
  return 0;
};
