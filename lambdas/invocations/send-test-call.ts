import { randomUUID } from 'node:crypto';
import { type SampleCall, sampleCalls } from '#contract/sample-calls';
import type { IncomingCall } from '../model/invocation.ts';
import type { SampleStore } from '../model/sample.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { notFound } from '../platform/errors.ts';
import { parseInvocationId } from '../platform/ids.ts';
import { acceptAsOwner } from './accept-as-owner.ts';
import type { AcceptCallPorts } from './accept-call.ts';
import { findSample } from './samples/read-samples.ts';
import { markTestCall, TEST_AGENT } from './test-call.ts';

export type TestCallPorts = AcceptCallPorts & {
  webhooks: Pick<WebhookStore, 'get'>;
  samples: Pick<SampleStore, 'list' | 'content'>;
};

/** The content of a test call: a service's sample or a saved one, by its id, or a JSON document. */
type Tried = { sample: string } | { kept: string } | { body: string };

/** The result of a test call. If it was dropped as a duplicate, `id` is the earlier call's id. */
type TestedCall = { outcome: 'accepted' | 'dropped'; id: string } | { outcome: 'handshake' };

/** Headers of a test call, by which its owner recognises it. */
const TEST_HEADERS = { 'user-agent': TEST_AGENT, 'content-type': 'application/json' };

/**
 * Calls a webhook for its owner. Like any call, it uses quota, is stored, and is sent to all targets.
 * @param ip the owner's own address
 * @throws AppError not-found, quota-exceeded, or conflict if the webhook accepts no calls
 */
export const sendTestCall = async (
  userId: number,
  webhookId: number,
  what: Tried,
  ip: string,
  ports: TestCallPorts,
): Promise<TestedCall> => {
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const startedAt = ports.clock();
  const message = 'kept' in what ? await keptCall(userId, webhookId, what.kept, ports) : messageOf(what);
  const call = { route: webhook.route, method: 'POST', query: '', ip, ...message };
  const accepted = await acceptAsOwner(call, ports);
  if ('handshake' in accepted) return { outcome: 'handshake' };
  const dropped = new Date(accepted.invokedAt) < startedAt;
  return { outcome: dropped ? 'dropped' : 'accepted', id: accepted.id };
};

/** Builds a call from a saved sample. Secrets in its headers stay masked, because they were never stored. */
const keptCall = async (
  userId: number,
  webhookId: number,
  id: string,
  ports: TestCallPorts,
): Promise<Pick<IncomingCall, 'method' | 'query' | 'headers' | 'body'>> => {
  if (parseInvocationId(id)?.webhookId !== webhookId) throw notFound('Sample');
  const { method, query, headers, body } = await findSample(userId, id, ports);
  return { method, query, headers: markTestCall(headers), body };
};

const messageOf = (what: { sample: string } | { body: string }): Pick<IncomingCall, 'headers' | 'body'> => {
  if ('body' in what) return { headers: TEST_HEADERS, body: Buffer.from(what.body) };
  const sample = sampleCalls.find(({ id }) => id === what.sample) as SampleCall;
  return {
    headers: {
      ...TEST_HEADERS,
      ...sample.headers,
      ...(sample.deliveryIdHeader !== undefined && { [sample.deliveryIdHeader]: randomUUID() }),
    },
    body: Buffer.from(JSON.stringify(sample.payload)),
  };
};
