import * as z from 'zod';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../adapters/dynamodb/deduplication-store.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { rejectionStore } from '../adapters/dynamodb/rejection-store.ts';
import { routeReader } from '../adapters/dynamodb/route-reader.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { sqsLanes } from '../adapters/lanes.ts';
import { createRouteCache } from '../invocations/route-cache.ts';
import { rejectionLog } from '../verification/rejection-log.ts';
// The SQS client is loaded at startup, because every accepted call queues messages.
import '../adapters/queue-client.ts';
import type { EdgeKeys } from '../http/client-address.ts';
import { floodGate } from '../http/flood-gate.ts';
import { invokeHost } from '../http/invoke-host.ts';
import { acceptCall } from '../invocations/accept-call.ts';
import type { VerifyingRoute } from '../invocations/admit-call.ts';
import { countHandshake } from '../invocations/handshake-limit.ts';
import type { IncomingCall } from '../model/invocation.ts';
import { plansSchema } from '../model/plans.ts';
import type { Sealer } from '../model/target-ports.ts';
import { verificationBinding } from '../model/verification.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';

// Set only in stages that have a distribution in front of the invoke host.
const EDGE_SECRET_ARN = variables.EDGE_SECRET_ARN.optional();
const PLANS = jsonVariable(plansSchema);
const OUTBOUND_HOST_MAP = z.string();
const own = { PLANS, OUTBOUND_HOST_MAP, EDGE_SECRET_ARN };
const config = loadConfig(['TABLE_NAME', 'LANES_QUEUE_URL', 'SEALING_SECRET_ARN'], own);
const table = openTable(config.TABLE_NAME);

/** The verification code and the key for the owners' secrets are loaded with the first call that needs verification. */
let judging: Promise<[typeof import('../verification/judge.ts'), () => Promise<Sealer>]> | undefined;
const readyToJudge = () => {
  judging ??= Promise.all([
    import('../verification/judge.ts'),
    Promise.all([import('../adapters/secrets.ts'), import('../adapters/sealing.ts')]).then(([secrets, sealing]) =>
      sealing.sealerOf(secrets.secretsManager(clock).text(config.SEALING_SECRET_ARN)),
    ),
  ]);
  return judging;
};
const openerOf =
  ({ userId, webhookId, verification: { sealed } }: VerifyingRoute, sealer: () => Promise<Sealer>) =>
  async () =>
    sealed === undefined ? {} : (await sealer()).open(sealed, verificationBinding(userId, webhookId));
const secretsOf = async (route: VerifyingRoute) => {
  const [{ knownSecrets }, sealer] = await readyToJudge();
  return knownSecrets(route.verification, openerOf(route, sealer));
};
const judge = async (route: VerifyingRoute, call: IncomingCall, now: Date) => {
  const [judgement, sealer] = await readyToJudge();
  const { userId, webhookId, verification } = route;
  // Needed once per webhook, and only for the one service that creates the secret itself. So it is loaded on use.
  const adopt = async (secret: string) => {
    const [{ adoptSecret }, { exchangeVerification }] = await Promise.all([
      import('../verification/adopt-secret.ts'),
      import('../adapters/dynamodb/exchange-verification.ts'),
    ]);
    const ports = { sealer: await sealer(), exchange: exchangeVerification(table, clock) };
    return adoptSecret({ userId, webhookId }, verification, secret, now, ports);
  };
  return judgement.judge(verification, call, openerOf(route, sealer), now, adopt);
};

const services = {
  clock,
  judge,
  secretsOf,
  plans: config.PLANS,
  limitStore: limitStore(table),
  outbox: ownerNoticeStore(table),
  counters: countersStore(table),
  routes: routeReader(table, clock),
  routeCache: createRouteCache(clock),
  invocations: invocationStore(table),
  deduplication: deduplicationStore(table),
  noteRejection: rejectionLog(rejectionStore(table), clock),
  laneQueue: sqsLanes(config.LANES_QUEUE_URL),
};

/** Opens the URL that confirms an SNS subscription. Loads the HTTP client on first use. */
const confirmSubscription = async (url: string): Promise<boolean> => {
  const { createOutboundHttp, hostMapVariable } = await import('../adapters/http-client.ts');
  const http = createOutboundHttp({ hostMap: hostMapVariable.parse(config.OUTBOUND_HOST_MAP), timeoutMs: 5000 });
  const hosts = [new URL(url).hostname];
  const answer = await http.send({ method: 'GET', url, allow: { hosts, ports: 'default' } });
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
};

/** The distribution's keys. Stages without a distribution do not load the code that reads them. */
const edgeKeysAt = (arn: string): EdgeKeys => {
  let keys: Promise<EdgeKeys> | undefined;
  return async () => {
    keys ??= import('../adapters/secrets.ts').then(({ secretsManager }) => secretsManager(clock).versions(arn));
    return (await keys)();
  };
};

const edge =
  config.EDGE_SECRET_ARN === undefined
    ? undefined
    : {
        keys: edgeKeysAt(config.EDGE_SECRET_ARN),
        host: new URL(loadConfig(['INVOKE_URL']).INVOKE_URL).host,
      };

/** Stores a call and queues one dispatch per target. */
export const handler = invokeHost(
  async (call) => {
    const result = await acceptCall(call, services);
    await countHandshake(call, result, services);
    return result;
  },
  confirmSubscription,
  floodGate(),
  edge,
);
