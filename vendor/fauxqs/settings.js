/** Set by whoever starts the queues; one for all stores of a process. */
export const settings = {
  /** The time in milliseconds. */
  now: () => Date.now(),
  /**
   * Among how many messages a FIFO queue looks for free groups: "FIFO queues look through the first 120,000 messages to determine
   * available message groups" (Amazon SQS Developer Guide).
   */
  searched: 120_000,
};
