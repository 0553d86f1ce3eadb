/** Request header of deliveries to HTTP receivers: how many deliveries of this service led to the request, at least 1. */
export const HOPS_HEADER = 'tellhook-hops';

/** A call that this many deliveries led to is accepted; one more is taken for a loop. */
export const MAX_HOPS = 3;

/**
 * The number of deliveries of this service that led to a call. A relay that repeats the header counts by its largest
 * number; what is no number counts as none.
 * @param headers lower-case names
 */
export const hopsOf = (headers: Readonly<Record<string, string>>): number =>
  Math.max(
    0,
    ...(headers[HOPS_HEADER] ?? '').split(',').map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : 0)),
  );
