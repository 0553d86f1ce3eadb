import type { SummaryState } from '../model/invocation.ts';
import type { Clock } from '../platform/clock.ts';

/** An accepted call of the canary. */
export interface CanaryCall {
  invocationId: string;
  /** RFC 3339. */
  at: string;
}

export interface CanaryPorts {
  /** The route of the canary's own webhook. If the webhook is missing, creates it. */
  route(): Promise<string>;
  /** Calls the invoke host over the public address, like any caller. */
  call(route: string, body: string): Promise<{ invocationId: string } | { problem: string }>;
  /** The state of the canary's message; undefined when the call is not stored. */
  stateOf(call: CanaryCall): Promise<SummaryState | undefined>;
  last(): Promise<CanaryCall | undefined>;
  remember(call: CanaryCall): Promise<void>;
  clock: Clock;
}

/**
 * One run of the canary: checks that the call of the previous run has arrived, then makes the next one. Two runs are
 * minutes apart, many times the duration of a delivery.
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
