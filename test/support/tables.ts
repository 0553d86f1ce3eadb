import { afterAll, beforeAll } from 'vitest';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { startTable, type TestTable } from './dynamodb.ts';
import { aTarget } from './in-memory.ts';

/** DynamoDB Local, an alternative stand-in for the table, takes many seconds to start on a busy machine. */
const START_LIMIT_MS = 60_000;

/** Starts the DynamoDB stand-in for the duration of a test file or a `describe`. Call it once. */
export const tableStandIn = () => {
  let standIn: TestTable;
  beforeAll(async () => {
    standIn = await startTable();
  }, START_LIMIT_MS);
  afterAll(() => standIn?.stop());
  return {
    /** The table that all tests of the file share. */
    get table(): Table {
      return standIn.table;
    },
    /** The stand-in's address, for code that creates its own client. */
    get endpoint(): string {
      return standIn.endpoint;
    },
    /** Creates an empty table. */
    another: () => standIn.another(),
    /** Creates a table with the same items. */
    copyOf: (original: Table) => standIn.copyOf(original),
  };
};

/** Stores a user's profile and active targets, so webhooks can be created with them. */
export const storeTargets = async (table: Table, userId = 1, ids = [21]): Promise<void> => {
  for (const id of ids) await targetStore(table).insert(aTarget({ id, userId }), null);
};
