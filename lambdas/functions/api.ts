import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { throttle } from '../accounts/limits.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { callFinder } from '../adapters/dynamodb/call-finder.ts';
import { codeStore } from '../adapters/dynamodb/code-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../adapters/dynamodb/deduplication-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { heldTargets } from '../adapters/dynamodb/held-targets.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../adapters/dynamodb/owner-reader.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { replayStore } from '../adapters/dynamodb/replay-store.ts';
import { routeReader } from '../adapters/dynamodb/route-reader.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { sqsLanes } from '../adapters/lanes.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { productMailer } from '../adapters/product-mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { tokenVerifier } from '../adapters/token-verifier.ts';
import { resumeTarget } from '../dispatches/lane/wake-up.ts';
import { httpApi } from '../http/http-api.ts';
import { routeThrottle } from '../http/route-throttle.ts';
import { dispatchRoutes } from '../http/routes/dispatches.ts';
import { invocationRoutes } from '../http/routes/invocations.ts';
import { overviewRoutes } from '../http/routes/overview.ts';
import { targetRoutes } from '../http/routes/targets.ts';
import { templateRoutes } from '../http/routes/templates.ts';
import { webhookRoutes } from '../http/routes/webhooks.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { plansSchema } from '../plans/plans.ts';
import { systemClock } from '../platform/clock.ts';
import { hostsOf, jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { detachTarget } from '../webhooks/detach-target.ts';

const { TABLE_NAME, LANES_QUEUE_URL, APP_URL, INVOKE_URL, SEALING_SECRET_ARN, PROVIDERS_SECRET_ARN, EDGE_SECRET_ARN } =
  variables;
const config = loadConfig(
  {
    TABLE_NAME,
    LANES_QUEUE_URL,
    PLANS: jsonVariable(plansSchema),
    APP_URL,
    INVOKE_URL,
    SEALING_SECRET_ARN,
    PROVIDERS_SECRET_ARN,
    EDGE_SECRET_ARN,
    MAIL: mailVariable,
    PROVIDER_LINKS: linksVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
    THROTTLES: jsonVariable(
      z.object({ sandboxPerUser: throttle, searchPerUser: throttle, testPerUser: throttle, callsPerCaller: rate }),
    ),
  },
  process.env,
);
const clock = systemClock;
const table = openTable(config.TABLE_NAME);
const secrets = secretsManager();
const credentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const sealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));

const webhooks = webhookStore(table);
const targets = targetStore(table);
const counters = countersStore(table);
const invocations = invocationStore(table);
const owners = ownerReader(table);
const sandbox = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs'), keepsRenderer: false });
// Proves that templates can be rendered here, without anybody waiting for it; otherwise an alarm rings.
void setTimeout(1000, undefined, { ref: false }).then(() => sandbox.warm());

const webhookPorts = { webhooks, targets, owners, counters, plans: config.PLANS, clock };
const laneStates = laneStore(table);
const lanes = sqsLanes(config.LANES_QUEUE_URL);
const wakeUpPorts = { laneStore: laneStates, lanes, clock };
const resume = (userId: number, targetId: number) => resumeTarget(userId, targetId, wakeUpPorts);
const invocationPorts = { webhooks, invocations, finder: callFinder(table), clock };
const testCallPorts = {
  webhooks,
  routes: routeReader(table),
  counters,
  invocations,
  lanes,
  outbox: ownerNoticeStore(table),
  deduplication: deduplicationStore(table),
  plans: config.PLANS,
  clock,
};
const dispatchPorts = {
  ...wakeUpPorts,
  dispatches: dispatchStore(table, parseTarget),
  invocations,
  targets,
  counters,
  owners,
  plans: config.PLANS,
  webhooks,
  replayStore: replayStore(table),
};
const outside = {
  http: createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP, ownHosts: hostsOf(config) }),
  mail: productMailer(config.MAIL, table, systemClock),
  consent: mailboxConsent(consentStore(table), { clock, appUrl: config.APP_URL }),
  clock,
  appUrl: config.APP_URL,
  links: config.PROVIDER_LINKS,
  ownHosts: hostsOf(config),
};

/** What the verbs of the targets need; the operator's secrets are read when they are first used. */
const targetPorts = async () => ({
  ...outside,
  credentials: await credentials(),
  sealer: await sealer(),
  targets,
  codes: codeStore(table),
  references: providerReferenceStore(table),
  owners,
  webhooks: {
    list: webhooks.list,
    detachTarget: (userId: number, targetId: number) => detachTarget(userId, targetId, webhookPorts),
  },
  counters,
  plans: config.PLANS,
});

const overviewPorts = {
  ...webhookPorts,
  accounts: accountStore(table),
  choices: noticeChoiceStore(table),
  held: heldTargets(table),
};
const reviewPorts = {
  accounts: overviewPorts.accounts,
  webhooks,
  targets,
  resume: async (userId: number) => {
    const { resumeReviewed } = await import('../targets/review.ts');
    for (const id of await resumeReviewed(userId, { targets, clock })) await resume(userId, id);
  },
  deleteWebhook: (userId: number, id: number) => deleteWebhook(userId, id, webhookPorts),
  deleteTarget: async (userId: number, id: number) => {
    const { deleteTarget } = await import('../targets/verbs.ts');
    await deleteTarget(userId, id, await targetPorts());
    await resume(userId, id);
  },
};

const { sandboxPerUser, searchPerUser, testPerUser } = config.THROTTLES;
const rateLimits = {
  renderTemplate: sandboxPerUser,
  searchInvocations: searchPerUser,
  getWebhookStats: searchPerUser,
  testTarget: testPerUser,
};

/** Answers signed-in calls about webhooks, targets, invocations and templates. */
export const handler = httpApi({
  service: 'api',
  appUrl: config.APP_URL,
  verifyAccessToken: tokenVerifier(table, config.APP_URL, clock),
  edgeKeys: secrets.versions(config.EDGE_SECRET_ARN),
  rateLimits,
  pace: config.THROTTLES.callsPerCaller,
  throttle: routeThrottle(rateLimits, limitStore(table), clock),
  handlers: {
    ...webhookRoutes(webhookPorts),
    ...invocationRoutes(invocationPorts, testCallPorts),
    ...dispatchRoutes(dispatchPorts),
    ...targetRoutes(targetPorts, resume),
    ...overviewRoutes(overviewPorts, reviewPorts),
    ...templateRoutes(sandbox),
    // Made when somebody asks for it, so that no other call waits for it.
    getOpenApi: async () => (await import('../contract/openapi/document.ts')).openApiDocument(),
  },
});
