/** The result of processing a queue message: it is deleted, or it stays and is received again after some seconds. */
export type MessageDisposition = { kind: 'ack' } | Stay;

/** The message stays at the head of its group, which is blocked meanwhile. */
interface Stay {
  kind: 'stay';
  seconds: number;
}

export const ACK: MessageDisposition = { kind: 'ack' };
export const hideFor = (seconds: number): Stay => ({ kind: 'stay', seconds });
