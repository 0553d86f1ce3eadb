import { afterAll, beforeAll } from 'vitest';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { startTable, type TestTable } from './dynamodb.ts';

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
