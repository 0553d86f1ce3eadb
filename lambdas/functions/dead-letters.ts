import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget } from '../adapters/dynamodb/target-store.ts';
import { fromLaneBody, fromWakeUpBody } from '../adapters/lanes.ts';
import { deadLetter } from '../dispatches/recovery/dead-letter.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { dispatchId } from '../platform/ids.ts';
import { addLogFields } from '../platform/log.ts';

const { TABLE_NAME } = variables;
const table = openTable(loadConfig({ TABLE_NAME }, process.env).TABLE_NAME);
const ports = { dispatches: dispatchStore(table, parseTarget), counters: countersStore(table), clock: systemClock };

/** Marks what crashed again and again, so that its owner sees why nothing arrived. */
export const handler = queueConsumer({
  work: async (record) => {
    // The next check of its lane sends another one.
    if (fromWakeUpBody(record.body)) return { kind: 'ack' };
    const message = fromLaneBody(record.body);
    addLogFields({ userId: message.userId, dispatchId: dispatchId(message.invocationId, message.targetId) });
    await deadLetter(message, ports);
    return { kind: 'ack' };
  },
});
