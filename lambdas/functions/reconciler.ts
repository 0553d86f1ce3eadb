import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget } from '../adapters/dynamodb/target-store.ts';
import { undecidedFinder } from '../adapters/dynamodb/undecided-finder.ts';
import { reconcile } from '../dispatches/recovery/reconcile.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { timeSlice } from '../platform/time-slice.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const table = openTable(TABLE_NAME);
const dispatches = dispatchStore(table, parseTarget);

/**
 * Milliseconds in which a run starts new pages. A page takes up to two seconds, and the function times out after 50.
 */
const SLICE_MS = 40_000;

/** Searches for stuck calls. Runs every minute and stops after {@link SLICE_MS}. */
export const handler = async (): Promise<void> => {
  await reconcile({ dispatches, undecidedFinder: undecidedFinder(table), clock, keepGoing: timeSlice(SLICE_MS) });
};
