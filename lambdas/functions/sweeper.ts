import { finishDeletions } from '../accounts/delete-account.ts';
import { deletionStore } from '../adapters/dynamodb/deletion-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { dispatchDueIndex } from '../adapters/dynamodb/due-index.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { ownerReader } from '../adapters/dynamodb/owner-reader.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { replayStore } from '../adapters/dynamodb/replay-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { waitingIndex } from '../adapters/dynamodb/waiting-index.ts';
import { hostMapVariable } from '../adapters/http-client.ts';
import { sqsLanes } from '../adapters/lanes.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { productMailer } from '../adapters/product-mailer.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { stripeBilling } from '../adapters/stripe-billing.ts';
import { wakeDueLanes } from '../dispatches/lane/wake-up.ts';
import { continueReplays } from '../dispatches/owner/replay.ts';
import { measureBacklog } from '../dispatches/recovery/measure-backlog.ts';
import { requeueDue } from '../dispatches/recovery/requeue-due.ts';
import { sendNotices } from '../notices/send-notices.ts';
import { sweeperSlicesMs } from '../operations/sweeper-slices.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { runAll } from '../platform/run-all.ts';
import { timeSlice } from '../platform/time-slice.ts';
import { providerCredentials } from '../targets/credentials.ts';
import { forgetReferences } from '../targets/delete-target.ts';

const { TABLE_NAME, LANES_QUEUE_URL, APP_URL, PROVIDERS_SECRET_ARN } = variables;
const config = loadConfig(
  {
    TABLE_NAME,
    LANES_QUEUE_URL,
    APP_URL,
    PROVIDERS_SECRET_ARN,
    MAIL: mailVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
  process.env,
);
const table = openTable(config.TABLE_NAME);
const lanes = sqsLanes(config.LANES_QUEUE_URL);
const clock = systemClock;
const laneStates = laneStore(table);
const dispatches = dispatchStore(table, parseTarget);
const ports = {
  index: dispatchDueIndex(table),
  laneStore: laneStates,
  invocations: invocationStore(table),
  replayStore: replayStore(table),
  targets: targetStore(table),
  dispatches,
  lanes,
  clock,
};
const mail = productMailer(config.MAIL, table, clock);
const noticePorts = {
  notices: ownerNoticeStore(table),
  choices: noticeChoiceStore(table),
  limits: limitStore(table),
  owners: ownerReader(table),
  mail,
  clock,
  appUrl: config.APP_URL,
};
const targetPorts = { targets: targetStore(table), references: providerReferenceStore(table) };
const billing = stripeBilling({
  table,
  credentials: secretsManager().json(config.PROVIDERS_SECRET_ARN, providerCredentials),
  hostMap: config.OUTBOUND_HOST_MAP,
  mail,
  appUrl: config.APP_URL,
  clock,
});
const deletionPorts = {
  deletions: deletionStore(table),
  forgetReferences: (userId: number) => forgetReferences(userId, targetPorts),
  closeBilling: billing.close,
  clock,
};

/**
 * Every minute: puts what is due back into its lane, wakes paused lanes, goes on with replays, mails
 * notices to owners, finishes begun deletions, reads subscriptions again whose events may be lost, and counts what waits.
 * One part that fails or has much to do does not keep the others from their work; the run fails afterwards, so that it shows.
 */
export const handler = async (): Promise<void> => {
  const inTime = (task: keyof typeof sweeperSlicesMs) => ({ keepGoing: timeSlice(sweeperSlicesMs[task]) });
  await runAll([
    () => requeueDue({ ...ports, ...inTime('due') }),
    () => wakeDueLanes({ ...ports, ...inTime('lanes') }),
    () => continueReplays({ ...ports, ...inTime('replays') }),
    () => sendNotices({ ...noticePorts, ...inTime('notices') }),
    () => finishDeletions({ ...deletionPorts, ...inTime('deletions') }),
    () => billing.reviewDue(inTime('subscriptions')),
    () => measureBacklog({ index: waitingIndex(table) }),
  ]);
};
