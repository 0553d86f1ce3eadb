import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { createChallenge } from '../accounts/challenge/proof-of-work.ts';
import { challengeSettings } from '../accounts/challenge/settings.ts';
import { limits, throttlesSchema } from '../accounts/limits.ts';
import { argon2Hasher } from '../accounts/password-hash.ts';
import { challengeVerifier } from '../adapters/challenge-verifier.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../adapters/dynamodb/deletion-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { resetTokenStore } from '../adapters/dynamodb/reset-token-store.ts';
import { sessionStore } from '../adapters/dynamodb/session-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { targetStore } from '../adapters/dynamodb/target-store.ts';
import { verificationStore } from '../adapters/dynamodb/verification-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { productMailer } from '../adapters/product-mailer.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { refreshKey, tokenSigner } from '../adapters/signing.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { tokenVerifier } from '../adapters/token-verifier.ts';
import { httpApi } from '../http/http-api.ts';
import { accountRoutes } from '../http/routes/accounts.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { plansSchema } from '../plans/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { notFound } from '../platform/errors.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';

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
const { APP_URL: appUrl, CHALLENGE: challenge, THROTTLES: throttles, OUTBOUND_HOST_MAP: hostMap } = config;

const table = openTable(config.TABLE_NAME);
const secrets = secretsManager();
const signingSecret = secrets.text(config.SIGNING_SECRET_ARN);
const challengeSecret = secrets.text(config.CHALLENGE_SECRET_ARN);
const counters = countersStore(table);
const mail = productMailer(config.MAIL, table, clock);
const billing = stripeBilling({
  table,
  credentials: secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials),
  hostMap,
  mail,
  appUrl,
  links: config.PROVIDER_LINKS,
  clock,
});

const handlers = accountRoutes({
  accounts: accountStore(table),
  sessions: sessionStore(table),
  resetTokens: resetTokenStore(table),
  choices: noticeChoiceStore(table),
  verifications: verificationStore(table),
  consent: mailboxConsent(consentStore(table), { clock, appUrl }),
  deletions: deletionStore(table),
  forgetReferences: async (userId) => {
    // With it come all kinds of targets, which only the end of an account needs here.
    const { forgetReferences } = await import('../targets/delete-target.ts');
    await forgetReferences(userId, { targets: targetStore(table), references: providerReferenceStore(table) });
  },
  accessTokens: tokenSigner(table, signingSecret, appUrl, clock),
  refreshKey: refreshKey(signingSecret),
  suspendForReview: async (userId, since) => {
    const { suspendForReview } = await import('../targets/review.ts');
    await suspendForReview(userId, since, { targets: targetStore(table), clock });
  },
  hasher: argon2Hasher(),
  limits: limits(limitStore(table), throttles, clock),
  challenges: challengeVerifier(challenge, {
    table,
    http: createOutboundHttp({ hostMap }),
    secret: challengeSecret,
    appUrl,
    clock,
  }),
  createChallenge: async (action) => {
    if (challenge.provider !== 'pow') throw notFound('Challenge');
    return createChallenge(action, challenge, { secret: challengeSecret, clock });
  },
  closeBilling: billing.close,
  billing,
  mail,
  operatorAddress: config.MAIL.operator,
  usage: counters.usage,
  plans: config.PLANS,
  pause: (milliseconds) => setTimeout(milliseconds),
  appUrl,
  clock,
});

/** Registration, sessions, passwords, the account itself, plans, the bot challenge and the contact form. */
export const handler = httpApi({
  service: 'accounts',
  handlers,
  verifyAccessToken: tokenVerifier(table, appUrl, clock),
  appUrl,
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
    sendContactMessage: throttles.contactPerAddress,
  },
  edgeKeys: secrets.versions(config.EDGE_SECRET_ARN),
});
