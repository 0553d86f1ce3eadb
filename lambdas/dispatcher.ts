import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countersStore } from './adapters/dynamodb/counters-store.ts';
import { dispatchStore } from './adapters/dynamodb/dispatch-store.ts';
import { heldIndex } from './adapters/dynamodb/due-index.ts';
import { invocationStore } from './adapters/dynamodb/invocation-store.ts';
import { laneStore } from './adapters/dynamodb/lane-store.ts';
import { noticeStore } from './adapters/dynamodb/notice-store.ts';
import { providerReferenceStore } from './adapters/dynamodb/provider-reference-store.ts';
import { openTable } from './adapters/dynamodb/table.ts';
import { parseTarget, targetStore } from './adapters/dynamodb/target-store.ts';
import { createOutboundHttp, hostMapVariable } from './adapters/http-client.ts';
import { fromLaneBody, receiptOf, sqsLanes } from './adapters/lanes.ts';
import { mailVariable, sesMailer } from './adapters/mailer.ts';
import { createSealer } from './adapters/sealing.ts';
import { secretsManager } from './adapters/secrets.ts';
import { SEND_MS } from './dispatches/attempt.ts';
import { deliver } from './dispatches/deliver.ts';
import { createPace } from './dispatches/pace.ts';
import { queueConsumer } from './http/queue-consumer.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig, variables } from './platform/config.ts';
import { providerCredentials } from './targets/credentials.ts';
import { applyEffect, paceOf, send, splitFor } from './targets/send.ts';
import { createSandbox } from './templates/sandbox/sandbox.ts';

const {
  TABLE_NAME,
  LANES_QUEUE_URL,
  DEAD_LETTERS_QUEUE_URL,
  PLANS,
  APP_URL,
  SEALING_SECRET_ARN,
  PROVIDERS_SECRET_ARN,
} = variables;
const config = loadConfig(
  {
    TABLE_NAME,
    LANES_QUEUE_URL,
    DEAD_LETTERS_QUEUE_URL,
    PLANS,
    APP_URL,
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
const sealingKey = secrets.text(config.SEALING_SECRET_ARN);
const outside = {
  http: createOutboundHttp({ hostMap: config.OUTBOUND_HOST_MAP }),
  mail: sesMailer(config.MAIL),
  now: systemClock,
  appUrl: config.APP_URL,
};
const effects = { targets: targetStore(table), references: providerReferenceStore(table), now: systemClock };

const laneStates = laneStore(table);

const ports = {
  laneStore: laneStates,
  held: heldIndex(table),
  lanes,
  pace: createPace({
    paceOf,
    lanes: laneStates,
    clock: systemClock,
    nap: (milliseconds) => setTimeout(milliseconds),
  }),
  deadLetters: sqsLanes(config.DEAD_LETTERS_QUEUE_URL),
  dispatches: dispatchStore(table, parseTarget),
  invocations: invocationStore(table),
  sender: {
    send: async (...[message, target]: [Parameters<typeof send>[0], Parameters<typeof send>[1]]) =>
      send(message, target, { ...outside, credentials: await credentials(), sealer: createSealer(await sealingKey()) }),
    limitOf: splitFor,
  },
  effects: {
    apply: (...[target, delivery]: [Parameters<typeof applyEffect>[0], Parameters<typeof applyEffect>[1]]) =>
      applyEffect(target, delivery, effects),
  },
  counters: countersStore(table),
  plans: config.PLANS,
  renderer: createSandbox({ rendererPath: join(import.meta.dirname, 'renderer.mjs') }),
  notices: noticeStore(table),
  clock: systemClock,
  random: Math.random,
  appUrl: config.APP_URL,
};

/** Delivers the messages of the lanes. */
export const handler = queueConsumer({
  work: (record, timeLeftMs) => deliver(fromLaneBody(record.body), receiptOf(record.attributes, timeLeftMs), ports),
  hide: lanes.keepInvisible,
  neededMs: SEND_MS,
});
