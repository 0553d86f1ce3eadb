import type { Route } from '../model/invocation-ports.ts';
import { setBounded } from '../platform/bounded-map.ts';
import { type Clock, utcDay } from '../platform/clock.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';

const KNOWN_MS = 60_000;

/** Maximum number of routes, and of used-up quotas, in a process's cache. */
const MOST = 1000;

/**
 * Rate at which unverified calls cause a new read of their route. A service whose secret has just changed is thus
 * accepted soon, and a flood costs only one read every two seconds.
 */
const REREADS: Rate = { perSecond: 0.5, burst: 30 };

/** A route and the time at which it was read. */
interface KnownRoute {
  route: Route;
  since: Date;
}

/** A process's cache of routes, so the next call of the same webhook needs no read. */
export interface RouteCache {
  /** Returns a cached route if it is enough to accept a call. */
  route(name: string): KnownRoute | undefined;
  keep(name: string, known: KnownRoute): void;
  /** Caches the route after an unverified call, and counts that call. */
  keepRefusing(name: string, known: KnownRoute): void;
  /**
   * Returns the cached route if unverified calls can now be rejected without a read, and the seconds until the next
   * read.
   */
  flooded(name: string): { route: Route; retryAfterSeconds: number } | undefined;
  forget(name: string): void;
  isUsedUp(userId: number): boolean;
  /** Records that the owner's quota of today is used up. This is only a hint; the table decides. */
  usedUp(userId: number): void;
}

/**
 * True if a cached route is enough to accept a call. Duplicates, URL verification requests and expiring URLs need a
 * read.
 */
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
  const keep = (name: string, known: KnownRoute) => setBounded(routes, name, known, MOST);
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
    usedUp: (userId) => setBounded(usedUpOn, userId, utcDay(clock()), MOST),
  };
};
