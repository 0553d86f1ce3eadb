import type { RouteName } from '#contract/routes';
import type { Throttle } from '../accounts/limits.ts';
import { type Clock, secondsUntil, windowAt } from '../platform/clock.ts';
import { tooManyCalls } from '../platform/errors.ts';
import type { LimitStore } from '../platform/limit-store.ts';
import type { Caller } from './handler.ts';

/**
 * Limits the requests of one user to expensive routes, in fixed windows. Routes without a limit are not counted. The
 * returned function throws AppError('throttled') with the seconds left in the window.
 */
export const routeThrottle =
  (throttles: Partial<Record<RouteName, Throttle>>, store: LimitStore, clock: Clock) =>
  async (route: RouteName, { userId }: Caller): Promise<void> => {
    const throttle = throttles[route];
    if (!throttle) return;
    const now = clock();
    const { start, end, forgetAt } = windowAt(now, throttle.windowSeconds);
    if (await store.take(`${route}|${userId}`, start, throttle.limit, forgetAt)) return;
    throw tooManyCalls(secondsUntil(end, now));
  };
