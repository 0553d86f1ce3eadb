import { countersStore } from './adapters/dynamodb/counters-store.ts';
import { invocationStore } from './adapters/dynamodb/invocation-store.ts';
import { ownerNoticeStore } from './adapters/dynamodb/owner-notice-store.ts';
import { routeReader } from './adapters/dynamodb/route-reader.ts';
import { openTable } from './adapters/dynamodb/table.ts';
import { sqsLanes } from './adapters/lanes.ts';
import { invokeHost } from './http/invoke-host.ts';
import { acceptCall } from './invocations/accept-call.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig, variables } from './platform/config.ts';

const { TABLE_NAME, LANES_QUEUE_URL, PLANS } = variables;
const config = loadConfig({ TABLE_NAME, LANES_QUEUE_URL, PLANS }, process.env);
const table = openTable(config.TABLE_NAME);

const ports = {
  routes: routeReader(table),
  quota: countersStore(table),
  invocations: invocationStore(table),
  lanes: sqsLanes(config.LANES_QUEUE_URL),
  outbox: ownerNoticeStore(table),
  plans: config.PLANS,
  clock: systemClock,
};

/** Stores a call and queues one dispatch per target. */
export const handler = invokeHost((call) => acceptCall(call, ports));
