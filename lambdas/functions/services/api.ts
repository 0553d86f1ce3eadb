import * as accounts from '../makers/accounts.ts';
import * as dispatches from '../makers/dispatches.ts';
import * as outside from '../makers/outside.ts';
import * as platform from '../makers/platform.ts';
import * as queues from '../makers/queues.ts';
import * as targets from '../makers/targets.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `api`. What is not named here comes from its settings. */
export const apiServices = {
  appUrl: platform.appUrl,
  plans: platform.plans,
  links: platform.links,
  ownHosts: platform.ownHosts,
  table: platform.table,
  limitStore: platform.limitStore,
  owners: platform.owners,
  choices: platform.choices,
  outbox: platform.outbox,
  counters: platform.counters,
  secrets: outside.secrets,
  edgeKeys: outside.edgeKeys,
  readCredentials: outside.readCredentials,
  readSealer: outside.readSealer,
  operatorSecrets: outside.operatorSecrets,
  http: outside.http,
  suppressions: outside.suppressions,
  mail: outside.mail,
  consents: outside.consents,
  consent: outside.consent,
  accounts: accounts.accounts,
  apiKeys: accounts.apiKeys,
  verifyKey: accounts.verifyKey,
  verifyAccessToken: accounts.verifyAccessToken,
  webhooks: webhooks.webhooks,
  detachTarget: webhooks.detachTarget,
  deleteWebhook: webhooks.deleteWebhook,
  routes: webhooks.routes,
  invocations: webhooks.invocations,
  heldCalls: webhooks.heldCalls,
  callFinder: webhooks.callFinder,
  rejections: webhooks.rejections,
  samples: webhooks.samples,
  deduplication: webhooks.deduplication,
  targets: targets.targets,
  codes: targets.codes,
  references: targets.references,
  failingTargets: targets.failing,
  resumeReviewed: targets.resumeReviewed,
  deleteTarget: targets.deleteTarget,
  laneQueue: queues.laneQueue,
  laneStore: dispatches.laneStore,
  dispatches: dispatches.dispatches,
  replayStore: dispatches.replayStore,
  resumeTarget: dispatches.resumeTarget,
};
