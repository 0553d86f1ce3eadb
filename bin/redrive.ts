import { dispatchStore } from '../lambdas/adapters/dynamodb/dispatch-store.ts';
import { buriedIndex } from '../lambdas/adapters/dynamodb/due-index.ts';
import { invocationStore } from '../lambdas/adapters/dynamodb/invocation-store.ts';
import { openTable } from '../lambdas/adapters/dynamodb/table.ts';
import { parseTarget } from '../lambdas/adapters/dynamodb/target-store.ts';
import { sqsLanes } from '../lambdas/adapters/lanes.ts';
import { redrive } from '../lambdas/dispatches/redrive.ts';
import { systemClock } from '../lambdas/platform/clock.ts';
import { loadConfig, variables } from '../lambdas/platform/config.ts';

/**
 * `npm run redrive` sends again what was given up after crashes; see docs/runbook.md#dead-letters. TABLE_NAME and
 * LANES_QUEUE_URL as the sweeper has them, AWS credentials and region as for any AWS tool.
 */
const { TABLE_NAME, LANES_QUEUE_URL } = variables;
const config = loadConfig({ TABLE_NAME, LANES_QUEUE_URL }, process.env);
const table = openTable(config.TABLE_NAME);

const { queued, gone } = await redrive({
  buriedIndex: buriedIndex(table),
  invocations: invocationStore(table),
  dispatches: dispatchStore(table, parseTarget),
  lanes: sqsLanes(config.LANES_QUEUE_URL),
  clock: systemClock,
});
process.stdout.write(`${queued} messages queued again, ${gone} calls are gone\n`);
