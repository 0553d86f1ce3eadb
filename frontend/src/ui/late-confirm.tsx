import { lazyDialog } from './lazy-dialog.tsx';

/** A confirmation dialog whose code is fetched with the first question. */
export const { Part: LateConfirm } = lazyDialog(() => import('./confirm.tsx').then((module) => module.Confirm));
