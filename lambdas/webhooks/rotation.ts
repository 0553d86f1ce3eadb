import type { OldRoute, Webhook } from '../model/webhook.ts';
import { secondsAfter } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Maximum number of previous URLs that still accept calls. All of them are rewritten with every change of their
 * webhook.
 */
export const MAX_OLD_ROUTES = 3;

/** Returns all URLs of a webhook, including expired ones. */
export const routesOf = ({ route, oldRoutes }: Pick<Webhook, 'route' | 'oldRoutes'>): string[] => [
  route,
  ...oldRoutes.map((old) => old.route),
];

/** Returns the previous URLs that still accept calls, oldest first. */
export const validOldRoutes = ({ oldRoutes }: Pick<Webhook, 'oldRoutes'>, now: Date): OldRoute[] =>
  oldRoutes.filter(({ until }) => new Date(until) > now);

/**
 * Returns the webhook with a new URL. The current one stays valid for `oldValidHours`, and earlier ones until their own
 * expiry. With 0 hours, all of them expire immediately.
 * @throws AppError('rotation-limit-reached') if too many previous URLs still accept calls
 */
export const rotated = (webhook: Webhook, route: string, oldValidHours: number, now: Date): Webhook => {
  if (oldValidHours <= 0) return { ...webhook, route, oldRoutes: [] };
  const valid = validOldRoutes(webhook, now);
  const [first] = valid;
  if (first && valid.length >= MAX_OLD_ROUTES)
    throw new AppError(
      'rotation-limit-reached',
      `This webhook already has ${MAX_OLD_ROUTES} old URLs, the maximum. Change the URL again after ${first.until}, or disable all old URLs now.`,
    );
  const until = secondsAfter(now, oldValidHours * 3600).toISOString();
  return { ...webhook, route, oldRoutes: [...valid, { route: webhook.route, until }] };
};
