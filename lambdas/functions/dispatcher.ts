import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { digestStore } from '../adapters/dynamodb/digest-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { waitingList } from '../adapters/dynamodb/due-index.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { noticeStore } from '../adapters/dynamodb/notice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { fromLaneBody, fromWakeUpBody, receiptOf, sqsLanes } from '../adapters/lanes.ts';
import { mailVariable } from '../adapters/mailer.ts';
import { productMailer } from '../adapters/product-mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { SEND_MS } from '../dispatches/delivery/attempt.ts';
import { createCircuitBreaker } from '../dispatches/delivery/circuit-breaker.ts';
import { deliver } from '../dispatches/delivery/deliver.ts';
import { createPace } from '../dispatches/delivery/pace.ts';
import { takeList } from '../dispatches/delivery/take-list.ts';
import { isSuspicious } from '../dispatches/delivery/try-dispatch.ts';
import type { LaneVerdict } from '../dispatches/lane/lane.ts';
import { reportLateFailure } from '../dispatches/recovery/late-failure.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import type { LaneMessage } from '../invocations/ports.ts';
import { plansSchema } from '../plans/plans.ts';
import { systemClock } from '../platform/clock.ts';
import { hostsOf, jsonVariable, loadConfig, variables } from '../platform/config.ts';
import { dispatchId } from '../platform/ids.ts';
import { addLogFields } from '../platform/log.ts';
import { providerCredentials } from '../targets/credentials.ts';
import { createBatcher, isDigestId } from '../targets/digest.ts';
import { applyEffect, paceOf, providerOf, send, splitFor } from '../targets/send.ts';
import { sendDigest } from '../targets/send-digest.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';

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
const table = openTable(config.TABLE_NAME);
const lanes = sqsLanes(config.LANES_QUEUE_URL);
const secrets = secretsManager();
const credentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const sealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));
const outside = {
  http: createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP, ownHosts: hostsOf(config) }),
  mail: productMailer(config.MAIL, table, systemClock),
  clock: systemClock,
  appUrl: config.APP_URL,
};
const digests = digestStore(table, systemClock);
const limits = limitStore(table);
const batcher = createBatcher({ digests, take: limits.take, plans: config.PLANS, clock: systemClock });
const dispatches = dispatchStore(table, parseTarget);
const counters = countersStore(table);
/** What sending needs; the operator's secrets are read when they are first used. */
const sendPorts = async () => ({
  ...outside,
  batcher,
  credentials: await credentials(),
  sealer: await sealer(),
});
const effects = { targets: targetStore(table), references: providerReferenceStore(table), clock: systemClock };

const laneStates = laneStore(table);

const renderer = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs') });
/** What nearly every message needs and takes long to get. A failure shows with the message that needs it. */
const prepare = async (): Promise<void> => {
  renderer.warm();
  await sendPorts().catch(() => undefined);
};
// Whoever starts this function ahead of its first message has time for that; a first message that is there already does not
// share the processor with it before it has to.
void setTimeout(100, undefined, { ref: false }).then(prepare);

const nap = (milliseconds: number) => setTimeout(milliseconds);

const ports = {
  laneStore: laneStates,
  waitingList: waitingList(table),
  lanes,
  pace: createPace({
    paceOf,
    laneStore: laneStates,
    clock: systemClock,
    nap,
  }),
  nap,
  circuitBreaker: createCircuitBreaker({ clock: systemClock, random: Math.random }),
  deadLetters: sqsLanes(config.DEAD_LETTERS_QUEUE_URL),
  dispatches,
  invocations: invocationStore(table),
  sender: {
    send: async (...[message, target]: [Parameters<typeof send>[0], Parameters<typeof send>[1]]) =>
      send(message, target, await sendPorts()),
    limitOf: splitFor,
    providerOf,
  },
  effects: {
    apply: (...[target, delivery]: [Parameters<typeof applyEffect>[0], Parameters<typeof applyEffect>[1]]) =>
      applyEffect(target, delivery, effects),
  },
  outbox: ownerNoticeStore(table),
  counters,
  plans: config.PLANS,
  renderer,
  notices: noticeStore(table),
  clock: systemClock,
  random: Math.random,
  appUrl: config.APP_URL,
};

const lateFailures = {
  report: (failure: Parameters<typeof reportLateFailure>[0]) =>
    reportLateFailure(failure, { dispatches, counters, clock: systemClock }),
};

const deliverDigest = async ({ userId, targetId, invocationId: id }: LaneMessage): Promise<LaneVerdict> => {
  await sendDigest({ userId, targetId, id }, { ...(await sendPorts()), ...effects, digests, lateFailures });
  return { kind: 'ack' };
};

/**
 * A lane waits for so long at most for the slower ones of its batch. Shorter would cost a request to the queue for each
 * lane instead of one for some; longer is noticed, because a lane at its provider's pace takes a second for a batch.
 */
const MOMENT_MS = 50;

/** Delivers the messages of the lanes, and the digests that come by the same way. */
export const handler = queueConsumer({
  work: async (record, timeLeftMs): Promise<LaneVerdict> => {
    const wakeUp = fromWakeUpBody(record.body);
    if (wakeUp) {
      addLogFields({ userId: wakeUp.userId, targetId: wakeUp.targetId });
      return takeList(wakeUp, receiptOf(record.attributes, timeLeftMs), ports);
    }
    const message = fromLaneBody(record.body);
    const { userId, invocationId, targetId } = message;
    addLogFields({ userId, dispatchId: dispatchId(invocationId, targetId) });
    return isDigestId(invocationId)
      ? deliverDigest(message)
      : deliver(message, receiptOf(record.attributes, timeLeftMs), ports);
  },
  hide: lanes.keepInvisible,
  finish: lanes.remove,
  moment: () => setTimeout(MOMENT_MS),
  neededMs: SEND_MS,
  // A wake-up counts a crash before each try; it is received again for other reasons.
  isSuspect: ({ attributes, body }) =>
    !fromWakeUpBody(body) &&
    isSuspicious(
      receiptOf(attributes, () => 0),
      systemClock(),
    ),
});
