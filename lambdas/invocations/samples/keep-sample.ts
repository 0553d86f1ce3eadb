import { MAX_KEPT_SAMPLES } from '#contract/bounds';
import type { KeptSampleWire } from '#contract/kept-sample';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import { type KeptSample, MAX_SAMPLES_BYTES, type SampleStore } from '../../model/sample.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { findInvocation } from '../read-invocations.ts';
import { toWire } from './read-samples.ts';

export type KeepSamplePorts = {
  samples: SampleStore;
  clock: Clock;
  webhooks: Pick<WebhookStore, 'get'>;
  invocations: Pick<InvocationStore, 'get' | 'content'>;
};

/**
 * Saves a call as a sample, with its method, query, masked headers and whole body. The sample outlives the call and
 * stays until the webhook is deleted.
 * @throws AppError not-found, sample-limit-reached
 */
export const keepSample = async (
  userId: number,
  webhookId: number,
  { invocationId, name }: { invocationId: string; name: string },
  ports: KeepSamplePorts,
): Promise<KeptSampleWire> => {
  const { webhooks, invocations, samples, clock } = ports;
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const call = await findInvocation(userId, invocationId, ports);
  const content = call.webhookId === webhookId ? await invocations.content(userId, invocationId) : undefined;
  if (!content) throw notFound('Invocation');
  const { id, invokedAt, method, query, contentType, size } = call;
  const sample: KeptSample = { id, name, keptAt: clock().toISOString(), invokedAt, method, query, contentType, size };
  const limits = { most: MAX_KEPT_SAMPLES, maxBytes: MAX_SAMPLES_BYTES };
  switch (await samples.insert(userId, webhookId, sample, content, limits)) {
    case 'kept':
      return toWire(sample);
    case 'known': {
      const known = (await samples.list(userId, webhookId)).find((each) => each.id === id);
      return toWire(known ?? sample);
    }
    case 'too-many':
      throw new AppError(
        'sample-limit-reached',
        `This webhook has ${MAX_KEPT_SAMPLES} saved samples, the maximum. Remove one first.`,
      );
    case 'no-room':
      throw new AppError(
        'sample-limit-reached',
        'The saved samples of this webhook would exceed 5 MB. Remove one first.',
      );
    case 'webhook-gone':
      throw notFound('Webhook');
  }
};
