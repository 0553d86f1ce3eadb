import type { Provider } from '../model/target.ts';
import { setBounded } from '../platform/bounded-map.ts';
import type { Clock } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';

/** Number of consecutive unanswered requests that opens the circuit. */
const OPEN_AFTER_FAILURES = 3;

/** Seconds for which the circuit stays open, without jitter, by consecutive openings; the last value repeats. */
const OPEN_SECONDS = [10, 20, 40, 80, 160, 300];
const JITTER = 0.2;

/**
 * Seconds for which other messages wait while one message tests the provider (half-open). As long as the response
 * timeout.
 */
const TRIAL_SECONDS = 10;

/** Maximum number of circuits in memory. Every receiver at an owner's URL has a separate one. */
const CAPACITY = 1000;

/** The state of one provider's circuit. Times are milliseconds since the epoch. */
export interface Circuit {
  unanswered: number;
  /** Number of consecutive openings; 0 if the circuit is closed. */
  openings: number;
  openedAt: number;
  openUntil: number;
}

export const CLOSED: Circuit = { unanswered: 0, openings: 0, openedAt: 0, openUntil: 0 };

/**
 * Returns the circuit after an unanswered request. Requests that were under way when it opened do not open it again.
 * Pure.
 * @param random from 0 up to 1, for the jitter.
 */
export const afterNoAnswer = (circuit: Circuit, startedAt: number, now: number, random: number): Circuit => {
  const unanswered = circuit.unanswered + 1;
  if (unanswered < OPEN_AFTER_FAILURES || (circuit.openings > 0 && startedAt < circuit.openedAt))
    return { ...circuit, unanswered };
  const seconds = OPEN_SECONDS[Math.min(circuit.openings, OPEN_SECONDS.length - 1)] as number;
  const openUntil = now + seconds * 1000 * (1 - JITTER + 2 * JITTER * random);
  return { unanswered, openings: circuit.openings + 1, openedAt: now, openUntil };
};

/**
 * Returns the whole seconds until a message can be sent to the provider; 0 means now. A half-open circuit lets one
 * message through at a time. Pure.
 * @param underWay number of this process's requests to the provider that have no response yet
 */
export const waitSeconds = ({ openings, openUntil }: Circuit, underWay: number, now: number): number => {
  if (openings === 0) return 0;
  if (now < openUntil) return Math.ceil((openUntil - now) / 1000);
  return underWay > 0 ? TRIAL_SECONDS : 0;
};

/** Keeps a process from waiting for a provider that does not respond. */
export interface CircuitBreaker {
  /**
   * Returns 0 if a message can be sent, otherwise the seconds to wait. After sending, call {@link
   * CircuitBreaker.leave}.
   */
  enter(provider: Provider): number;
  leave(provider: Provider): void;
  record(provider: Provider, outcome: Outcome, startedAt: Date): void;
}

/**
 * Creates circuit breakers, one per provider, in the memory of a process. Each process detects an outage separately.
 * That costs a few timeouts, but saves reading a shared item for every message.
 */
export const createCircuitBreaker = ({ clock, random }: { clock: Clock; random: () => number }): CircuitBreaker => {
  const circuits = new Map<string, Circuit>();
  const underWay = new Map<string, number>();

  return {
    enter: ({ id }) => {
      const count = underWay.get(id) ?? 0;
      const wait = waitSeconds(circuits.get(id) ?? CLOSED, count, clock().getTime());
      if (wait === 0) underWay.set(id, count + 1);
      return wait;
    },
    leave: ({ id }) => {
      const count = underWay.get(id) ?? 0;
      if (count > 1) underWay.set(id, count - 1);
      else underWay.delete(id);
    },
    record: ({ id, kind }, outcome, startedAt) => {
      if (outcome.wasSent === false) return;
      const before = circuits.get(id) ?? CLOSED;
      if (!('unanswered' in outcome)) {
        if (before.openings > 0) log.info('provider responding again', { kind });
        circuits.delete(id);
        return;
      }
      const after = afterNoAnswer(before, startedAt.getTime(), clock().getTime(), random());
      if (after.openings > before.openings) log.warn('provider not responding', { kind, count: after.openings });
      setBounded(circuits, id, after, CAPACITY);
    },
  };
};
