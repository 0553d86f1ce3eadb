import * as z from 'zod';
import { invocationId } from './invocation.ts';
import { sampleCalls } from './sample-calls.ts';

const sampleIds = sampleCalls.map(({ id }) => id) as [string, ...string[]];

/** POST /webhook/{id}/test: a sender's sample, a saved sample, or a custom JSON body. */
export const testCall = z
  .object({
    sample: z.enum(sampleIds).optional().describe('The name of a known service’s sample call.'),
    kept: invocationId.optional().describe('The ID of one of the webhook’s saved samples.'),
    body: z
      .string()
      .min(1)
      .max(1_048_576, 'must be at most 1 MiB')
      .optional()
      .describe('A JSON document, sent unchanged.'),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    path: ['sample'],
    message: 'must be given, or `kept` or `body` instead: exactly one of the three',
  })
  .refine(({ body }) => body === undefined || isJson(body), { path: ['body'], message: 'must be JSON' });

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export const testedCall = z.object({
  id: invocationId.optional().describe('The ID of the new call. Omitted for a URL verification request.'),
  outcome: z
    .enum(['accepted', 'dropped', 'handshake'])
    .describe('The result. `dropped`: the call is a duplicate, and `id` is the earlier call.'),
});
