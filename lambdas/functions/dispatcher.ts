import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hostMapVariable } from '../adapters/http-client.ts';
import { fromLaneBody, fromWakeUpBody, receiptOf } from '../adapters/lanes.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { SEND_MS } from '../dispatches/delivery/attempt.ts';
import { deliver } from '../dispatches/delivery/deliver.ts';
import { takeList } from '../dispatches/delivery/take-list.ts';
import { isSuspicious } from '../dispatches/delivery/try-dispatch.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import type { LaneMessage } from '../model/invocation-ports.ts';
import { plansSchema } from '../model/plans.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { extended } from '../platform/extended.ts';
import { dispatchId } from '../platform/ids.ts';
import { addLogFields } from '../platform/log.ts';
import { ACK, type Verdict } from '../platform/verdict.ts';
import { isDigestId } from '../targets/digest.ts';
import { sendDigest } from '../targets/send-digest.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';
import { createServices } from './create-services.ts';
import { dispatcherServices } from './services/dispatcher.ts';

const {
  TABLE_NAME,
  LANES_QUEUE_URL,
  DEAD_LETTERS_QUEUE_URL,
  APP_URL,
  INVOKE_URL,
  SEALING_SECRET_ARN,
  PROVIDERS_SECRET_ARN,
} = variables;
const config = loadConfig(
  {
    TABLE_NAME,
    LANES_QUEUE_URL,
    DEAD_LETTERS_QUEUE_URL,
    PLANS: jsonVariable(plansSchema),
    APP_URL,
    INVOKE_URL,
    SEALING_SECRET_ARN,
    PROVIDERS_SECRET_ARN,
    MAIL: mailVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
  process.env,
);
const renderer = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs') });
const services = createServices({ ...config, clock, renderer }, dispatcherServices);

/** What nearly every message needs and takes long to get. A failure shows with the message that needs it. */
const prepare = async (): Promise<void> => {
  renderer.warm();
  await services.operatorSecrets().catch(() => undefined);
};
// Whoever starts this function ahead of its first message has time for that; a first message that is there already does not
// share the processor with it before it has to.
void setTimeout(100, undefined, { ref: false }).then(prepare);

const deliverDigest = async ({ userId, targetId, invocationId: id }: LaneMessage): Promise<Verdict> => {
  await sendDigest({ userId, targetId, id }, extended(services, await services.operatorSecrets()));
  return ACK;
};

/**
 * A lane waits for so long at most for the slower ones of its batch. Shorter would cost a request to the queue for each
 * lane instead of one for some; longer is noticed, because a lane at its provider's pace takes a second for a batch.
 */
const MOMENT_MS = 50;

/** Delivers the messages of the lanes, and the digests that come by the same way. */
export const handler = queueConsumer({
  work: async (record, timeLeftMs): Promise<Verdict> => {
    const wakeUp = fromWakeUpBody(record.body);
    if (wakeUp) {
      addLogFields({ userId: wakeUp.userId, targetId: wakeUp.targetId });
      return takeList(wakeUp, receiptOf(record.attributes, timeLeftMs), services);
    }
    const message = fromLaneBody(record.body);
    const { userId, invocationId, targetId } = message;
    addLogFields({ userId, dispatchId: dispatchId(invocationId, targetId) });
    return isDigestId(invocationId)
      ? deliverDigest(message)
      : deliver(message, receiptOf(record.attributes, timeLeftMs), services);
  },
  hide: services.laneQueue.keepInvisible,
  finish: services.laneQueue.remove,
  moment: () => setTimeout(MOMENT_MS),
  neededMs: SEND_MS,
  // A wake-up counts a crash before each try; it is received again for other reasons.
  isSuspect: ({ attributes, body }) =>
    !fromWakeUpBody(body) &&
    isSuspicious(
      receiptOf(attributes, () => 0),
      clock(),
    ),
});
