import * as accounts from '../makers/accounts.ts';
import * as dispatches from '../makers/dispatches.ts';
import * as outside from '../makers/outside.ts';
import * as platform from '../makers/platform.ts';
import * as queues from '../makers/queues.ts';
import * as targets from '../makers/targets.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `sweeper`. What is not named here comes from its settings. */
export const sweeperServices = {
  appUrl: platform.appUrl,
  plans: platform.plans,
  table: platform.table,
  nap: platform.nap,
  counters: platform.counters,
  limitStore: platform.limitStore,
  owners: platform.owners,
  choices: platform.choices,
  outbox: platform.outbox,
  secrets: outside.secrets,
  readCredentials: outside.readCredentials,
  suppressions: outside.suppressions,
  mail: outside.mail,
  accounts: accounts.accounts,
  deletions: accounts.deletions,
  billing: accounts.billing,
  webhooks: webhooks.webhooks,
  invocations: webhooks.invocations,
  heldCalls: webhooks.heldCalls,
  targets: targets.targets,
  references: targets.references,
  forgetReferences: targets.forgetReferences,
  laneQueue: queues.laneQueue,
  laneStore: dispatches.laneStore,
  dispatches: dispatches.dispatches,
  dueIndex: dispatches.dueIndex,
  backlogCounts: dispatches.backlogCounts,
  replayStore: dispatches.replayStore,
};
