import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget } from '../adapters/dynamodb/target-store.ts';
import { undecidedFinder } from '../adapters/dynamodb/undecided-finder.ts';
import { reconcile } from '../dispatches/recovery/reconcile.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { timeSlice } from '../platform/time-slice.ts';

const { TABLE_NAME } = loadConfig({ TABLE_NAME: variables.TABLE_NAME }, process.env);
const table = openTable(TABLE_NAME);
const dispatches = dispatchStore(table, parseTarget);

/** A page takes a second or two; the function has 50 seconds. */
const SLICE_MS = 40_000;

/** Runs every minute. Continues the search for stuck calls for a limited time. */
export const handler = async (): Promise<void> => {
  await reconcile({ dispatches, undecidedFinder: undecidedFinder(table), clock, keepGoing: timeSlice(SLICE_MS) });
};
