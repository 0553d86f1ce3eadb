/*
 * The operations on targets. They load all kinds, which would take a twentieth of the startup of the function `api`. It
 * therefore loads this file with the first request about targets.
 */
export { createTarget } from './create-target.ts';
export { deleteTarget } from './delete-target.ts';
export { getTarget, listTargetKinds, listTargets } from './read-targets.ts';
export { sendTest } from './send-test.ts';
export { withoutSetUp } from './to-wire.ts';
export { updateTarget } from './update-target.ts';
