import { findWebhookId, oneOf, signedIn } from '../account.ts';
import { type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print.ts';
import { knownSample, readText } from '../samples.ts';

const bodyOf = async (text: string, io: Io): Promise<string> => {
  if (text === '-') return io.readStdin();
  return text.startsWith('@') ? readText(text.slice(1), io.cwd) : text;
};

export const send = async (given: Given, io: Io): Promise<0> => {
  const [sample, text] = [given.text('sample'), given.text('body')];
  if ((sample === undefined) === (text === undefined)) throw new UsageError('Pass either --sample or --body');
  if (sample !== undefined) knownSample(sample);
  const body = sample === undefined ? { body: await bodyOf(text ?? '', io) } : { sample };
  const { client } = await signedIn(io);
  const id = await findWebhookId(given.positionals[0] ?? '', client);
  const tested = await client.call('testWebhook', { params: { id }, body });
  if (given.flag('json')) printJson(tested, io);
  else if (tested.id === undefined) io.out('Handled as a URL verification request. No message is sent.\n');
  else io.out(`Accepted as ${tested.id}. To see the result: tellhook show ${tested.id}\n`);
  return 0;
};

export const acknowledge = async (given: Given, io: Io): Promise<0> => {
  const { client } = await signedIn(io);
  const id = given.positionals[0] ?? '';
  await client.call('acknowledgeInvocation', { params: { id } });
  io.out('Acknowledged. No further targets get this call.\n');
  return 0;
};

export const replay = async (given: Given, io: Io): Promise<0> => {
  const { client } = await signedIn(io);
  const named = given.texts('target');
  const targets = named.length > 0 ? await client.call('listTargets', {}) : [];
  const ids = named.map((name) => oneOf('target', name, targets).id);
  const id = given.positionals[0] ?? '';
  const body = ids.length > 0 ? { target_ids: ids } : {};
  const { queued } = await client.call('replayInvocation', { params: { id }, body });
  if (given.flag('json')) printJson({ queued }, io);
  else
    io.out(`${queued} message${queued === 1 ? ' is' : 's are'} being resent. To see the result: tellhook show ${id}\n`);
  return 0;
};
