import * as z from 'zod';
import { challengeSettings } from '../accounts/challenge/settings.ts';
import { throttlesSchema } from '../accounts/limits.ts';
import { hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { httpApi } from '../http/http-api.ts';
import { accountRoutes } from '../http/routes/accounts.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable } from '../targets/credentials.ts';
import { createServices } from './create-services.ts';
import { accountsServices } from './services/accounts.ts';

const { TABLE_NAME, APP_URL, PROVIDERS_SECRET_ARN } = variables;
const arn = z.string().min(1);
const config = loadConfig(
  {
    TABLE_NAME,
    APP_URL,
    PLANS: jsonVariable(plansSchema),
    THROTTLES: jsonVariable(throttlesSchema.extend({ callsPerCaller: rate.optional() })),
    CHALLENGE: jsonVariable(challengeSettings),
    MAIL: mailVariable,
    SIGNING_SECRET_ARN: arn,
    CHALLENGE_SECRET_ARN: arn,
    EDGE_SECRET_ARN: arn,
    PROVIDERS_SECRET_ARN,
    PROVIDER_LINKS: linksVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
  process.env,
);
const services = createServices({ ...config, clock, ownHosts: [] }, accountsServices);
const { THROTTLES: throttles } = config;

/** Registration, sessions, passwords, the account itself, plans, the bot challenge and the contact form. */
export const handler = httpApi({
  appUrl: services.appUrl,
  verifyAccessToken: services.verifyAccessToken,
  edgeKeys: services.edgeKeys,
  service: 'accounts',
  handlers: accountRoutes(services),
  pace: throttles.callsPerCaller,
  rateLimits: {
    createChallenge: throttles.challengePerAddress,
    register: throttles.registerPerAddress,
    login: throttles.loginPerAddress,
    updateUser: throttles.loginPerAccount,
    requestPasswordReset: throttles.resetPerAddress,
    resetPassword: throttles.resetPerAddress,
    refreshToken: throttles.refreshPerAddress,
    createSubscriptionLink: throttles.subscriptionPerUser,
    cancelSubscription: throttles.subscriptionPerUser,
    resumeSubscription: throttles.subscriptionPerUser,
    startKeyRequest: throttles.keyRequestPerAddress,
    getKeyRequest: throttles.keyCodePerUser,
    answerKeyRequest: throttles.keyCodePerUser,
    sendContactMessage: throttles.contactPerAddress,
  },
});
