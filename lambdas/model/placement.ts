import { secondsAfter } from '../platform/clock.ts';
import type { DispatchIds, DispatchMessage } from './lane-message.ts';

/**
 * The place from which a dispatch returns: the due index, its target's waiting list, or the dead letters that the
 * operator redrives. Times are RFC 3339. Every stored, unfinished dispatch has a placement, so none is forgotten.
 */
export type Placement =
  | {
      kind: 'due';
      at: string;
      /** True if dispatches with the same time return in the order of their calls. */
      inOrder?: true;
      /** True if its message is attempted before those on the waiting list. */
      skipsList?: true;
      /** The cause for the lane message, if the attempts do not show it. */
      cause?: DispatchMessage['cause'];
    }
  | { kind: 'listed'; until: string }
  | { kind: 'dead-lettered' };

interface Placed {
  placement?: Placement | undefined;
}

export const dueAt = (at: Date): Placement & { kind: 'due' } => ({ kind: 'due', at: at.toISOString() });

/** Delay after the planned attempt before the due index resends a dispatch whose lane message was lost. */
export const LOST_MESSAGE_SECONDS = 900;

/**
 * The placement of a dispatch whose lane message is queued or waits until `at`. It only takes effect if that message is
 * lost.
 */
export const dueIfLost = (at: Date): Placement & { kind: 'due' } => ({
  ...dueAt(secondsAfter(at, LOST_MESSAGE_SECONDS)),
  cause: 'lost-message',
});

/** True if a dispatch is in its target's waiting list, so it has no lane message. */
export const isListed = ({ placement }: Placed): boolean => placement?.kind === 'listed';

/** The lane message with which a dispatch returns to its lane. */
export const laneMessageOf = ({
  placement,
  ...dispatch
}: DispatchIds & Placed & { generation: number }): DispatchMessage => ({
  kind: 'dispatch',
  userId: dispatch.userId,
  webhookId: dispatch.webhookId,
  invocationId: dispatch.invocationId,
  targetId: dispatch.targetId,
  generation: dispatch.generation,
  ...(placement?.kind === 'due' && placement.skipsList && { skipsList: placement.skipsList }),
  ...(placement?.kind === 'due' && placement.cause && { cause: placement.cause }),
});
