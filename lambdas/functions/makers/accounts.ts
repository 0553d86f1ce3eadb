import { createChallenge as issueChallenge } from '../../accounts/challenge/proof-of-work.ts';
import { limits as accountLimits } from '../../accounts/limits.ts';
import { argon2Hasher } from '../../accounts/password-hash.ts';
import { keyVerifier } from '../../accounts/verify-key.ts';
import { challengeVerifier } from '../../adapters/challenge-verifier.ts';
import { accountStore } from '../../adapters/dynamodb/account-store.ts';
import { apiKeyStore } from '../../adapters/dynamodb/api-key-store.ts';
import { deletionStore } from '../../adapters/dynamodb/deletion-store.ts';
import { keyRequestStore } from '../../adapters/dynamodb/key-request-store.ts';
import { resetTokenStore } from '../../adapters/dynamodb/reset-token-store.ts';
import { sessionStore } from '../../adapters/dynamodb/session-store.ts';
import { verificationStore } from '../../adapters/dynamodb/verification-store.ts';
import { refreshKey as keyOfRefresh, tokenSigner } from '../../adapters/signing.ts';
import { stripeBilling } from '../../adapters/stripe-billing.ts';
import { tokenVerifier } from '../../adapters/token-verifier.ts';
import { notFound } from '../../platform/errors.ts';
import type { Maker } from '../create-services.ts';

/* How accounts, their sessions and their money are made, by name. Nothing runs until somebody asks. */

export const accounts: Maker<'accounts', 'table'> = (from) => accountStore(from.table);
export const sessions: Maker<'sessions', 'table'> = (from) => sessionStore(from.table);
export const apiKeys: Maker<'apiKeys', 'table'> = (from) => apiKeyStore(from.table);
export const keyRequests: Maker<'keyRequests', 'table'> = (from) => keyRequestStore(from.table);
export const verifyKey: Maker<'verifyKey', 'apiKeys' | 'clock'> = (from) => keyVerifier(from.apiKeys, from.clock);
export const resetTokens: Maker<'resetTokens', 'table'> = (from) => resetTokenStore(from.table);
export const verifications: Maker<'verifications', 'table'> = (from) => verificationStore(from.table);
export const deletions: Maker<'deletions', 'table'> = (from) => deletionStore(from.table);
export const hasher: Maker<'hasher'> = () => argon2Hasher();
export const limits: Maker<'limits', 'limitStore' | 'THROTTLES' | 'clock'> = (from) =>
  accountLimits(from.limitStore, from.THROTTLES, from.clock);
export const signingSecret: Maker<'signingSecret', 'secrets' | 'SIGNING_SECRET_ARN'> = (from) =>
  from.secrets.text(from.SIGNING_SECRET_ARN);
export const challengeSecret: Maker<'challengeSecret', 'secrets' | 'CHALLENGE_SECRET_ARN'> = (from) =>
  from.secrets.text(from.CHALLENGE_SECRET_ARN);
export const accessTokens: Maker<'accessTokens', 'table' | 'signingSecret' | 'appUrl' | 'clock'> = (from) =>
  tokenSigner(from.table, from.signingSecret, from.appUrl, from.clock);
export const refreshKey: Maker<'refreshKey', 'signingSecret'> = (from) => keyOfRefresh(from.signingSecret);
export const verifyAccessToken: Maker<'verifyAccessToken', 'table' | 'appUrl' | 'clock'> = (from) =>
  tokenVerifier(from.table, from.appUrl, from.clock);
export const challenges: Maker<
  'challenges',
  'CHALLENGE' | 'table' | 'http' | 'challengeSecret' | 'appUrl' | 'clock'
> = ({ CHALLENGE, table, http, challengeSecret: secret, appUrl, clock }) =>
  // By name: a copy of all services would make each of them, and this one within itself.
  challengeVerifier(CHALLENGE, { table, http, secret, appUrl, clock });
export const createChallenge: Maker<'createChallenge', 'CHALLENGE' | 'challengeSecret' | 'clock'> =
  ({ CHALLENGE, challengeSecret: secret, clock }) =>
  async (action) => {
    if (CHALLENGE.provider !== 'pow') throw notFound('Challenge');
    return issueChallenge(action, CHALLENGE, { secret, clock });
  };
export const billing: Maker<
  'billing',
  'table' | 'accounts' | 'webhooks' | 'mail' | 'readCredentials' | 'links' | 'appUrl' | 'clock' | 'OUTBOUND_HOST_MAP'
> = (from) => stripeBilling(from);
export const belongings: Maker<'belongings', 'webhooks' | 'targets'> = (from) => async (userId) => {
  const [webhooks, targets] = await Promise.all([from.webhooks.list(userId), from.targets.list(userId)]);
  return { webhooks: webhooks.map(({ name }) => name), targets: targets.map(({ name }) => name) };
};
