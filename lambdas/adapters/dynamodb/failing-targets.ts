import type { FailingTargets } from '../../model/dispatch-ports.ts';
import { isClean } from '../../model/lane.ts';
import { within } from './keys.ts';
import { parseLane } from './lane-store.ts';
import { below, queryAll } from './query.ts';
import type { Table } from './table.ts';

/** Finds a user's targets with failing lanes. It usually costs half a read unit, because few lanes are stored. */
export const failingTargets = (table: Table): FailingTargets => ({
  list: async (userId) => {
    const lanes = (await queryAll(table, below(within.lanes(userId)))).map(parseLane);
    return lanes.filter((lane) => !isClean(lane));
  },
});
