import { MAX_TAILED } from '#contract/tail';
import type { InvocationSummary } from '../model/invocation.ts';
import { secondsAfter } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { firstInvocationIdAt } from '../platform/ids.ts';
import { withReleaseTimes } from './held/release-times.ts';
import { type ReadInvocationPorts, toWire } from './read-invocations.ts';

/**
 * A call may be stored up to this many seconds after a newer one: ids are created before calls are stored, and clocks
 * differ. The next response repeats the calls of these seconds, so no client misses one.
 */
const SETTLED_SECONDS = 5;

/** Largest response, as for a page of calls: a function's response is limited to 6 MB. */
const MAX_BYTES = 3_000_000;

/** Returns the smallest possible id at a given time. */
const beginningAt = (at: Date): string => firstInvocationIdAt(at).padEnd(28, '0');

/**
 * Returns complete calls after a position, oldest first. Returns immediately: a client that follows a webhook polls
 * once a second (decision 0081). Every call is returned at least once, a recent one perhaps twice.
 * @throws AppError('not-found')
 */
export const tailInvocations = async (
  userId: number,
  webhookId: number,
  { after, from }: { after?: string | undefined; from?: string | undefined },
  ports: ReadInvocationPorts,
) => {
  const { webhooks, invocations, clock } = ports;
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const now = clock();
  const start = after ?? beginningAt(from === undefined ? now : new Date(from));
  const range = { from: now, to: secondsAfter(now, SETTLED_SECONDS), after: start, limit: MAX_TAILED };
  const found = await invocations.range(userId, webhookId, range);
  const told = withinBytes(found);
  const contents = await Promise.all(told.map(({ id }) => invocations.content(userId, id)));
  const settled = beginningAt(secondsAfter(now, -SETTLED_SECONDS));
  const last = told.at(-1)?.id ?? start;
  const more = told.length < found.length || found.length === MAX_TAILED;
  return {
    invocations: await withReleaseTimes(
      userId,
      told.map((summary, index) => toWire(summary, contents[index])),
      ports,
    ),
    // The next request of a client that has caught up repeats the last seconds.
    next: more || last < settled ? last : settled,
    more,
  };
};

/** Returns the beginning of a list that fits into a response, with at least one item. */
const withinBytes = (summaries: InvocationSummary[]): InvocationSummary[] => {
  let bytes = 0;
  return summaries.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= MAX_BYTES;
  });
};
