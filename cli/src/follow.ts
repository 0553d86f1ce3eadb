import { ApiRefusal, type Client, Unreachable } from '../../lambdas/contract/client.ts';
import type { Io } from './io.ts';
import { type Call, colour } from './print.ts';

/** Milliseconds between requests, as in the browser's live list. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** True if an error is temporary: a network outage, a server failure or a rate limit. */
const passes = (error: unknown): error is Error =>
  error instanceof Unreachable || (error instanceof ApiRefusal && (error.status >= 500 || error.status === 429));

/**
 * Yields a webhook's calls as they arrive, each once and in order, even after network outages. Ends when the command is
 * stopped.
 * @param from RFC 3339; if undefined, only new calls are yielded
 */
export async function* follow(
  webhookId: number,
  from: string | undefined,
  client: Client,
  io: Io,
): AsyncGenerator<Call, void> {
  let after: string | undefined;
  let beginning = '';
  let failures = 0;
  // Each response repeats the calls of the last seconds, so late ones are included. These ids have already been
  // yielded.
  const told = new Set<string>();
  while (!io.stopped.aborted) {
    let more = false;
    try {
      const query = after !== undefined ? { after } : from !== undefined ? { from } : {};
      const answer = await client.call('tailInvocations', { params: { id: webhookId }, query, signal: io.stopped });
      if (failures > 0) io.err(`${colour('dim', 'Reconnected.', io)}\n`);
      failures = 0;
      if (after === undefined && from === undefined) beginning = answer.next;
      for (const call of answer.invocations) {
        if (call.id < beginning || told.has(call.id)) continue;
        told.add(call.id);
        yield call;
      }
      after = answer.next;
      more = answer.more;
      for (const id of told) if (id < after) told.delete(id);
    } catch (error) {
      if (io.stopped.aborted) return;
      if (!passes(error)) throw error;
      if (failures === 0) io.err(`${colour('yellow', `${error.message} Retrying; no calls are missed.`, io)}\n`);
      failures += 1;
    }
    if (!more) await io.sleep(Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
  }
}
