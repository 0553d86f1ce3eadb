import { type Clock, utcDay } from '../platform/clock.ts';
import { remember } from '../platform/remember.ts';
import type { Route } from './ports.ts';

/** How long a route is remembered, in milliseconds. */
const KNOWN_MS = 60_000;

/** How many routes and used-up quotas a process remembers. */
const MOST = 1000;

/** A route, and when it was read. */
interface KnownRoute {
  route: Route;
  since: Date;
}

/** What a process remembers of the calls before, so that the next one of the same webhook need not ask. */
export interface RouteCache {
  route(name: string): KnownRoute | undefined;
  /** Remembers the route of a call that was accepted; one whose calls need a closer look is not remembered. */
  keep(name: string, known: KnownRoute): void;
  forget(name: string): void;
  isUsedUp(userId: number): boolean;
  /** The owner's quota of today is used up: only a hint, which the table corrects. */
  usedUp(userId: number): void;
}

export const createRouteCache = (clock: Clock): RouteCache => {
  const routes = new Map<string, KnownRoute>();
  const usedUpOn = new Map<number, string>();
  return {
    route: (name) => {
      const known = routes.get(name);
      return known && clock().getTime() - known.since.getTime() < KNOWN_MS ? known : undefined;
    },
    keep: (name, known) => {
      const { answerHandshakes, duplicates } = known.route.intake;
      if (answerHandshakes || duplicates !== 'off' || known.route.validUntil !== undefined) return;
      remember(routes, name, known, MOST);
    },
    forget: (name) => void routes.delete(name),
    isUsedUp: (userId) => usedUpOn.get(userId) === utcDay(clock()),
    usedUp: (userId) => remember(usedUpOn, userId, utcDay(clock()), MOST),
  };
};
