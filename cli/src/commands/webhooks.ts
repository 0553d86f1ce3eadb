import { findWebhook, signedIn } from '../account.ts';
import { type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { inLine, printJson, printTable, timeOf } from '../print.ts';

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

export const matters = async (given: Given, io: Io): Promise<0> => {
  const ack = given.text('ack');
  if (ack !== undefined && ack !== 'open') throw new UsageError('--ack must be open');
  const { client } = await signedIn(io);
  const { id, name } = await findWebhook(given.positionals[0] ?? '', client);
  const all = await client.call('listMatters', { params: { id }, query: ack === undefined ? {} : { ack } });
  if (given.flag('json')) printJson(all, io);
  else if (all.length === 0)
    io.out(`No matters of ${inLine(name)}. They are listed if its follow or acknowledge setting is on.\n`);
  else
    printTable(
      ['STATE', 'SEVERITY', 'SINCE', 'CALLS', 'LATEST CALL', 'ACKNOWLEDGED BY', 'TITLE'],
      all.map(({ state, severity, opened_at, count, invocation_id, acknowledged_by, title }) => [
        ...[state, severity, timeOf(opened_at, io.now()), String(count ?? '-'), invocation_id],
        inLine(acknowledged_by ?? '-'),
        inLine(title),
      ]),
      io,
    );
  return 0;
};
