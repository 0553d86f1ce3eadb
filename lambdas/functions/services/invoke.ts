import * as platform from '../makers/platform.ts';
import * as queues from '../makers/queues.ts';
import * as webhooks from '../makers/webhooks.ts';

/** The services of the function `invoke`. What is not named here comes from its settings. */
export const invokeServices = {
  plans: platform.plans,
  table: platform.table,
  limitStore: platform.limitStore,
  outbox: platform.outbox,
  counters: platform.counters,
  routes: webhooks.routes,
  routeCache: webhooks.routeCache,
  invocations: webhooks.invocations,
  deduplication: webhooks.deduplication,
  noteRejection: webhooks.noteRejection,
  laneQueue: queues.laneQueue,
};
