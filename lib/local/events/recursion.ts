/**
 * After this number of hops in a chain, Lambda assumes an endless loop (AWS: "Use Lambda recursive loop detection to
 * prevent infinite loops").
 */
export const MOST_HOPS = 16;

/** The number of function runs that led to a message, from the trace header that the SDK passes on; 0 by default. */
export const hopsOf = (traceHeader: string | undefined): number =>
  Number(/(?:^|;)Lineage=[^:;]*:(\d+)/.exec(traceHeader ?? '')?.[1] ?? 0);

/** The trace header for a function run, one hop longer than the longest chain among the event's messages. */
export const traceAfter = (event: unknown): string => {
  const { Records = [] } = (event ?? {}) as { Records?: { attributes?: Record<string, string> }[] };
  const hops = Math.max(0, ...Records.map(({ attributes }) => hopsOf(attributes?.AWSTraceHeader)));
  return `Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0;Lineage=1:${hops + 1}`;
};
