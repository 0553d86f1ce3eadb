import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { throttle } from './accounts/limits.ts';
import { accountStore } from './adapters/dynamodb/account-store.ts';
import { callFinder } from './adapters/dynamodb/call-finder.ts';
import { codeStore } from './adapters/dynamodb/code-store.ts';
import { consentStore } from './adapters/dynamodb/consent-store.ts';
import { countersStore } from './adapters/dynamodb/counters-store.ts';
import { dispatchStore } from './adapters/dynamodb/dispatch-store.ts';
import { invocationStore } from './adapters/dynamodb/invocation-store.ts';
import { laneStore } from './adapters/dynamodb/lane-store.ts';
import { limitStore } from './adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from './adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from './adapters/dynamodb/owner-notice-store.ts';
import { providerReferenceStore } from './adapters/dynamodb/provider-reference-store.ts';
import { replayStore } from './adapters/dynamodb/replay-store.ts';
import { routeReader } from './adapters/dynamodb/route-reader.ts';
import { seenStore } from './adapters/dynamodb/seen-store.ts';
import { ownerReader, standingReader } from './adapters/dynamodb/standing-reader.ts';
import { openTable } from './adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from './adapters/dynamodb/target-store.ts';
import { webhookStore } from './adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from './adapters/http-client.ts';
import { sqsLanes } from './adapters/lanes.ts';
import { mailVariable } from './adapters/mailer.ts';
import { productMailer } from './adapters/product-mailer.ts';
import { sealerOf } from './adapters/sealing.ts';
import { secretsManager } from './adapters/secrets.ts';
import { tokenVerifier } from './adapters/token-verifier.ts';
import { giveUpDispatch, retryNow, sendAgain, sendInvocationAgain } from './dispatches/control.ts';
import { listDispatches } from './dispatches/read-dispatches.ts';
import { countReplay, getReplay, startReplay } from './dispatches/replay.ts';
import { replayFilterOf, replayToWire } from './dispatches/replay-wire.ts';
import { resumeTarget } from './dispatches/wake-up.ts';
import { reply } from './http/handler.ts';
import { httpApi } from './http/http-api.ts';
import { routeThrottle } from './http/route-throttle.ts';
import { stateCookies } from './http/state-cookie.ts';
import { getInvocation, listInvocations } from './invocations/read-invocations.ts';
import { searchInvocations } from './invocations/search-invocations.ts';
import { sendTestCall } from './invocations/send-test-call.ts';
import { invocationFilterOf, searchResultToWire, statsToWire } from './invocations/watch-wire.ts';
import { webhookStats } from './invocations/webhook-stats.ts';
import { mailboxConsent } from './mail/consent.ts';
import { plansSchema } from './plans/plans.ts';
import { systemClock } from './platform/clock.ts';
import { hostsOf, jsonVariable, loadConfig, variables } from './platform/config.ts';
import { rate } from './platform/token-buckets.ts';
import { linksVariable, providerCredentials } from './targets/credentials.ts';
import { renderSandboxed } from './templates/render-sandboxed.ts';
import { createSandbox } from './templates/sandbox/sandbox.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { detachTarget } from './webhooks/detach-target.ts';
import { getWebhook, listWebhooks } from './webhooks/read-webhooks.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { fieldsOf, newWebhookFields } from './webhooks/wire-fields.ts';

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
const standings = standingReader(table);
const sandbox = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs'), keepsRenderer: false });
// Proves that templates can be rendered here, without anybody waiting for it; otherwise an alarm rings.
void setTimeout(1000, undefined, { ref: false }).then(() => sandbox.warm());

const webhookPorts = { webhooks, targets, accounts: standings, counters, plans: config.PLANS, clock };
const overviewPorts = {
  ...webhookPorts,
  accounts: accountStore(table),
  choices: noticeChoiceStore(table),
};
const invocationPorts = { webhooks, invocations, finder: callFinder(table), clock };
const laneStates = laneStore(table);
const lanes = sqsLanes(config.LANES_QUEUE_URL);
const dispatches = dispatchStore(table, parseTarget);
const wakeUpPorts = { laneStore: laneStates, lanes, clock };
const controlPorts = {
  ...wakeUpPorts,
  dispatches,
  invocations,
  targets,
  replays: counters,
  accounts: standings,
  plans: config.PLANS,
};
const replayPorts = { ...controlPorts, webhooks, calls: invocations, replayStore: replayStore(table) };
const testCallPorts = {
  webhooks,
  routes: routeReader(table),
  quota: counters,
  invocations,
  lanes,
  outbox: ownerNoticeStore(table),
  seen: seenStore(table),
  plans: config.PLANS,
  clock,
};
const dispatchPorts = { laneStore: laneStates, dispatches, targets, invocations, clock };
const outside = {
  http: createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP, ownHosts: hostsOf(config) }),
  mail: productMailer(config.MAIL, table, systemClock),
  consent: mailboxConsent(consentStore(table), { clock, appUrl: config.APP_URL }),
  now: clock,
  appUrl: config.APP_URL,
  links: config.PROVIDER_LINKS,
  ownHosts: hostsOf(config),
};

const targetVerbs = () => import('./targets/verbs.ts');

/** What the verbs of the targets need; the operator's secrets are read when they are first used. */
const targetPorts = async () => ({
  ...outside,
  credentials: await credentials(),
  sealer: await sealer(),
  targets,
  codes: codeStore(table),
  references: providerReferenceStore(table),
  accounts: ownerReader(table),
  webhooks: {
    list: webhooks.list,
    detachTarget: (userId: number, targetId: number) => detachTarget(userId, targetId, webhookPorts),
  },
  counts: counters,
  plans: config.PLANS,
});

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
    createWebhook: async ({ caller, request }) => {
      const { id, route } = await createWebhook(caller.userId, newWebhookFields(request), webhookPorts);
      return reply({ webhook_id: id, route }, { headers: { location: `/api/webhook/${id}` } });
    },
    listWebhooks: ({ caller }) => listWebhooks(caller.userId, webhookPorts),
    getWebhook: ({ caller, params }) => getWebhook(caller.userId, params.id, webhookPorts),
    updateWebhook: ({ caller, params, request }) =>
      updateWebhook(caller.userId, params.id, fieldsOf(request), webhookPorts),
    deleteWebhook: ({ caller, params }) => deleteWebhook(caller.userId, params.id, webhookPorts),

    listInvocations: async ({ caller, params, query }) => {
      const { items, cursor } = await listInvocations(caller.userId, params.id, query, invocationPorts);
      return reply(items, cursor ? { headers: { 'x-next-cursor': cursor } } : {});
    },
    searchInvocations: async ({ caller, params, query }) =>
      searchResultToWire(await searchInvocations(caller.userId, params.id, invocationFilterOf(query), invocationPorts)),
    getWebhookStats: async ({ caller, params }) =>
      statsToWire(await webhookStats(caller.userId, params.id, invocationPorts)),
    testWebhook: async ({ caller, params, request }) => {
      const { sample, body = '' } = request;
      const tested = await sendTestCall(
        caller.userId,
        params.id,
        sample === undefined ? { body } : { sample },
        caller.ip,
        testCallPorts,
      );
      return reply(tested, 'id' in tested ? { headers: { location: `/api/invocation/${tested.id}` } } : {});
    },
    getInvocation: ({ caller, params }) => getInvocation(caller.userId, params.id, invocationPorts),
    listDispatches: ({ caller, params, query }) => listDispatches(caller.userId, params.id, query, dispatchPorts),

    replayInvocation: ({ caller, params, request }) =>
      sendInvocationAgain(caller.userId, params.id, request.target_ids, controlPorts),
    retryDispatch: ({ caller, params }) => retryNow(caller.userId, params.id, controlPorts),
    giveUpDispatch: ({ caller, params }) => giveUpDispatch(caller.userId, params.id, controlPorts),
    replayDispatch: ({ caller, params }) => sendAgain(caller.userId, params.id, controlPorts),
    countReplay: async ({ caller, params, request }) => {
      const found = await countReplay(caller.userId, params.id, replayFilterOf(request), replayPorts);
      return { messages: found.messages, left_today: found.leftToday };
    },
    startReplay: async ({ caller, params, request }) => {
      const replay = await startReplay(caller.userId, params.id, replayFilterOf(request), replayPorts);
      return reply(replayToWire(replay), { headers: { location: `/api/replay/${replay.id}` } });
    },
    getReplay: async ({ caller, params }) => replayToWire(await getReplay(caller.userId, params.id, replayPorts)),

    answerReview: async ({ caller, params, request }) => {
      const { answerReview } = await import('./accounts/answer-review.ts');
      await answerReview(params.id, request.keep, caller.userId, {
        accounts: overviewPorts.accounts,
        webhooks,
        targets,
        release: async (userId) => {
          const { releaseReviewed } = await import('./targets/review.ts');
          for (const id of await releaseReviewed(userId, { targets, clock }))
            await resumeTarget(userId, id, wakeUpPorts);
        },
        deleteWebhook: (userId, id) => deleteWebhook(userId, id, webhookPorts),
        deleteTarget: async (userId, id) => {
          await (await targetVerbs()).deleteTarget(userId, id, await targetPorts());
          await resumeTarget(userId, id, wakeUpPorts);
        },
      });
    },

    getOverview: async ({ caller }) =>
      (await import('./accounts/read-overview.ts')).readOverview(caller.userId, overviewPorts),

    listTargets: async ({ caller }) => (await targetVerbs()).listTargets(caller.userId, await targetPorts()),
    createTarget: async ({ caller, request }) => {
      const { createTarget } = await targetVerbs();
      const target = await createTarget(caller.userId, request, await targetPorts());
      return reply(target, { headers: { location: `/api/targets/${target.id}` }, ...stateCookies(target) });
    },
    listTargetKinds: async () => (await targetVerbs()).listTargetKinds(await credentials()),
    getTarget: async ({ caller, params }) => {
      const target = await (await targetVerbs()).getTarget(caller.userId, params.id, await targetPorts());
      return reply(target, stateCookies(target));
    },
    updateTarget: async ({ caller, params, request }) => {
      const { updateTarget } = await targetVerbs();
      const target = await updateTarget(caller.userId, params.id, request, await targetPorts());
      if (target.status === 'active') await resumeTarget(caller.userId, params.id, wakeUpPorts);
      return reply(target, stateCookies(target));
    },
    deleteTarget: async ({ caller, params }) => {
      const { deleteTarget } = await targetVerbs();
      await deleteTarget(caller.userId, params.id, await targetPorts());
      await resumeTarget(caller.userId, params.id, wakeUpPorts);
    },
    testTarget: async ({ caller, params }) =>
      (await targetVerbs()).sendTest(caller.userId, params.id, await targetPorts()),

    renderTemplate: ({ caller, request }) => renderSandboxed(caller.userId, request, sandbox),

    // Made when somebody asks for it, so that no other call waits for it.
    getOpenApi: async () => (await import('./contract/openapi/document.ts')).openApiDocument(),
  },
});
