import * as z from 'zod';
import { MAX_NAME } from './bounds.ts';
import { timestamp } from './common.ts';
import { invocation, invocationId } from './invocation.ts';

const name = z.string().trim().min(1, 'A name is required').max(MAX_NAME, `must have at most ${MAX_NAME} characters`);

/** A saved sample in lists. */
export const keptSample = z.object({
  id: invocationId.describe('The ID of the saved sample.'),
  name: name.describe('The name of the saved sample.'),
  kept_at: timestamp,
  invoked_at: timestamp.describe('The arrival time of the call.'),
  method: invocation.shape.method,
  content_type: invocation.shape.content_type,
  size: invocation.shape.size,
});
export type KeptSampleWire = z.infer<typeof keptSample>;

/** A webhook's saved samples, newest first. */
export const keptSamples = z.array(keptSample).max(100);

/** A saved sample with its content. */
export const wholeSample = keptSample.extend({
  query: invocation.shape.query,
  raw_headers: invocation.shape.raw_headers,
  raw_body: invocation.shape.raw_body,
  raw_body_encoding: invocation.shape.raw_body_encoding,
});
export type WholeSampleWire = z.infer<typeof wholeSample>;

/** The body of POST /webhook/{id}/samples. */
export const newSample = z.object({
  invocation_id: invocationId.describe('The call’s ID.'),
  name: name.describe('The name of the saved sample, such as `Failed build`.'),
});

/** The body of PUT /sample/{id}. */
export const sampleName = z.object({ name });
