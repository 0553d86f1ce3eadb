/** The result of processing a queue message: it is deleted, or it stays in the queue and is received again. */
export type MessageDisposition = { kind: 'ack' } | { kind: 'stay'; seconds: number };

export const ACK: MessageDisposition = { kind: 'ack' };
/** The message stays at the head of its group for some seconds and blocks the group. */
export const hideFor = (seconds: number): MessageDisposition => ({ kind: 'stay', seconds });
