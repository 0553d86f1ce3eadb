import * as dispatches from '../makers/dispatches.ts';
import * as platform from '../makers/platform.ts';

/** The services of the function `dead-letters`. What is not named here comes from its settings. */
export const deadLettersServices = {
  table: platform.table,
  counters: platform.counters,
  dispatches: dispatches.dispatches,
};
