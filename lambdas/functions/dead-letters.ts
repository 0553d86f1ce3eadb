import { countersStore } from '../adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../adapters/dynamodb/dispatch-store.ts';
import { openTable } from '../adapters/dynamodb/table.ts';
import { parseTarget } from '../adapters/dynamodb/target-store.ts';
import { fromLaneBody } from '../adapters/lanes.ts';
import { deadLetter } from '../dispatches/recovery/dead-letter.ts';
import { queueConsumer } from '../http/queue-consumer.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { ACK } from '../platform/message-disposition.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const table = openTable(TABLE_NAME);
const services = { dispatches: dispatchStore(table, parseTarget), counters: countersStore(table), clock };

/** Fails dispatches that crashed repeatedly, so their owners see the reason, and retries all others. */
export const handler = queueConsumer({
  work: async (record) => {
    await deadLetter(fromLaneBody(record.body), services);
    return ACK;
  },
});
