import { setTimeout } from 'node:timers/promises';
import { finishDeletions } from '../accounts/delete-account.ts';
import { deleteEndedTrials } from '../accounts/trials.ts';
import { accountStore } from '../adapters/dynamodb/account-store.ts';
import { backlogCounts } from '../adapters/dynamodb/backlog-counts.ts';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../adapters/dynamodb/deletion-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { dispatchDueIndex, fallbackIndex } from '../adapters/dynamodb/due-index.ts';
import { heldStore } from '../adapters/dynamodb/held-store.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../adapters/dynamodb/owner-reader.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { replayStore } from '../adapters/dynamodb/replay-store.ts';
import { silenceStore } from '../adapters/dynamodb/silence-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { teamStore } from '../adapters/dynamodb/team-store.ts';
import { trialStore } from '../adapters/dynamodb/trial-store.ts';
import { watchStore } from '../adapters/dynamodb/watch-store.ts';
import { webhookStore } from '../adapters/dynamodb/webhook-store.ts';
import { hostMapVariable } from '../adapters/http-client.ts';
import { sqsLanes } from '../adapters/lanes.ts';
import { mailVariable, sesMailer } from '../adapters/mailer.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { wakeDueLanes } from '../dispatches/lane/wake-up.ts';
import { continueReplays } from '../dispatches/owner/replay.ts';
import { measureBacklog } from '../dispatches/recovery/measure-backlog.ts';
import { requeueDue } from '../dispatches/recovery/requeue-due.ts';
import { sendFallbacks } from '../dispatches/recovery/send-fallbacks.ts';
import { sendSteps } from '../dispatches/recovery/send-steps.ts';
import { sweeperSlicesMs } from '../dispatches/recovery/sweeper-slices.ts';
import { releaseHeld } from '../invocations/held/release-held.ts';
import { sendNotices } from '../mail/send-notices.ts';
import { withSuppressionList } from '../mail/suppression.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig } from '../platform/config.ts';
import { runAll } from '../platform/run-all.ts';
import { timeSlice } from '../platform/time-slice.ts';
import { providerCredentials } from '../targets/credentials.ts';
import { checkSilence } from '../webhooks/silence.ts';

const config = loadConfig(['TABLE_NAME', 'LANES_QUEUE_URL', 'APP_URL', 'PROVIDERS_SECRET_ARN'], {
  PLANS: jsonVariable(plansSchema),
  MAIL: mailVariable,
  OUTBOUND_HOST_MAP: hostMapVariable,
});
const { APP_URL: appUrl, MAIL, PLANS: plans, OUTBOUND_HOST_MAP } = config;
const table = openTable(config.TABLE_NAME);
const accounts = accountStore(table);
const webhooks = webhookStore(table, clock);
const targets = targetStore(table);
const references = providerReferenceStore(table);
const mail = withSuppressionList(sesMailer(MAIL), {
  suppressions: suppressionStore(table),
  operator: MAIL.operator,
  clock,
});
const readCredentials = secretsManager(clock).json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const services = {
  clock,
  appUrl,
  plans,
  sleep: (milliseconds: number) => setTimeout(milliseconds),
  mail,
  accounts,
  webhooks,
  limitStore: limitStore(table),
  owners: ownerReader(table),
  choices: noticeChoiceStore(table),
  outbox: ownerNoticeStore(table),
  counters: countersStore(table),
  deletions: deletionStore(table),
  teams: teamStore(table),
  trials: trialStore(table),
  billing: stripeBilling({
    table,
    accounts,
    webhooks,
    mail,
    readCredentials,
    links: {},
    appUrl,
    clock,
    OUTBOUND_HOST_MAP,
  }),
  invocations: invocationStore(table),
  heldCalls: heldStore(table),
  silences: silenceStore(table),
  laneQueue: sqsLanes(config.LANES_QUEUE_URL),
  laneStore: laneStore(table),
  dispatches: dispatchStore(table, parseTarget),
  targets,
  dueIndex: dispatchDueIndex(table),
  fallbackIndex: fallbackIndex(table),
  watches: watchStore(table),
  backlogCounts: backlogCounts(table),
  replayStore: replayStore(table),
  forgetReferences: async (userId: number) => {
    // Imported on use, because the module loads all target kinds and only account deletion needs it.
    const verbs = await import('../targets/delete-target.ts');
    await verbs.forgetReferences(userId, { targets, references });
  },
};

/**
 * Runs every minute. Puts due messages back into their lanes, wakes paused lanes, and sends fallbacks and escalation
 * steps. Releases held calls, and continues bulk resends and deletions, also of ended trials. Checks silence alarms,
 * sends notices to owners, reviews subscriptions and measures the backlog. A task that fails or takes long does not stop the
 * others, but the run then fails at its end.
 */
export const handler = async (): Promise<void> => {
  const inTime = (task: keyof typeof sweeperSlicesMs) => ({
    ...services,
    keepGoing: timeSlice(sweeperSlicesMs[task]),
  });
  await runAll([
    () => requeueDue(inTime('due')),
    () => sendFallbacks(inTime('fallbacks')),
    () => sendSteps(inTime('steps')),
    () => wakeDueLanes(inTime('lanes')),
    () => releaseHeld(inTime('held')),
    () => continueReplays(inTime('replays')),
    () => checkSilence(inTime('silences')),
    () => sendNotices(inTime('notices')),
    () => deleteEndedTrials(inTime('trials')),
    () => finishDeletions(inTime('deletions')),
    () => services.billing.reviewDue(inTime('subscriptions')),
    () => measureBacklog(services),
  ]);
};
