import * as accounts from '../makers/accounts.ts';
import * as outside from '../makers/outside.ts';
import * as platform from '../makers/platform.ts';
import * as targets from '../makers/targets.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `accounts`. What is not named here comes from its settings. */
export const accountsServices = {
  appUrl: platform.appUrl,
  plans: platform.plans,
  links: platform.links,
  operatorAddress: platform.operatorAddress,
  nap: platform.nap,
  table: platform.table,
  limitStore: platform.limitStore,
  choices: platform.choices,
  counters: platform.counters,
  secrets: outside.secrets,
  edgeKeys: outside.edgeKeys,
  readCredentials: outside.readCredentials,
  http: outside.http,
  suppressions: outside.suppressions,
  mail: outside.mail,
  consents: outside.consents,
  consent: outside.consent,
  accounts: accounts.accounts,
  sessions: accounts.sessions,
  apiKeys: accounts.apiKeys,
  keyRequests: accounts.keyRequests,
  resetTokens: accounts.resetTokens,
  verifications: accounts.verifications,
  deletions: accounts.deletions,
  hasher: accounts.hasher,
  limits: accounts.limits,
  signingSecret: accounts.signingSecret,
  challengeSecret: accounts.challengeSecret,
  accessTokens: accounts.accessTokens,
  refreshKey: accounts.refreshKey,
  verifyAccessToken: accounts.verifyAccessToken,
  challenges: accounts.challenges,
  createChallenge: accounts.createChallenge,
  billing: accounts.billing,
  webhooks: webhooks.webhooks,
  targets: targets.targets,
  references: targets.references,
  forgetReferences: targets.forgetReferences,
  suspendForReview: targets.suspendForReview,
};
