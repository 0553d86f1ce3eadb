/** Request header of deliveries to HTTP receivers: the number of our deliveries that led to the request, at least 1. */
export const HOPS_HEADER = 'tellhook-hops';

/** A call after this number of deliveries is accepted. A call after more is treated as part of a loop. */
export const MAX_HOPS = 3;

/**
 * Reads the number of this service's deliveries that led to a call. If a relay repeats the header, the largest number
 * counts. Invalid values count as 0.
 * @param headers lower-case names
 */
export const hopsOf = (headers: Readonly<Record<string, string>>): number =>
  Math.max(
    0,
    ...(headers[HOPS_HEADER] ?? '').split(',').map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : 0)),
  );
