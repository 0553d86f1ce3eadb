import { expect, it } from 'vitest';
import type { Table } from '../../../lambdas/adapters/dynamodb/table.ts';
import { floodGate } from '../../../lambdas/http/flood-gate.ts';
import { createRouteCache } from '../../../lambdas/invocations/route-cache.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { dropLog } from '../../support/log.ts';
import { tableStandIn } from '../../support/tables.ts';
import { anAccount } from './account.ts';

dropLog();
const standIn = tableStandIn();

const WRITES = ['PutCommand', 'UpdateCommand', 'BatchWriteCommand', 'DeleteCommand', 'TransactWriteCommand'];

/** The table with a counter of its writes. */
const counted = (table: Table) => {
  const counts = { writes: 0 };
  const client = new Proxy(table.client, {
    get: (of, name) => {
      if (name !== 'send') return Reflect.get(of, name);
      return (command: Parameters<typeof of.send>[0]) => {
        if (WRITES.includes(command.constructor.name)) counts.writes += 1;
        return of.send(command);
      };
    },
  });
  return { counts, table: { ...table, client } };
};

it('costs a process at most 280 writes for 10,000 calls a minute to a Free account', async () => {
  const { counts, table } = counted(await standIn.another());
  const account = await anAccount(table);
  const { clock } = account;
  const gate = floodGate(() => clock().getTime());
  Object.assign(account.ports, { routeCache: createRouteCache(clock) });
  const caller = { route: 'route-1-11', ip: '203.0.113.7', body: Buffer.from('{}') };
  counts.writes = 0;
  const answers: Record<string, number> = {};
  for (let made = 0; made < 10_000; made++) {
    clock.advance(0.005);
    let answer = 'accepted';
    try {
      gate.enter(caller);
      await account.call();
      gate.leave(caller);
    } catch (error) {
      gate.leave(caller, error);
      answer = error instanceof AppError ? error.code : 'failed';
    }
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  expect(answers).toEqual({ accepted: 100, 'quota-exceeded': 9900 });
  expect(counts.writes).toBeGreaterThan(200);
  expect(counts.writes).toBeLessThanOrEqual(280);
}, 60_000);
