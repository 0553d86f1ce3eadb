/** What becomes of a message of a queue: it is deleted, or it stays and is received again after a while. */
export type Verdict = { kind: 'ack' } | { kind: 'retry'; afterSeconds: number };

export const ACK: Verdict = { kind: 'ack' };
export const retryIn = (afterSeconds: number): Verdict => ({ kind: 'retry', afterSeconds });
