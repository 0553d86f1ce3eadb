import { reconcile } from '../dispatches/recovery/reconcile.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { loadConfig, variables } from '../platform/config.ts';
import { extended } from '../platform/extended.ts';
import { timeSlice } from '../platform/time-slice.ts';
import { createServices } from './create-services.ts';
import { reconcilerServices } from './services/reconciler.ts';

const { TABLE_NAME } = variables;
const services = createServices({ ...loadConfig({ TABLE_NAME }, process.env), clock }, reconcilerServices);

/** A page that has begun takes a second or two; the function has 50. */
const SLICE_MS = 40_000;

/** Every minute: goes on looking for accepted calls that got stuck, in a slice of time. */
export const handler = async (): Promise<void> => {
  await reconcile(extended(services, { keepGoing: timeSlice(SLICE_MS) }));
};
