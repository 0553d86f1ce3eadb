import * as z from 'zod';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../adapters/dynamodb/deduplication-store.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { routeReader } from '../adapters/dynamodb/route-reader.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { sqsLanes } from '../adapters/lanes.ts';
// Each call queues messages, so it is loaded with the function and not with the first of them.
import '../adapters/queue-client.ts';
import type { EdgeKeys } from '../http/client-address.ts';
import { floodGate } from '../http/flood-gate.ts';
import { invokeHost } from '../http/invoke-host.ts';
import { acceptCall } from '../invocations/accept-call.ts';
import { countHandshake } from '../invocations/handshake-limit.ts';
import { createRouteCache } from '../invocations/route-cache.ts';
import { plansSchema } from '../plans/plans.ts';
import { systemClock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';

const { TABLE_NAME, LANES_QUEUE_URL } = variables;
// Only stages with a distribution before the invoke host have it.
const EDGE_SECRET_ARN = variables.EDGE_SECRET_ARN.optional();
const PLANS = jsonVariable(plansSchema);
const OUTBOUND_HOST_MAP = z.string();
const config = loadConfig({ TABLE_NAME, LANES_QUEUE_URL, PLANS, OUTBOUND_HOST_MAP, EDGE_SECRET_ARN }, process.env);
const table = openTable(config.TABLE_NAME);

const ports = {
  routes: routeReader(table),
  counters: countersStore(table),
  invocations: invocationStore(table),
  lanes: sqsLanes(config.LANES_QUEUE_URL),
  outbox: ownerNoticeStore(table),
  deduplication: deduplicationStore(table),
  plans: config.PLANS,
  clock: systemClock,
  routeCache: createRouteCache(systemClock),
};

const handshakePorts = { limits: limitStore(table), clock: systemClock };

/** Opens the URL by which SNS confirms a subscription. What it takes is loaded when the first one comes. */
const confirmSubscription = async (url: string): Promise<boolean> => {
  const { createOutboundHttp, hostMapVariable } = await import('../adapters/http-client.ts');
  const http = createOutboundHttp({ hostMap: hostMapVariable.parse(config.OUTBOUND_HOST_MAP), timeoutMs: 5000 });
  const hosts = [new URL(url).hostname];
  const answer = await http.send({ method: 'GET', url, allow: { hosts, ports: 'default' } });
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
};

/** The keys of the distribution; stages without one do not load what reads them. */
const edgeKeysAt = (arn: string): EdgeKeys => {
  let keys: Promise<EdgeKeys> | undefined;
  return async () => {
    keys ??= import('../adapters/secrets.ts').then(({ secretsManager }) => secretsManager(systemClock).versions(arn));
    return (await keys)();
  };
};

const edge =
  config.EDGE_SECRET_ARN === undefined
    ? undefined
    : {
        keys: edgeKeysAt(config.EDGE_SECRET_ARN),
        host: new URL(loadConfig({ INVOKE_URL: variables.INVOKE_URL }, process.env).INVOKE_URL).host,
      };

/** Stores a call and queues one dispatch per target. */
export const handler = invokeHost(
  async (call) => {
    const result = await acceptCall(call, ports);
    await countHandshake(call, result, handshakePorts);
    return result;
  },
  confirmSubscription,
  floodGate(),
  edge,
);
