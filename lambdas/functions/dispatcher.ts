import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { digestStore } from '../adapters/dynamodb/digest-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { waitingList } from '../adapters/dynamodb/due-index.ts';
import { invocationStore } from '../adapters/dynamodb/invocation-store.ts';
import { laneStore } from '../adapters/dynamodb/lane-store.ts';
import { limitStore } from '../adapters/dynamodb/limit-store.ts';
import { matterStore } from '../adapters/dynamodb/matter-store.ts';
import { noticeChoiceStore } from '../adapters/dynamodb/notice-choice-store.ts';
import { noticeStore } from '../adapters/dynamodb/notice-store.ts';
import { ownerNoticeStore } from '../adapters/dynamodb/owner-notice-store.ts';
import { providerReferenceStore } from '../adapters/dynamodb/provider-reference-store.ts';
import { suppressionStore } from '../adapters/dynamodb/suppression-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from '../adapters/dynamodb/target-store.ts';
import { watchStore } from '../adapters/dynamodb/watch-store.ts';
import { createOutboundHttp, hostMapVariable } from '../adapters/http-client.ts';
import { fromLaneBody, receiptOf, sqsLanes } from '../adapters/lanes.ts';
import { mailVariable, sesMailer } from '../adapters/mailer.ts';
import { sealerOf } from '../adapters/sealing.ts';
import { secretsManager } from '../adapters/secrets.ts';
import { type AcknowledgeLink, acknowledgeUrl } from '../dispatches/acknowledge-link.ts';
import { SEND_MS } from '../dispatches/delivery/attempt.ts';
import { processMessage } from '../dispatches/delivery/process-message.ts';
import { mayHaveCrashed } from '../dispatches/delivery/try-dispatch.ts';
import { reportLateFailure } from '../dispatches/recovery/late-failure.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { withSuppressionList } from '../mail/suppression.ts';
import type { Delivery, FollowedMessage, Message } from '../model/message.ts';
import { plansSchema } from '../model/plans.ts';
import type { Target } from '../model/target.ts';
import type { LateFailures } from '../model/target-ports.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { hostsOf, jsonVariable, loadConfig } from '../platform/config.ts';
import { dispatchId } from '../platform/ids.ts';
import { addLogFields } from '../platform/log.ts';
import { ACK, type MessageDisposition } from '../platform/message-disposition.ts';
import { createCircuitBreaker } from '../targets/circuit-breaker.ts';
import { providerCredentials } from '../targets/credentials.ts';
import { createDigester } from '../targets/digest.ts';
import { createPace } from '../targets/pace.ts';
import {
  applyEffect,
  chatOf,
  follow,
  followsOf,
  isMetered,
  limitOf,
  paceOf,
  providerOf,
  richFitOf,
  type SendPorts,
  send,
} from '../targets/send.ts';
import { sendDigest } from '../targets/send-digest.ts';
import { createSandbox } from '../templates/sandbox/sandbox.ts';

const config = loadConfig(
  [
    'TABLE_NAME',
    'LANES_QUEUE_URL',
    'DEAD_LETTERS_QUEUE_URL',
    'APP_URL',
    'INVOKE_URL',
    'SEALING_SECRET_ARN',
    'PROVIDERS_SECRET_ARN',
  ],
  {
    PLANS: jsonVariable(plansSchema),
    MAIL: mailVariable,
    OUTBOUND_HOST_MAP: hostMapVariable,
  },
);
const renderer = createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs') });
const { APP_URL: appUrl, MAIL, PLANS: plans } = config;
const table = openTable(config.TABLE_NAME);
const limits = limitStore(table);
const lanes = laneStore(table);
const targets = targetStore(table);
const references = providerReferenceStore(table);
const dispatches = dispatchStore(table, parseTarget);
const counters = countersStore(table);
const digests = digestStore(table, clock);
const sleep = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
const http = createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP, ownHosts: hostsOf(config) });
const mail = withSuppressionList(sesMailer(MAIL), {
  suppressions: suppressionStore(table),
  operator: MAIL.operator,
  clock,
});
const isRead = (kind: string): boolean => followsOf(kind).includes('data');
const intoDigest = createDigester({ digests, limitStore: limits, plans, clock, kinds: { isMetered, isRead } });
const secrets = secretsManager(clock);
const readCredentials = secrets.json(config.PROVIDERS_SECRET_ARN, providerCredentials);
const readSealer = sealerOf(secrets.text(config.SEALING_SECRET_ARN));
const operatorSecrets = async () => ({ credentials: await readCredentials(), sealer: await readSealer() });
const sendPorts = async (): Promise<SendPorts> => ({
  ...{ http, mail, clock, appUrl, renderer },
  ...(await operatorSecrets()),
});
const lateFailures: LateFailures = {
  report: (failure) => reportLateFailure(failure, { dispatches, targets, counters, clock }),
};
const services = {
  clock,
  renderer,
  appUrl,
  plans,
  sleep,
  random: Math.random,
  http,
  mail,
  targets,
  references,
  dispatches,
  counters,
  digests,
  outbox: ownerNoticeStore(table),
  choices: noticeChoiceStore(table),
  invocations: invocationStore(table),
  laneQueue: sqsLanes(config.LANES_QUEUE_URL),
  deadLetters: sqsLanes(config.DEAD_LETTERS_QUEUE_URL),
  laneStore: lanes,
  waitingList: waitingList(table),
  lateFailures,
  matters: matterStore(table),
  watches: watchStore(table),
  acknowledgeLink: async (link: AcknowledgeLink) => acknowledgeUrl(appUrl, link, await readSealer()),
  notices: noticeStore(table),
  circuitBreaker: createCircuitBreaker({ clock, random: Math.random }),
  pace: createPace({ paceOf, laneStore: lanes, clock, sleep }),
  sender: {
    intoDigest,
    send: async (message: Message, target: Target) => send(message, target, await sendPorts()),
    follow: async (message: Message, followed: FollowedMessage, target: Target) =>
      follow(message, followed, target, await sendPorts()),
    followsOf,
    chatOf,
    limitOf,
    richFitOf,
    providerOf,
  },
  effects: {
    apply: (target: Target, delivery: Delivery) => applyEffect(target, delivery, { targets, references, clock }),
  },
};

/**
 * Starts a renderer and reads the secrets early, because both are slow. An error here appears again with the first
 * message.
 */
const prepare = async (): Promise<void> => {
  renderer.warm();
  await operatorSecrets().catch(() => undefined);
};
// The delay leaves the processor to a message that is already waiting when the process starts.
void setTimeout(100, undefined, { ref: false }).then(prepare);

/**
 * Maximum time that a finished lane waits for the other lanes of its batch, so they share a queue request. A longer
 * wait would be noticeable, because a lane at its provider's rate limit takes a second per batch.
 */
const MOMENT_MS = 50;

/** Processes the messages of the lanes. */
export const handler = queueConsumer({
  work: async (record, timeLeftMs): Promise<MessageDisposition> => {
    const message = fromLaneBody(record.body);
    const { userId, targetId } = message;
    addLogFields({
      userId,
      ...('invocationId' in message ? { dispatchId: dispatchId(message.invocationId, targetId) } : { targetId }),
    });
    switch (message.kind) {
      case 'digest':
        await sendDigest({ ...message, id: message.digestId }, { ...services, ...(await operatorSecrets()) });
        return ACK;
      case 'notice': {
        // Notices are rare, so their texts are not loaded at the start.
        const { sendNotice } = await import('../targets/send-notice.ts');
        await sendNotice(message, services);
        return ACK;
      }
      default:
        return processMessage(message, receiptOf(record.attributes, timeLeftMs), services);
    }
  },
  hide: services.laneQueue.keepInvisible,
  finish: services.laneQueue.remove,
  waitForOthers: () => setTimeout(MOMENT_MS),
  neededMs: SEND_MS,
  // Wake-ups are exempt: they count a crash before each attempt, and are often received again without one.
  mayHaveCrashed: ({ attributes, body }) =>
    mayHaveCrashed(
      receiptOf(attributes, () => 0),
      clock(),
    ) && fromLaneBody(body).kind !== 'wake-up',
});
