import { isUtf8 } from 'node:buffer';
import type { InvocationWire } from '#contract/invocation';
import { type InvocationContent, type InvocationSummary, invocationStatus } from '../model/invocation.ts';
import type { CallFinder, InvocationStore, Page, Renderer } from '../model/invocation-ports.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, epochSeconds, secondsAfter } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { withHeadlines } from './headlines.ts';
import { type ReleaseTimePorts, withReleaseTimes } from './held/release-times.ts';

export type ReadInvocationPorts = {
  invocations: InvocationStore;
  clock: Clock;
  renderer: Renderer;
  webhooks: Pick<WebhookStore, 'get'>;
} & ReleaseTimePorts;

/** Maximum total size of the bodies in a page. A function's response is limited to 6 MB, and base64 adds a third. */
const MAX_PAGE_BYTES = 3_000_000;

/**
 * Returns a page of a webhook's invocations, newest first. The full view contains headers and bodies. The summary view
 * costs a fraction and contains only the beginning of each body.
 * @throws AppError('not-found')
 */
export const listInvocations = async (
  userId: number,
  webhookId: number,
  query: { offset: number; limit: number; cursor?: string | undefined; view: 'full' | 'summary' },
  ports: ReadInvocationPorts,
): Promise<Page<InvocationWire>> => {
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const { items: found, cursor } = await ports.invocations.list(userId, webhookId, query, ports.clock());
  const items = await withHeadlines(webhook, found, ports);
  const told = (wires: InvocationWire[]) => withReleaseTimes(userId, wires, ports);
  if (query.view === 'summary')
    return { items: await told(items.map((summary) => toWire(summary, undefined))), cursor };
  let bytes = 0;
  const contents = await Promise.all(
    items.map((summary) => {
      bytes += summary.size;
      return bytes <= MAX_PAGE_BYTES ? ports.invocations.content(userId, summary.id) : undefined;
    }),
  );
  return { items: await told(items.map((summary, index) => toWire(summary, contents[index]))), cursor };
};

/**
 * Returns an invocation with its headers, its whole body, and the ids of its neighbours. @throws AppError('not-found')
 */
export const getInvocation = async (
  userId: number,
  invocationId: string,
  ports: ReadInvocationPorts & { callFinder: Pick<CallFinder, 'newest'> },
): Promise<InvocationWire> => {
  const summary = await findInvocation(userId, invocationId, ports);
  const { webhookId, invokedAt } = summary;
  const now = ports.clock();
  // The end of a range is exclusive, so it is a second later, to include calls of this moment.
  const range = { from: new Date(invokedAt), to: secondsAfter(now, 1), after: invocationId, limit: 1 };
  const [content, { summaries: older }, newer] = await Promise.all([
    ports.invocations.content(userId, invocationId),
    ports.callFinder.newest(userId, webhookId, { before: invocationId, limit: 1 }),
    ports.invocations.range(userId, webhookId, range),
  ]);
  const kept = ([neighbour]: InvocationSummary[]) =>
    neighbour && neighbour.expiresAt > epochSeconds(now) ? neighbour.id : undefined;
  const [newerId, olderId] = [kept(newer), kept(older)];
  const [told] = await withReleaseTimes(userId, [toWire(summary, content)], ports);
  return {
    ...(told as InvocationWire),
    ...(newerId !== undefined && { newer_id: newerId }),
    ...(olderId !== undefined && { older_id: olderId }),
  };
};

/** Returns the summary of one of the user's invocations. @throws AppError('not-found') */
export const findInvocation = async (
  userId: number,
  invocationId: string,
  { invocations, clock }: { invocations: Pick<InvocationStore, 'get'>; clock: Clock },
): Promise<InvocationSummary> => {
  const parts = parseInvocationId(invocationId);
  const summary = parts && (await invocations.get(userId, parts.webhookId, invocationId, clock()));
  if (!summary) throw notFound('Invocation');
  return summary;
};

/** Converts a call to wire format, without the send time of a held call. `content` is undefined in the summary view. */
export const toWire = (summary: InvocationSummary, content: InvocationContent | undefined): InvocationWire => ({
  id: summary.id,
  invoked_at: summary.invokedAt,
  ip: summary.ip,
  method: summary.method,
  query: summary.query,
  content_type: summary.contentType,
  raw_headers: content ? JSON.stringify(content.headers) : '',
  ...rawBody(summary, content),
  size: summary.size,
  status: invocationStatus(Object.values(summary.dispatches)),
  num_dispatches: Object.keys(summary.dispatches).length,
  dispatches: dispatchStates(summary),
  ...(summary.headline && { message: summary.headline }),
  ...(summary.deliveredAfterMs !== undefined && { delivered_after_ms: summary.deliveredAfterMs }),
  ...heldToWire(summary),
  ...(summary.byOldUrl && { by_old_url: true }),
  ...(summary.refusedAt !== undefined && { refused_at: summary.refusedAt }),
  ...(summary.duplicateOf !== undefined && { duplicate_of: summary.duplicateOf }),
  ...(summary.verified !== undefined && { verified: summary.verified === 'yes' }),
  ...(summary.verified !== undefined && summary.verified !== 'yes' && { unverified_reason: summary.verified }),
});

const heldToWire = ({ held, dispatches }: InvocationSummary): Pick<InvocationWire, 'held'> => {
  // The owner may have stopped all messages of the call.
  if (!Object.values(dispatches).includes('held')) return {};
  return held === 'paused' || held === 'quota' ? { held: { by: held } } : {};
};

/**
 * Message states in the API, by stored state. In the API, `held` means held by quiet hours; messages of a held call are
 * pending.
 */
const LISTED = {
  pending: 'pending',
  waiting: 'retrying',
  held: 'pending',
  quiet: 'held',
  success: 'success',
  error: 'error',
  skipped: 'skipped',
} as const;

/** Returns the states of a call's messages, sorted by target id. */
const dispatchStates = ({ dispatches, nextAttempts = {} }: InvocationSummary): InvocationWire['dispatches'] =>
  Object.entries(dispatches)
    .map(([id, state]) => ({ targetId: Number(id), state }))
    .sort((one, other) => one.targetId - other.targetId)
    .map(({ targetId, state }) => ({
      target_id: targetId,
      status: LISTED[state],
      ...((state === 'waiting' || state === 'quiet') &&
        nextAttempts[targetId] && { next_attempt_at: nextAttempts[targetId] }),
    }));

const rawBody = (summary: InvocationSummary, content: InvocationContent | undefined) => {
  if (!content)
    return { raw_body: summary.preview, raw_body_encoding: 'utf8' as const, raw_body_truncated: summary.size > 0 };
  const body = Buffer.from(content.body.buffer, content.body.byteOffset, content.body.byteLength);
  return isUtf8(body)
    ? { raw_body: body.toString('utf8'), raw_body_encoding: 'utf8' as const, raw_body_truncated: false }
    : { raw_body: body.toString('base64'), raw_body_encoding: 'base64' as const, raw_body_truncated: false };
};
