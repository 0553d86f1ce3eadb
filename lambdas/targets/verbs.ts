/*
 * The functions for targets. They load all kinds, a twentieth of the start of the function `api`, so it loads this file
 * with the first request about targets.
 */
export { createTarget } from './create-target.ts';
export { deleteTarget } from './delete-target.ts';
export { getTarget, listTargetKinds, listTargets } from './read-targets.ts';
export { sendTest } from './send-test.ts';
export { withoutSetUp } from './to-wire.ts';
export { updateTarget } from './update-target.ts';
