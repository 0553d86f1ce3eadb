import * as accounts from '../makers/accounts.ts';
import * as dispatches from '../makers/dispatches.ts';
import * as outside from '../makers/outside.ts';
import * as platform from '../makers/platform.ts';
import * as targets from '../makers/targets.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `callbacks`. What is not named here comes from its settings. */
export const callbacksServices = {
  appUrl: platform.appUrl,
  links: platform.links,
  table: platform.table,
  owners: platform.owners,
  choices: platform.choices,
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
  verifications: accounts.verifications,
  billing: accounts.billing,
  belongings: accounts.belongings,
  webhooks: webhooks.webhooks,
  targets: targets.targets,
  codes: targets.codes,
  references: targets.references,
  digests: targets.digests,
  dispatches: dispatches.dispatches,
  lateFailures: dispatches.lateFailures,
};
