import type { SummaryState } from '../model/invocation.ts';
import type { Clock } from '../platform/clock.ts';

/** A call that the canary made and the invoke host accepted. */
export interface CanaryCall {
  invocationId: string;
  /** The call's time (RFC 3339). */
  at: string;
}

export interface CanaryPorts {
  /** Resolves to the route of the canary's own webhook, which is created if it is missing. */
  route(): Promise<string>;
  /** Calls the invoke host over the public address, like any caller. */
  call(route: string, body: string): Promise<{ invocationId: string } | { problem: string }>;
  /** Resolves to the state of the canary's message, or undefined if the call is not stored. */
  stateOf(call: CanaryCall): Promise<SummaryState | undefined>;
  last(): Promise<CanaryCall | undefined>;
  remember(call: CanaryCall): Promise<void>;
  clock: Clock;
}

/**
 * Runs the canary once: checks that the message of the previous run was delivered, then makes the next call. Runs are
 * minutes apart, much longer than a delivery takes.
 * @returns a description of each fault.
 */
export const runCanary = async (ports: CanaryPorts): Promise<string[]> => {
  const wrong: string[] = [];
  const last = await ports.last();
  const state = last && (await ports.stateOf(last));
  if (last && state !== 'success')
    wrong.push(`the call of ${last.at} (${last.invocationId}) is ${state ?? 'not stored'} instead of delivered`);
  const at = ports.clock().toISOString();
  const called = await ports.call(await ports.route(), JSON.stringify({ canary: at }));
  if ('problem' in called) wrong.push(`the invoke host did not accept a call: ${called.problem}`);
  else await ports.remember({ invocationId: called.invocationId, at });
  return wrong;
};
