import type { Throttles } from '../../lambdas/accounts/limits.ts';
import { limits } from '../../lambdas/accounts/limits.ts';
import { memberVerifier } from '../../lambdas/accounts/team/workspaces.ts';
import { accountStore } from '../../lambdas/adapters/dynamodb/account-store.ts';
import { apiKeyStore } from '../../lambdas/adapters/dynamodb/api-key-store.ts';
import { changeStore } from '../../lambdas/adapters/dynamodb/change-store.ts';
import { consentStore } from '../../lambdas/adapters/dynamodb/consent-store.ts';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../../lambdas/adapters/dynamodb/deletion-store.ts';
import { keyRequestStore } from '../../lambdas/adapters/dynamodb/key-request-store.ts';
import { limitStore } from '../../lambdas/adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../../lambdas/adapters/dynamodb/notice-choice-store.ts';
import { oidcStore } from '../../lambdas/adapters/dynamodb/oidc-store.ts';
import { ownerNoticeStore } from '../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { passkeyStore } from '../../lambdas/adapters/dynamodb/passkey-store.ts';
import { providerReferenceStore } from '../../lambdas/adapters/dynamodb/provider-reference-store.ts';
import { resetTokenStore } from '../../lambdas/adapters/dynamodb/reset-token-store.ts';
import { sessionStore } from '../../lambdas/adapters/dynamodb/session-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { teamStore } from '../../lambdas/adapters/dynamodb/team-store.ts';
import { trialStore } from '../../lambdas/adapters/dynamodb/trial-store.ts';
import { verificationStore } from '../../lambdas/adapters/dynamodb/verification-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { refreshKey, tokenSigner } from '../../lambdas/adapters/signing.ts';
import { tokenVerifier } from '../../lambdas/adapters/token-verifier.ts';
import { passkeyVerifier } from '../../lambdas/adapters/webauthn.ts';
import { httpApi } from '../../lambdas/http/http-api.ts';
import { type AccountPorts, accountRoutes } from '../../lambdas/http/routes/accounts.ts';
import { mailboxConsent } from '../../lambdas/mail/consent.ts';
import type { PasswordHasher } from '../../lambdas/model/account-ports.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import { forgetReferences } from '../../lambdas/targets/delete-target.ts';
import { suspendForReview } from '../../lambdas/targets/review.ts';
import { trialKind } from '../../lambdas/targets/trial-kind.ts';
import { send, type TestAnswer, type TestCall } from '../support/http-event.ts';

export const appUrl = 'https://app.example.com';
export const goodPassword = 'plum-carousel-77';
export const otherPassword = 'violet.Tramway.9';

/** Limits that no test reaches by accident. A test of a limit sets it lower. */
export const generousThrottles: Throttles = {
  loginPerAccount: { limit: 1000, windowSeconds: 900 },
  loginPerAddress: { limit: 1000, windowSeconds: 900 },
  registerPerAddress: { limit: 1000, windowSeconds: 3600 },
  trialPerAddress: { limit: 1000, windowSeconds: 86_400 },
  refreshPerAddress: { limit: 1000, windowSeconds: 900 },
  resetMailPerAccount: { limit: 1000, windowSeconds: 3600 },
  resetPerAddress: { limit: 1000, windowSeconds: 3600 },
  contactPerAddress: { limit: 1000, windowSeconds: 3600 },
  keyRequestPerAddress: { limit: 1000, windowSeconds: 3600 },
  invitationPerUser: { limit: 1000, windowSeconds: 3600 },
  keyCodePerUser: { limit: 1000, windowSeconds: 3600 },
  challengePerAddress: { limit: 1000, windowSeconds: 900 },
  subscriptionPerUser: { limit: 1000, windowSeconds: 3600 },
};

/** A hasher that counts its work and takes no time. */
const countingHasher = () => {
  const hasher: PasswordHasher & { worked: number } = {
    worked: 0,
    hash: async (password) => {
      hasher.worked += 1;
      return `new:${password}`;
    },
    verify: async (password, hash) => {
      hasher.worked += 1;
      return hash.slice(hash.indexOf(':') + 1) === password;
    },
    pretend: async () => {
      hasher.worked += 1;
    },
    outdated: (hash) => hash.startsWith('old:'),
  };
  return hasher;
};

type SentMail = Parameters<AccountPorts['mail']['send']>[0];

interface RigOptions {
  throttles?: Partial<Throttles>;
  ports?: Partial<AccountPorts>;
}

/** The accounts service on the stand-in's table, with an adjustable clock, readable emails and a counting hasher. */
export const accountsRig = (table: Table, { throttles, ports: own }: RigOptions = {}) => {
  const state = { now: new Date('2026-03-01T12:00:00.000Z') };
  const clock = () => state.now;
  const mails: SentMail[] = [];
  const hasher = countingHasher();
  const signingSecret = async () => 'a signing secret of the tests';
  const targets = targetStore(table);
  const references = providerReferenceStore(table);
  const store = limitStore(table);
  const ports: AccountPorts = {
    clock,
    appUrl,
    plans,
    operatorAddress: 'operator@example.com',
    sleep: async () => {},
    accounts: accountStore(table),
    teams: teamStore(table),
    webhooks: webhookStore(table, clock),
    counters: countersStore(table),
    targets,
    choices: noticeChoiceStore(table),
    notices: ownerNoticeStore(table),
    consent: mailboxConsent(consentStore(table), { clock, appUrl }),
    trials: trialStore(table),
    maxTrials: 5000,
    trialKind: async () => trialKind(),
    sessions: sessionStore(table),
    apiKeys: apiKeyStore(table),
    passkeys: passkeyStore(table),
    passkeyVerifier: passkeyVerifier(appUrl),
    oidc: undefined,
    oidcSignIns: oidcStore(table),
    keyRequests: keyRequestStore(table),
    resetTokens: resetTokenStore(table),
    verifications: verificationStore(table),
    deletions: deletionStore(table),
    limits: limits(store, { ...generousThrottles, ...throttles }, clock),
    accessTokens: tokenSigner(table, signingSecret, appUrl, clock),
    refreshKey: refreshKey(signingSecret),
    forgetReferences: (userId) => forgetReferences(userId, { targets, references }),
    suspendForReview: (userId, since) => suspendForReview(userId, since, { targets, clock }),
    hasher,
    mail: {
      send: async (mail: SentMail): Promise<Outcome> => {
        mails.push(mail);
        return { kind: 'ok' };
      },
    },
    // test/billing/ covers the real implementation.
    billing: {
      offer: async () => ({ available: true as const }),
      createLink: async () => ({ link: 'https://checkout.stripe.com/c/pay/1' }),
      openPortal: async () => ({ link: 'https://billing.stripe.com/p/session/1' }),
      cancel: async () => {},
      resume: async () => ({}),
      close: async () => {},
    },
    // A token that names its action counts as solved. test/accounts/challenge.test.ts covers the real challenge.
    challenges: {
      verify: async (token: string, action: string) => {
        if (token !== `solved ${action}`) throw new AppError('challenge-failed', 'The bot challenge failed.');
      },
    },
    createChallenge: async () => ({
      algorithm: 'SHA-256' as const,
      challenge: '',
      maxnumber: 1,
      salt: '',
      signature: '',
    }),
    ...own,
  };
  const verifyAccessToken = tokenVerifier(table, appUrl, clock);
  const audit = { changes: changeStore(table), clock };
  const handler = httpApi({
    service: 'accounts',
    handlers: accountRoutes(ports),
    audit,
    verifyAccessToken,
    verifyMember: memberVerifier(ports),
    appUrl,
  });

  const call = (request: TestCall): Promise<TestAnswer> => send(handler, request);
  const post = (path: string, body: unknown, more: Partial<TestCall> = {}) =>
    call({ method: 'POST', path, body, ...more });
  const ownPage = { origin: appUrl, 'content-type': 'application/json' };

  return {
    ownPage,
    table,
    state,
    mails,
    hasher,
    ports,
    handler,
    verifyAccessToken,
    call,
    post,
    pass: (seconds: number) => {
      state.now = new Date(state.now.getTime() + seconds * 1000);
    },
    startTrial: (more: Partial<TestCall> = {}) =>
      post('/trials', { challenge: 'solved TRIAL' }, { headers: ownPage, ...more }),
    register: (email: string, password = goodPassword, more: Partial<TestCall> = {}) =>
      post('/user', { email, password, challenge: 'solved REGISTER' }, more),
    login: (email: string, password = goodPassword, more: Partial<TestCall> = {}) =>
      post('/user/login', { email, password }, more),
    refresh: (cookie: string, userId: number, more: Partial<TestCall> = {}) =>
      post('/token/refresh', { user_id: userId }, { cookies: [cookie], headers: ownPage, ...more }),
    logout: (cookie: string, headers: Record<string, string> = ownPage) =>
      post('/user/logout', undefined, { cookies: [cookie], headers }),
    user: (method: string, id: number, token: string, body?: unknown) =>
      call({
        method,
        path: `/user/${id}`,
        route: '/user/{id}',
        params: { id: String(id) },
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body }),
      }),
  };
};

export type AccountsRig = ReturnType<typeof accountsRig>;

/** The cookie that a browser would send after a response. */
export const cookieOf = ({ cookies }: TestAnswer): string => {
  const [first] = cookies;
  if (!first) throw new Error('the answer sets no cookie');
  return first.split(';')[0] as string;
};

/** Registers a user. Returns the user's id, token and cookie. */
export const newUser = async (rig: AccountsRig, email: string, password = goodPassword) => {
  const answer = await rig.register(email, password);
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}`);
  return {
    email,
    id: answer.body.user_id as number,
    token: answer.body.access_token as string,
    cookie: cookieOf(answer),
  };
};
