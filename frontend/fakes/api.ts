import type * as z from 'zod';
import { refusedCall } from '../../lib/local/fakes/wire.ts';

/**
 * Calls `/__fakes/api/<path>`, with `input` as a POST.
 * @throws Error with the server's message if it rejects, ZodError if its response has another form
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
