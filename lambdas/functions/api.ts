import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { throttle } from '../accounts/limits.ts';
import { memberVerifier } from '../accounts/team/workspaces.ts';
import { keyVerifier } from '../accounts/verify-key.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { apiKeyStore } from '../adapters/dynamodb/api-key-store.ts';
import { callFinder } from '../adapters/dynamodb/call-finder.ts';
import { changeStore } from '../adapters/dynamodb/change-store.ts';
import { codeStore } from '../adapters/dynamodb/code-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../adapters/dynamodb/deduplication-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { failingTargets } from '../adapters/dynamodb/failing-targets.ts';
import { heldStore } from '../adapters/dynamodb/held-store.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { matterStore } from '../adapters/dynamodb/matter-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../adapters/dynamodb/owner-reader.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { rejectionStore } from '../adapters/dynamodb/rejection-store.ts';
import { replayStore } from '../adapters/dynamodb/replay-store.ts';
import { routeReader } from '../adapters/dynamodb/route-reader.ts';
import { sampleStore } from '../adapters/dynamodb/sample-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { teamStore } from '../adapters/dynamodb/team-store.ts';
import { watchStore } from '../adapters/dynamodb/watch-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { sqsLanes } from '../adapters/lanes.ts';
import { mailVariable, sesMailer } from '../adapters/mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { tokenVerifier } from '../adapters/token-verifier.ts';
import { resumeTarget } from '../dispatches/lane/wake-up.ts';
import { httpApi } from '../http/http-api.ts';
import { routeThrottle } from '../http/route-throttle.ts';
import { dispatchRoutes } from '../http/routes/dispatches.ts';
import { invocationRoutes } from '../http/routes/invocations.ts';
import { overviewRoutes } from '../http/routes/overview.ts';
import { sampleRoutes } from '../http/routes/samples.ts';
import { targetRoutes } from '../http/routes/targets.ts';
import { templateRoutes } from '../http/routes/templates.ts';
import { verificationRoutes } from '../http/routes/verification.ts';
import { webhookRoutes } from '../http/routes/webhooks.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { dropNoticeTarget } from '../mail/notice-choice.ts';
import { withSuppressionList } from '../mail/suppression.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { hostsOf, jsonVariable, loadConfig } from '../platform/config.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { detachTarget } from '../webhooks/detach-target.ts';

const config = loadConfig(
  [
    'TABLE_NAME',
    'LANES_QUEUE_URL',
    'APP_URL',
    'INVOKE_URL',
    'SEALING_SECRET_ARN',
    'PROVIDERS_SECRET_ARN',
    'EDGE_SECRET_ARN',
  ],
  {
    PLANS: jsonVariable(plansSchema),
    MAIL: mailVariable,
    PROVIDER_LINKS: linksVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
    THROTTLES: jsonVariable(
      z.object({ sandboxPerUser: throttle, searchPerUser: throttle, testPerUser: throttle, callsPerCaller: rate }),
    ),
  },
);
const renderer = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs'), keepsRenderer: false });
// Start a renderer early, so an alarm fires even before the first render if templates cannot be rendered here.
void setTimeout(1000, undefined, { ref: false }).then(() => renderer.warm());

const { APP_URL: appUrl, MAIL, PLANS: plans, PROVIDER_LINKS: links } = config;
const ownHosts = hostsOf(config);
const table = openTable(config.TABLE_NAME);
const limits = limitStore(table);
const webhooks = webhookStore(table, clock);
const targets = targetStore(table);
const references = providerReferenceStore(table);
const apiKeys = apiKeyStore(table);
const samples = sampleStore(table);
const changes = changeStore(table);
const consents = consentStore(table);
const lanes = laneStore(table);
const laneQueue = sqsLanes(config.LANES_QUEUE_URL);
const secrets = secretsManager(clock);
const readCredentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const readSealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));
const choices = noticeChoiceStore(table);
const onDetach = async (userId: number, targetId: number) => {
  await detachTarget(userId, targetId, { webhooks });
  await dropNoticeTarget(userId, targetId, choices);
};
const onResume = (userId: number, targetId: number) =>
  resumeTarget(userId, targetId, { laneStore: lanes, laneQueue, clock });
const services = {
  clock,
  renderer,
  appUrl,
  plans,
  links,
  ownHosts,
  http: createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP, ownHosts }),
  mail: withSuppressionList(sesMailer(MAIL), {
    suppressions: suppressionStore(table),
    operator: MAIL.operator,
    clock,
  }),
  limitStore: limits,
  owners: ownerReader(table),
  choices,
  outbox: ownerNoticeStore(table),
  counters: countersStore(table),
  readSealer,
  operatorSecrets: async () => ({ credentials: await readCredentials(), sealer: await readSealer() }),
  consent: mailboxConsent(consents, { clock, appUrl }),
  accounts: accountStore(table),
  apiKeys,
  changes,
  webhooks,
  samples,
  detachTarget: onDetach,
  deleteWebhook: (userId: number, webhookId: number) => deleteWebhook(userId, webhookId, { webhooks, samples }),
  routes: routeReader(table, clock),
  invocations: invocationStore(table),
  heldCalls: heldStore(table),
  callFinder: callFinder(table),
  matters: matterStore(table),
  watches: watchStore(table),
  rejections: rejectionStore(table),
  deduplication: deduplicationStore(table),
  targets,
  codes: codeStore(table),
  references,
  failingTargets: failingTargets(table),
  laneQueue,
  laneStore: lanes,
  dispatches: dispatchStore(table, parseTarget),
  replayStore: replayStore(table),
  resumeTarget: onResume,
  resumeReviewed: async (userId: number) => {
    const verbs = await import('../targets/review.ts');
    for (const id of await verbs.resumeReviewed(userId, { targets, clock })) await onResume(userId, id);
  },
  deleteTarget: async (userId: number, targetId: number) => {
    const verbs = await import('../targets/verbs.ts');
    await verbs.deleteTarget(userId, targetId, { targets, references, detachTarget: onDetach, clock });
    await onResume(userId, targetId);
  },
};

const { sandboxPerUser, searchPerUser, testPerUser } = config.THROTTLES;
const rateLimits = {
  renderTemplate: sandboxPerUser,
  searchInvocations: searchPerUser,
  getWebhookStats: searchPerUser,
  checkVerification: searchPerUser,
  previewRouting: searchPerUser,
  testTarget: testPerUser,
};

/** Handles signed-in requests about webhooks, targets, invocations and templates. */
export const handler = httpApi({
  appUrl,
  verifyAccessToken: tokenVerifier(table, appUrl, clock),
  verifyKey: keyVerifier(apiKeys, clock),
  verifyMember: memberVerifier({ teams: teamStore(table), plans, clock }),
  edgeKeys: secrets.versions(config.EDGE_SECRET_ARN),
  service: 'api',
  audit: { changes, clock },
  rateLimits,
  pace: config.THROTTLES.callsPerCaller,
  throttle: routeThrottle(rateLimits, limits, clock),
  handlers: {
    ...webhookRoutes(services),
    ...verificationRoutes(services),
    ...invocationRoutes(services),
    ...sampleRoutes(services),
    ...dispatchRoutes(services),
    ...targetRoutes(services),
    ...overviewRoutes(services),
    ...templateRoutes(services),
    // Loaded on request, so no other request waits for it.
    getOpenApi: async () => (await import('../contract/openapi/document.ts')).openApiDocument(),
  },
});
