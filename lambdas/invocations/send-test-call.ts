import { randomUUID } from 'node:crypto';
import { type SampleCall, sampleCalls } from '#contract/sample-calls';
import { notFound } from '../platform/errors.ts';
import type { Uses } from '../services.ts';
import type { AcceptCallPorts } from './accept-call.ts';
import type { IncomingCall } from './invocation.ts';
import { acceptOwnersCall } from './owners-call.ts';

export type TestCallPorts = AcceptCallPorts & Uses<{ webhooks: 'get' }>;

/** What becomes of a test call: `dropped` names the earlier call that it repeats. */
type TestedCall = { outcome: 'accepted' | 'dropped'; id: string } | { outcome: 'handshake' };

/** Tells a test call from all others, in the headers that its owner sees. */
const TEST_HEADERS = { 'user-agent': 'Tellhook-Test', 'content-type': 'application/json' };

/**
 * Calls a webhook as a sender would, for its owner: the call takes quota, is stored, and goes to all targets.
 * @param what a sample by its id, or a JSON document; `ip` is the owner's own address
 * @throws AppError not-found, conflict (the webhook takes no calls, with the reason), quota-exceeded.
 */
export const sendTestCall = async (
  userId: number,
  webhookId: number,
  what: { sample: string } | { body: string },
  ip: string,
  ports: TestCallPorts,
): Promise<TestedCall> => {
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const startedAt = ports.clock();
  const call = { route: webhook.route, method: 'POST', query: '', ip, ...messageOf(what) };
  const accepted = await acceptOwnersCall(call, ports);
  if ('handshake' in accepted) return { outcome: 'handshake' };
  const dropped = new Date(accepted.invokedAt) < startedAt;
  return { outcome: dropped ? 'dropped' : 'accepted', id: accepted.id };
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
