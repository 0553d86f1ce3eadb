/**
 * After this number of hops in one chain, Lambda treats a function and its queue as an endless loop. AWS Lambda, "Use
 * Lambda recursive loop detection to prevent infinite loops".
 */
export const MOST_HOPS = 16;

/** The number of functions in a row that led to a message, by the trace header that the SDK passes on; 0 = none. */
export const hopsOf = (traceHeader: string | undefined): number =>
  Number(/(?:^|;)Lineage=[^:;]*:(\d+)/.exec(traceHeader ?? '')?.[1] ?? 0);

/** The trace header of a function that an event starts: one hop longer than the longest chain among its messages. */
export const traceAfter = (event: unknown): string => {
  const { Records = [] } = (event ?? {}) as { Records?: { attributes?: Record<string, string> }[] };
  const hops = Math.max(0, ...Records.map(({ attributes }) => hopsOf(attributes?.AWSTraceHeader)));
  return `Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0;Lineage=1:${hops + 1}`;
};
