/** Messages about 100 alert calls with follow-ups, the average of five services; measured by bench/support/noise.ts. */
export const MESSAGES_PER_100_CALLS = 55;
