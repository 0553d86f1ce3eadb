import type * as z from 'zod';
import { refusedCall } from '../../lib/local/fakes/wire.ts';

/**
 * Sends a request to `/__fakes/api/<path>`: a POST if `input` is given, otherwise a GET.
 * @throws Error with the server's message if it rejects the request, ZodError if its response has another shape
 */
export const call = async <Answer>(path: string, answer: z.ZodType<Answer>, input?: unknown): Promise<Answer> => {
  const response = await fetch(`/__fakes/api/${path}`, {
    ...(input === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
  });
  const body: unknown = await response.json();
  if (response.ok) return answer.parse(body);
  const refused = refusedCall.safeParse(body);
  throw new Error(refused.data?.error ?? `The local server answered ${response.status}.`);
};
