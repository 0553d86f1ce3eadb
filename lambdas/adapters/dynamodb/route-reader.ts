import type { RouteReader } from '../../model/invocation-ports.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { getItem, type Table } from './table.ts';
import { parseRoute } from './webhook-item.ts';

/** Looks up a route. If it is not found, a consistent read follows, so a webhook works right after its creation. */
export const routeReader = (table: Table, clock: Clock = systemClock): RouteReader => ({
  byRoute: async (route) => {
    const get = async (ConsistentRead: boolean) =>
      (await getItem(table, { Key: key.route(route), ConsistentRead })).Item;
    const item = (await get(false)) ?? (await get(true));
    const found = item && parseRoute(item);
    // A previous URL that has expired is treated as unknown.
    return found?.validUntil !== undefined && new Date(found.validUntil) <= clock() ? undefined : found;
  },
});
