import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { searchedStatus } from '../../../lambdas/contract/invocation-search.ts';
import { findWebhook, signedIn } from '../account.ts';
import { type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { briefOf, colour, harmless, inLine, printJson, statusOf, timeOf } from '../print.ts';
import { storedSample } from '../samples.ts';

export const calls = async (given: Given, io: Io): Promise<0> => {
  const limit = Number(given.text('limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 50)
    throw new UsageError('--limit must be a whole number from 1 to 50');
  const wanted = given.text('status');
  const status = searchedStatus.options.find((each) => each === wanted);
  if (wanted !== undefined && !status)
    throw new UsageError(`--status must be one of ${searchedStatus.options.join(', ')}`);
  const text = given.text('text');
  const { client } = await signedIn(io);
  const webhook = await findWebhook(given.positionals[0] ?? '', client);
  const query = { limit: String(limit), ...(status && { status }), ...(text && { text }) };
  const { invocations } = await client.call('searchInvocations', { params: { id: webhook.id }, query });
  if (given.flag('json')) printJson(invocations, io);
  else if (invocations.length === 0)
    io.out(`No calls. To send one: tellhook send ${JSON.stringify(webhook.name)} --sample order\n`);
  else
    for (const call of invocations)
      io.out(`${timeOf(call.invoked_at, io.now())}  ${call.id}  ${statusOf(call.status, io)} ${briefOf(call)}\n`);
  return 0;
};

export const show = async (given: Given, io: Io): Promise<0> => {
  const id = given.positionals[0] ?? '';
  const { client } = await signedIn(io);
  const file = given.text('save');
  if (file !== undefined)
    await writeFile(path.resolve(io.cwd, file), `${JSON.stringify(await storedSample(id, client), undefined, 2)}\n`);
  if (file !== undefined && !given.flag('json')) {
    io.out(`Saved to ${file}. To render it: tellhook render --call ${file}\n`);
    return 0;
  }
  const [call, dispatches] = await Promise.all([
    client.call('getInvocation', { params: { id } }),
    client.call('listDispatches', { params: { id } }),
  ]);
  if (given.flag('json')) printJson({ ...call, messages: dispatches }, io);
  else {
    io.out(`${timeOf(call.invoked_at, io.now())}  ${statusOf(call.status, io)} ${briefOf(call)}\n\n`);
    io.out(`${call.raw_body_encoding === 'utf8' ? harmless(call.raw_body) : '(binary; --json has it in base 64)'}\n`);
    for (const {
      target,
      status,
      error_message,
      retry_count,
      rendered_message,
      fallback_for,
      escalation,
    } of dispatches) {
      const tone = status === 'success' ? 'green' : status === 'error' ? 'red' : 'dim';
      const again = retry_count > 0 ? `, retried ${retry_count === 1 ? 'once' : `${retry_count} times`}` : '';
      const fallback = fallback_for ? `, fallback for ${inLine(fallback_for.name)} (${fallback_for.target_type})` : '';
      const step = escalation ? `, not acknowledged for ${escalation.after_minutes} min` : '';
      io.out(
        `\n${inLine(target.name)} (${target.target_type}): ${colour(tone, status, io)}${again}${fallback}${step}\n`,
      );
      if (error_message) io.out(`${harmless(error_message)}\n`);
      if (rendered_message) io.out(`${harmless(rendered_message).replace(/^/gm, '  ')}\n`);
    }
  }
  return 0;
};
