import { isUtf8 } from 'node:buffer';
import type { KeptSampleWire, WholeSampleWire } from '#contract/kept-sample';
import type { InvocationContent } from '../../model/invocation.ts';
import type { KeptSample, SampleStore } from '../../model/sample.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { notFound } from '../../platform/errors.ts';
import { parseInvocationId } from '../../platform/ids.ts';

type ReadSamplePorts = { webhooks: Pick<WebhookStore, 'get'>; samples: Pick<SampleStore, 'list' | 'content'> };

/** Returns a webhook's saved samples, newest first. */
export const listSamples = async (
  userId: number,
  webhookId: number,
  { webhooks, samples }: Pick<ReadSamplePorts, 'webhooks' | 'samples'>,
): Promise<KeptSampleWire[]> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  return (await samples.list(userId, webhookId)).map(toWire);
};

/** Returns a saved sample of this user with its content. @throws AppError('not-found') */
export const findSample = async (
  userId: number,
  id: string,
  { samples }: Pick<ReadSamplePorts, 'samples'>,
): Promise<KeptSample & InvocationContent> => {
  const webhookId = parseInvocationId(id)?.webhookId;
  if (webhookId === undefined) throw notFound('Sample');
  const [listed, content] = await Promise.all([
    samples.list(userId, webhookId),
    samples.content(userId, webhookId, id),
  ]);
  const sample = listed.find((each) => each.id === id);
  if (!sample || !content) throw notFound('Sample');
  return { ...sample, ...content };
};

/** Returns a saved sample with its content, in wire format. @throws AppError('not-found') */
export const getSample = async (
  userId: number,
  id: string,
  ports: Pick<ReadSamplePorts, 'samples'>,
): Promise<WholeSampleWire> => {
  const sample = await findSample(userId, id, ports);
  const body = Buffer.from(sample.body);
  const encoding = isUtf8(body) ? 'utf8' : 'base64';
  return {
    ...toWire(sample),
    query: sample.query,
    raw_headers: JSON.stringify(sample.headers),
    raw_body: body.toString(encoding),
    raw_body_encoding: encoding,
  };
};

export const toWire = ({ id, name, keptAt, invokedAt, method, contentType, size }: KeptSample): KeptSampleWire => ({
  id,
  name,
  kept_at: keptAt,
  invoked_at: invokedAt,
  method,
  content_type: contentType,
  size,
});
