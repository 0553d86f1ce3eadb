import type { SummaryState } from '../model/invocation.ts';
import type { Clock } from '../platform/clock.ts';
import type { Check } from './record.ts';

/** An accepted call of the canary. */
export interface CanaryCall {
  invocationId: string;
  /** RFC 3339. */
  at: string;
}

/** The message of a canary's call. */
interface CanaryMessage {
  state: SummaryState | undefined;
  /** Time from the call to its delivery; undefined before. */
  deliveredAfterMs?: number | undefined;
}

export interface CanaryPorts {
  /** The route of the canary's own webhook. If the webhook is missing, creates it. */
  route(): Promise<string>;
  /** Calls the invoke host over the public address, like any caller. */
  call(route: string, body: string): Promise<{ invocationId: string } | { problem: string }>;
  /** Undefined if the call is not stored. */
  messageOf(call: CanaryCall): Promise<CanaryMessage | undefined>;
  /** The previous round's call; undefined if it was not accepted. */
  last(): Promise<CanaryCall | undefined>;
  remember(call: CanaryCall | undefined): Promise<void>;
  clock: Clock;
}

interface Round {
  check: Check;
  /** A description of each fault. */
  wrong: string[];
}

const inspectLast = async (ports: CanaryPorts): Promise<Pick<Check, 'delivered' | 'delayMs'> & { fault?: string }> => {
  const last = await ports.last();
  if (!last) return {};
  const message = await ports.messageOf(last);
  if (message?.state === 'success') return { delivered: true, delayMs: message.deliveredAfterMs };
  const state = message?.state ?? 'not stored';
  return {
    delivered: false,
    fault: `the call of ${last.at} (${last.invocationId}) is ${state} instead of delivered`,
  };
};

/**
 * One round of the canary: checks that the previous round's call has arrived, then makes the next one. Two rounds are
 * minutes apart, many times the duration of a delivery. If the table does not answer, the round ends as a failed check.
 */
export const runCanary = async (ports: CanaryPorts): Promise<Round> => {
  const at = ports.clock().toISOString();
  let check: Check = { at };
  const wrong: string[] = [];
  try {
    const { fault, ...found } = await inspectLast(ports);
    check = { ...check, ...found };
    if (fault) wrong.push(fault);
    const called = await ports.call(await ports.route(), JSON.stringify({ canary: at }));
    const isAccepted = 'invocationId' in called;
    check = { ...check, accepted: isAccepted };
    if (!isAccepted) wrong.push(`the invoke host did not accept a call: ${called.problem}`);
    await ports.remember(isAccepted ? { invocationId: called.invocationId, at } : undefined);
  } catch (error) {
    wrong.push(`the check could not run: ${String(error)}`);
  }
  return { check, wrong };
};
