import { parseArgs } from 'node:util';
import { countersStore } from '../lambdas/adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../lambdas/adapters/dynamodb/dispatch-store.ts';
import { deadLetterIndex } from '../lambdas/adapters/dynamodb/due-index.ts';
import { invocationStore } from '../lambdas/adapters/dynamodb/invocation-store.ts';
import { openTable } from '../lambdas/adapters/dynamodb/table.ts';
import { parseTarget } from '../lambdas/adapters/dynamodb/target-store.ts';
import { sqsLanes } from '../lambdas/adapters/lanes.ts';
import { redrive } from '../lambdas/dispatches/recovery/redrive.ts';
import { systemClock as clock } from '../lambdas/platform/clock.ts';
import { loadConfig } from '../lambdas/platform/config.ts';

/**
 * `npm run redrive` resends the dead letters: messages that failed after crashes; see docs/runbook.md#dead-letters. Set
 * TABLE_NAME and LANES_QUEUE_URL to the sweeper's values, and AWS credentials and region as for any AWS tool. `npm run
 * redrive -- --local http://localhost:3000` does the same for the local run at that address.
 */
const { values } = parseArgs({ options: { local: { type: 'string' } } });
if (values.local !== undefined) {
  const answer = await fetch(new URL('/__fakes/api/environment/sweeper', values.local));
  if (!answer.ok) throw new Error(`${values.local} is not a run of this machine.`);
  Object.assign(process.env, await answer.json());
}

const config = loadConfig(['TABLE_NAME', 'LANES_QUEUE_URL']);

const table = openTable(config.TABLE_NAME);
const { queued, gone } = await redrive({
  clock,
  counters: countersStore(table),
  invocations: invocationStore(table),
  laneQueue: sqsLanes(config.LANES_QUEUE_URL),
  dispatches: dispatchStore(table, parseTarget),
  deadLetterIndex: deadLetterIndex(table),
});
process.stdout.write(`${queued} messages queued again, ${gone} calls are gone\n`);
