import { finishDeletions } from '../accounts/delete-account.ts';
import { hostMapVariable } from '../adapters/http-client.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { wakeDueLanes } from '../dispatches/lane/wake-up.ts';
import { continueReplays } from '../dispatches/owner/replay.ts';
import { measureBacklog } from '../dispatches/recovery/measure-backlog.ts';
import { requeueDue } from '../dispatches/recovery/requeue-due.ts';
import { sweeperSlicesMs } from '../dispatches/recovery/sweeper-slices.ts';
import { releaseHeld } from '../invocations/held/release-held.ts';
import { sendNotices } from '../mail/send-notices.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { extended } from '../platform/extended.ts';
import { runAll } from '../platform/run-all.ts';
import { timeSlice } from '../platform/time-slice.ts';
import { createServices } from './create-services.ts';
import { sweeperServices } from './services/sweeper.ts';

const { TABLE_NAME, LANES_QUEUE_URL, APP_URL, PROVIDERS_SECRET_ARN } = variables;
const config = loadConfig(
  {
    TABLE_NAME,
    LANES_QUEUE_URL,
    APP_URL,
    PROVIDERS_SECRET_ARN,
    PLANS: jsonVariable(plansSchema),
    MAIL: mailVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
  process.env,
);
const services = createServices({ ...config, clock, links: {} }, sweeperServices);

/**
 * Every minute: puts what is due back into its lane, wakes paused lanes, lets held calls go, goes on with
 * replays, mails
 * notices to owners, finishes begun deletions, reads subscriptions again whose events may be lost, and counts what waits.
 * One part that fails or has much to do does not keep the others from their work; the run fails afterwards, so that it shows.
 */
export const handler = async (): Promise<void> => {
  const inTime = (task: keyof typeof sweeperSlicesMs) =>
    extended(services, { keepGoing: timeSlice(sweeperSlicesMs[task]) });
  await runAll([
    () => requeueDue(inTime('due')),
    () => wakeDueLanes(inTime('lanes')),
    () => releaseHeld(inTime('held')),
    () => continueReplays(inTime('replays')),
    () => sendNotices(inTime('notices')),
    () => finishDeletions(inTime('deletions')),
    () => services.billing.reviewDue(inTime('subscriptions')),
    () => measureBacklog(services),
  ]);
};
