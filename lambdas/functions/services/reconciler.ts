import * as dispatches from '../makers/dispatches.ts';
import * as platform from '../makers/platform.ts';

/** The services of the function `reconciler`. What is not named here comes from its settings. */
export const reconcilerServices = {
  table: platform.table,
  dispatches: dispatches.dispatches,
  undecidedFinder: dispatches.undecidedFinder,
};
