import type { Outcome } from '../../outbound/outcome.ts';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { remember } from '../../platform/remember.ts';
import type { Provider } from '../../targets/send.ts';

/** So many requests in a row without an answer, to whichever targets, and the provider is left alone for a while. */
const OPENS_AFTER = 3;

/** For how long, in seconds and without jitter, by how often in a row it was tried again in vain; the last one repeats. */
const OPEN_SECONDS = [10, 20, 40, 80, 160, 300];
const JITTER = 0.2;

/** For how long messages wait while another one tries whether the provider is back: as long as an answer may take. */
const TRIAL_SECONDS = 10;

/** How many providers in trouble a process remembers; owners' own receivers are many. */
const REMEMBERED = 1000;

/** What a process knows of a provider that did not answer lately. Times are milliseconds since the epoch. */
export interface Circuit {
  /** Requests in a row without an answer. */
  unanswered: number;
  /** How often in a row it was opened; 0 = it is closed, requests are made as ever. */
  openings: number;
  openedAt: number;
  openUntil: number;
}

export const CLOSED: Circuit = { unanswered: 0, openings: 0, openedAt: 0, openUntil: 0 };

/**
 * The circuit after a request without an answer. Those that were under way already when it opened say nothing new. Pure.
 * @param random from 0 up to 1, for the jitter.
 */
export const afterSilence = (circuit: Circuit, startedAt: number, now: number, random: number): Circuit => {
  const unanswered = circuit.unanswered + 1;
  if (unanswered < OPENS_AFTER || (circuit.openings > 0 && startedAt < circuit.openedAt))
    return { ...circuit, unanswered };
  const seconds = OPEN_SECONDS[Math.min(circuit.openings, OPEN_SECONDS.length - 1)] as number;
  const openUntil = now + seconds * 1000 * (1 - JITTER + 2 * JITTER * random);
  return { unanswered, openings: circuit.openings + 1, openedAt: now, openUntil };
};

/**
 * For how many whole seconds a message has to wait for its provider; 0 = it may be tried. After an open time one message
 * at a time tries. Pure.
 * @param underWay messages of this process that are with the provider at the moment.
 */
export const waitSeconds = ({ openings, openUntil }: Circuit, underWay: number, now: number): number => {
  if (openings === 0) return 0;
  if (now < openUntil) return Math.ceil((openUntil - now) / 1000);
  return underWay > 0 ? TRIAL_SECONDS : 0;
};

/** Keeps a process from waiting again and again for a provider that answers nobody. */
export interface Breaker {
  /** @returns 0 when a message may be tried, which has to {@link Breaker.leave} afterwards, else for how many seconds it has to wait. */
  enter(provider: Provider): number;
  leave(provider: Provider): void;
  /** To be told what each request brought. */
  heard(provider: Provider, outcome: Outcome, startedAt: Date): void;
}

/**
 * Remembers in the memory of a process which providers do not answer. Each process finds out for itself, which costs it
 * a few time limits per outage and spares everybody a shared item that each message would have to read.
 */
export const createBreaker = ({ clock, random }: { clock: Clock; random: () => number }): Breaker => {
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
    heard: ({ id, kind }, outcome, startedAt) => {
      if ('unasked' in outcome) return;
      const before = circuits.get(id) ?? CLOSED;
      if (!('unanswered' in outcome)) {
        if (before.openings > 0) log.info('provider answers again', { kind });
        circuits.delete(id);
        return;
      }
      const after = afterSilence(before, startedAt.getTime(), clock().getTime(), random());
      if (after.openings > before.openings) log.warn('provider does not answer', { kind, count: after.openings });
      remember(circuits, id, after, REMEMBERED);
    },
  };
};
