import * as dispatches from '../makers/dispatches.ts';
import * as platform from '../makers/platform.ts';
import * as queues from '../makers/queues.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of `npm run redrive`. What is not named here comes from its settings. */
export const redriveServices = {
  table: platform.table,
  counters: platform.counters,
  invocations: webhooks.invocations,
  laneQueue: queues.laneQueue,
  dispatches: dispatches.dispatches,
  deadLetterIndex: dispatches.deadLetterIndex,
};
