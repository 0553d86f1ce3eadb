/*
 * The functions for targets. They load all kinds, which take a twentieth of a start of the function `api`; it loads
 * this with the first request about targets.
 */
export { createTarget } from './create-target.ts';
export { deleteTarget } from './delete-target.ts';
export { getTarget, listTargetKinds, listTargets } from './read-targets.ts';
export { sendTest } from './send-test.ts';
export { withoutSetUp } from './to-wire.ts';
export { updateTarget } from './update-target.ts';
