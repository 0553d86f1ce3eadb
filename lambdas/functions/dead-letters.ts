import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget } from '../adapters/dynamodb/target-store.ts';
import { fromLaneBody, fromWakeUpBody } from '../adapters/lanes.ts';
import { deadLetter } from '../dispatches/recovery/dead-letter.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { dispatchId } from '../platform/ids.ts';
import { addLogFields } from '../platform/log.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const table = openTable(TABLE_NAME);
const services = { dispatches: dispatchStore(table, parseTarget), counters: countersStore(table), clock };

/** Marks dispatches that crashed repeatedly, so their owners see the reason for the missing messages. */
export const handler = queueConsumer({
  work: async (record) => {
    // A lost wake-up needs no action, because the sweeper sends another one at `nextWakeUpAt`.
    if (fromWakeUpBody(record.body)) return { kind: 'ack' };
    const message = fromLaneBody(record.body);
    addLogFields({ userId: message.userId, dispatchId: dispatchId(message.invocationId, message.targetId) });
    await deadLetter(message, services);
    return { kind: 'ack' };
  },
});
