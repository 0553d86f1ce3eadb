import { afterAll, beforeAll } from 'vitest';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { startTable, type TestTable } from './dynamodb.ts';
import { aTarget } from './in-memory.ts';

/** DynamoDB Local, which may play the table as well, takes a busy machine many seconds to start. */
const START_LIMIT_MS = 60_000;

/** Called once by a test file or a `describe`: the DynamoDB stand-in for its time. */
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
    /** Where the stand-in listens, for code that makes its own client. */
    get endpoint(): string {
      return standIn.endpoint;
    },
    /** An empty one. */
    another: () => standIn.another(),
  };
};

/** Stores active targets of a user whose profile is there, so that webhooks can be created that have them. */
export const storeTargets = async (table: Table, userId = 1, ids = [21]): Promise<void> => {
  for (const id of ids) await targetStore(table).insert(aTarget({ id, userId }), null);
};
