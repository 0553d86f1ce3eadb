/** The result of processing a queue message: it is deleted, or it stays in the queue and is received again. */
export type MessageDisposition = { kind: 'ack' } | Stay;

/** The message stays at the head of its group for some seconds and blocks the group. */
interface Stay {
  kind: 'stay';
  seconds: number;
}

export const ACK: MessageDisposition = { kind: 'ack' };
export const hideFor = (seconds: number): Stay => ({ kind: 'stay', seconds });
