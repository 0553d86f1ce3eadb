import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { throttle } from '../accounts/limits.ts';
import { hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable } from '../adapters/mailer.ts';
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
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable } from '../targets/credentials.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';
import { createServices } from './create-services.ts';
import { apiServices } from './services/api.ts';

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
const renderer = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs'), keepsRenderer: false });
// Proves that templates can be rendered here, without anybody waiting for it; otherwise an alarm rings.
void setTimeout(1000, undefined, { ref: false }).then(() => renderer.warm());

const services = createServices({ ...config, clock, renderer }, apiServices);

const { sandboxPerUser, searchPerUser, testPerUser } = config.THROTTLES;
const rateLimits = {
  renderTemplate: sandboxPerUser,
  searchInvocations: searchPerUser,
  getWebhookStats: searchPerUser,
  checkVerification: searchPerUser,
  previewRouting: searchPerUser,
  testTarget: testPerUser,
};

/** Answers signed-in calls about webhooks, targets, invocations and templates. */
export const handler = httpApi({
  appUrl: services.appUrl,
  verifyAccessToken: services.verifyAccessToken,
  verifyKey: services.verifyKey,
  edgeKeys: services.edgeKeys,
  service: 'api',
  rateLimits,
  pace: config.THROTTLES.callsPerCaller,
  throttle: routeThrottle(rateLimits, services.limitStore, clock),
  handlers: {
    ...webhookRoutes(services),
    ...verificationRoutes(services),
    ...invocationRoutes(services),
    ...sampleRoutes(services),
    ...dispatchRoutes(services),
    ...targetRoutes(services),
    ...overviewRoutes(services),
    ...templateRoutes(services),
    // Made when somebody asks for it, so that no other call waits for it.
    getOpenApi: async () => (await import('../contract/openapi/document.ts')).openApiDocument(),
  },
});
