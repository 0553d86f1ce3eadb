import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { ChallengeAction } from '#contract/challenge';
import { createChallenge } from '../accounts/challenge/proof-of-work.ts';
import { challengeSettings } from '../accounts/challenge/settings.ts';
import { limits, throttlesSchema } from '../accounts/limits.ts';
import { oidcSettings } from '../accounts/oidc/settings.ts';
import { argon2Hasher } from '../accounts/password-hash.ts';
import { memberVerifier } from '../accounts/team/workspaces.ts';
import { challengeVerifier } from '../adapters/challenge-verifier.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { apiKeyStore } from '../adapters/dynamodb/api-key-store.ts';
import { changeStore } from '../adapters/dynamodb/change-store.ts';
import { consentStore } from '../adapters/dynamodb/consent-store.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../adapters/dynamodb/deletion-store.ts';
import { keyRequestStore } from '../adapters/dynamodb/key-request-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { oidcStore } from '../adapters/dynamodb/oidc-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { passkeyStore } from '../adapters/dynamodb/passkey-store.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { resetTokenStore } from '../adapters/dynamodb/reset-token-store.ts';
import { sessionStore } from '../adapters/dynamodb/session-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { targetStore } from '../adapters/dynamodb/target-store.ts';
import { teamStore } from '../adapters/dynamodb/team-store.ts';
import { trialStore } from '../adapters/dynamodb/trial-store.ts';
import { verificationStore } from '../adapters/dynamodb/verification-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable, sesMailer } from '../adapters/mailer.ts';
import { oidcProvider } from '../adapters/oidc-provider.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { refreshKey, tokenSigner } from '../adapters/signing.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { tokenVerifier } from '../adapters/token-verifier.ts';
import { passkeyVerifier } from '../adapters/webauthn.ts';
import { httpApi } from '../http/http-api.ts';
import { accountRoutes } from '../http/routes/accounts.ts';
import { mailboxConsent } from '../mail/consent.ts';
import { withSuppressionList } from '../mail/suppression.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig } from '../platform/config.ts';
import { notFound } from '../platform/errors.ts';
import { rate } from '../platform/token-buckets.ts';
import { linksVariable, providerCredentials } from '../targets/credentials.ts';

const arn = z.string().min(1);
const config = loadConfig(['TABLE_NAME', 'APP_URL', 'EDGE_SECRET_ARN', 'PROVIDERS_SECRET_ARN'], {
  PLANS: jsonVariable(plansSchema),
  THROTTLES: jsonVariable(throttlesSchema.extend({ callsPerCaller: rate.optional() })),
  MAX_TRIALS: jsonVariable(z.int().min(0)),
  CHALLENGE: jsonVariable(challengeSettings),
  OIDC: jsonVariable(oidcSettings).optional(),
  MAIL: mailVariable,
  SIGNING_SECRET_ARN: arn,
  CHALLENGE_SECRET_ARN: arn,
  PROVIDER_LINKS: linksVariable,
  OUTBOUND_HOST_MAP: hostMapVariable,
});
const { APP_URL: appUrl, THROTTLES: throttles, CHALLENGE, MAIL, PROVIDER_LINKS: links, OUTBOUND_HOST_MAP } = config;
const table = openTable(config.TABLE_NAME);
const accounts = accountStore(table);
const webhooks = webhookStore(table, clock);
const targets = targetStore(table);
const references = providerReferenceStore(table);
const teams = teamStore(table);
const throttleStore = limitStore(table);
const consents = consentStore(table);
const http = createOutboundHttp({ hostMap: OUTBOUND_HOST_MAP, ownHosts: [] });
const mail = withSuppressionList(sesMailer(MAIL), {
  suppressions: suppressionStore(table),
  operator: MAIL.operator,
  clock,
});
const secrets = secretsManager(clock);
const signingSecret = secrets.text(config.SIGNING_SECRET_ARN);
const challengeSecret = secrets.text(config.CHALLENGE_SECRET_ARN);
const readCredentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
/** A provider's list of keys is longer than other responses. */
const OIDC_ANSWER_BYTES = 65_536;
const oidcHttp = () =>
  createOutboundHttp({ hostMap: OUTBOUND_HOST_MAP, ownHosts: [], maxAnswerBytes: OIDC_ANSWER_BYTES });
const services = {
  clock,
  appUrl,
  plans: config.PLANS,
  operatorAddress: MAIL.operator,
  sleep: (milliseconds: number) => setTimeout(milliseconds),
  mail,
  accounts,
  teams,
  webhooks,
  targets,
  counters: countersStore(table),
  choices: noticeChoiceStore(table),
  notices: ownerNoticeStore(table),
  consent: mailboxConsent(consents, { clock, appUrl }),
  trials: trialStore(table),
  maxTrials: config.MAX_TRIALS,
  sessions: sessionStore(table),
  apiKeys: apiKeyStore(table),
  passkeys: passkeyStore(table),
  passkeyVerifier: passkeyVerifier(appUrl),
  oidc: config.OIDC ? oidcProvider(config.OIDC, { http: oidcHttp(), readCredentials, appUrl, links }) : undefined,
  oidcSignIns: oidcStore(table),
  keyRequests: keyRequestStore(table),
  resetTokens: resetTokenStore(table),
  verifications: verificationStore(table),
  deletions: deletionStore(table),
  hasher: argon2Hasher(),
  limits: limits(throttleStore, throttles, clock),
  accessTokens: tokenSigner(table, signingSecret, appUrl, clock),
  refreshKey: refreshKey(signingSecret),
  challenges: challengeVerifier(CHALLENGE, { table, http, secret: challengeSecret, appUrl, clock }),
  createChallenge: async (action: ChallengeAction) => {
    // A hosted challenge service issues its own challenges.
    if (CHALLENGE.provider !== 'pow') throw notFound('Challenge');
    return createChallenge(action, CHALLENGE, { secret: challengeSecret, clock });
  },
  billing: stripeBilling({ table, accounts, webhooks, mail, readCredentials, links, appUrl, clock, OUTBOUND_HOST_MAP }),
  forgetReferences: async (userId: number) => {
    // Imported on use, because the module loads all target kinds and only account deletion needs it.
    const verbs = await import('../targets/delete-target.ts');
    await verbs.forgetReferences(userId, { targets, references });
  },
  trialKind: async () => (await import('../targets/trial-kind.ts')).trialKind(),
  suspendForReview: async (userId: number, since: string) => {
    const verbs = await import('../targets/review.ts');
    await verbs.suspendForReview(userId, since, { targets, clock });
  },
};

/**
 * Handles requests about registration, sessions, passwords, accounts, plans, the bot challenge and the contact form.
 */
export const handler = httpApi({
  appUrl,
  verifyAccessToken: tokenVerifier(table, appUrl, clock),
  verifyMember: memberVerifier({ teams, plans: config.PLANS, clock }),
  edgeKeys: secrets.versions(config.EDGE_SECRET_ARN),
  service: 'accounts',
  audit: { changes: changeStore(table), clock },
  handlers: accountRoutes(services),
  pace: throttles.callsPerCaller,
  rateLimits: {
    createChallenge: throttles.challengePerAddress,
    startTrial: throttles.trialPerAddress,
    register: throttles.registerPerAddress,
    login: throttles.loginPerAddress,
    startPasskeyLogin: throttles.loginPerAddress,
    loginWithPasskey: throttles.loginPerAddress,
    startOidcLogin: throttles.loginPerAddress,
    loginWithOidc: throttles.loginPerAddress,
    updateUser: throttles.loginPerAccount,
    startPasskey: throttles.loginPerAccount,
    removePasskey: throttles.loginPerAccount,
    setSecondFactor: throttles.loginPerAccount,
    requestPasswordReset: throttles.resetPerAddress,
    resetPassword: throttles.resetPerAddress,
    refreshToken: throttles.refreshPerAddress,
    createSubscriptionLink: throttles.subscriptionPerUser,
    openBillingPortal: throttles.subscriptionPerUser,
    cancelSubscription: throttles.subscriptionPerUser,
    resumeSubscription: throttles.subscriptionPerUser,
    startKeyRequest: throttles.keyRequestPerAddress,
    readInvitation: throttles.loginPerAddress,
    inviteMember: throttles.invitationPerUser,
    resendInvitation: throttles.invitationPerUser,
    getKeyRequest: throttles.keyCodePerUser,
    answerKeyRequest: throttles.keyCodePerUser,
    sendContactMessage: throttles.contactPerAddress,
  },
});
