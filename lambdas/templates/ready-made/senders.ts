import { github } from './github.ts';
import type { Sender } from './ready-made.ts';

/** Asked in this order; those recognised by a header of their own come before those recognised by shape. */
export const senders: Sender[] = [github];
