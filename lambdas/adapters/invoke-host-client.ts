import * as z from 'zod';
import type { CanaryPorts } from '../status/canary.ts';

const accepted = z.object({ id: z.string() });

/** Milliseconds after which a missing response counts as a failure. */
const TIMEOUT_MS = 10_000;

/**
 * Calls the product's own invoke host. The rules for outgoing requests do not apply, because the operator sets the
 * address. A schema still checks the response.
 */
export const invokeHostClient =
  (invokeUrl: string): CanaryPorts['call'] =>
  async (route, body) => {
    try {
      const answer = await fetch(new URL(route, `${invokeUrl}/`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Tellhook-Canary' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.status !== 202) return { problem: `status ${answer.status}` };
      return { invocationId: accepted.parse(await answer.json()).id };
    } catch (error) {
      return { problem: error instanceof Error ? error.name : 'no answer' };
    }
  };
