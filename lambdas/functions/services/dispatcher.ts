import * as delivery from '../makers/delivery.ts';
import * as dispatches from '../makers/dispatches.ts';
import * as outside from '../makers/outside.ts';
import * as platform from '../makers/platform.ts';
import * as queues from '../makers/queues.ts';
import * as targets from '../makers/targets.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `dispatcher`. What is not named here comes from its settings. */
export const dispatcherServices = {
  appUrl: platform.appUrl,
  plans: platform.plans,
  ownHosts: platform.ownHosts,
  nap: platform.nap,
  random: platform.random,
  table: platform.table,
  limitStore: platform.limitStore,
  outbox: platform.outbox,
  counters: platform.counters,
  secrets: outside.secrets,
  readCredentials: outside.readCredentials,
  readSealer: outside.readSealer,
  operatorSecrets: outside.operatorSecrets,
  http: outside.http,
  suppressions: outside.suppressions,
  mail: outside.mail,
  invocations: webhooks.invocations,
  targets: targets.targets,
  references: targets.references,
  digests: targets.digests,
  batcher: targets.batcher,
  laneQueue: queues.laneQueue,
  deadLetters: queues.deadLetters,
  laneStore: dispatches.laneStore,
  waitingList: dispatches.waitingList,
  dispatches: dispatches.dispatches,
  lateFailures: dispatches.lateFailures,
  notices: dispatches.notices,
  circuitBreaker: delivery.circuitBreaker,
  pace: delivery.pace,
  sender: delivery.sender,
  effects: delivery.effects,
};
