import type { Route } from '../model/invocation-ports.ts';
import { type Clock, utcDay } from '../platform/clock.ts';
import { remember } from '../platform/remember.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';

/** Milliseconds for which a route is remembered. */
const KNOWN_MS = 60_000;

/** Routes and used-up quotas that a process remembers. */
const MOST = 1000;

/**
 * Unproven calls after which a route is read again. A service whose secret was changed a moment ago is accepted
 * immediately, and a flood costs a read every other second.
 */
const REREADS: Rate = { perSecond: 0.5, burst: 30 };

/** A route, and when it was read. */
interface KnownRoute {
  route: Route;
  since: Date;
}

/** A process's memory of earlier calls, so the next one of the same webhook needs no read. */
export interface RouteCache {
  /** A route with which calls can be accepted; undefined if its calls need a closer check. */
  route(name: string): KnownRoute | undefined;
  keep(name: string, known: KnownRoute): void;
  /** Remembers the route after an unverified call, and counts that call. */
  keepRefusing(name: string, known: KnownRoute): void;
  /** The route by which further such calls are rejected without a read, and the seconds until the next read. */
  flooded(name: string): { route: Route; retryAfterSeconds: number } | undefined;
  forget(name: string): void;
  isUsedUp(userId: number): boolean;
  /** The owner's quota of today is used up: only a hint, which the table corrects. */
  usedUp(userId: number): void;
}

/** Repeats, URL verification requests and the end of an address are looked up for each call. */
const isAcceptedBy = ({ route: { intake, validUntil } }: KnownRoute): boolean =>
  !intake.answerHandshakes && intake.duplicates === 'off' && validUntil === undefined;

export const createRouteCache = (clock: Clock): RouteCache => {
  const routes = new Map<string, KnownRoute>();
  const usedUpOn = new Map<number, string>();
  const rereads = tokenBuckets(REREADS, () => clock().getTime());
  const lately = (name: string) => {
    const known = routes.get(name);
    return known && clock().getTime() - known.since.getTime() < KNOWN_MS ? known : undefined;
  };
  const keep = (name: string, known: KnownRoute) => remember(routes, name, known, MOST);
  return {
    route: (name) => {
      const known = lately(name);
      return known && isAcceptedBy(known) ? known : undefined;
    },
    keep,
    keepRefusing: (name, known) => {
      keep(name, known);
      rereads.take(name);
    },
    flooded: (name) => {
      const known = lately(name);
      const retryAfterSeconds = known ? rereads.wait(name) : 0;
      return known && retryAfterSeconds > 0 ? { route: known.route, retryAfterSeconds } : undefined;
    },
    forget: (name) => void routes.delete(name),
    isUsedUp: (userId) => usedUpOn.get(userId) === utcDay(clock()),
    usedUp: (userId) => remember(usedUpOn, userId, utcDay(clock()), MOST),
  };
};
