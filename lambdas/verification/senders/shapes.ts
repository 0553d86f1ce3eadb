import type { KeyForm, Place, Scheme, TimeStamp } from '../scheme.ts';

/* Signing methods that many senders share, so a row states only its differences. */

const FIVE_MINUTES = 300;

interface Row {
  name: string;
  source: string;
}

type Hash = 'sha256' | 'sha1' | 'sha512';

/** HMAC of the body, in a header. */
export const signedBody = (
  row: Row,
  header: string,
  { prefix, encoding = 'hex', hash = 'sha256' }: { prefix?: string; encoding?: 'hex' | 'base64'; hash?: Hash } = {},
): Scheme => ({
  ...row,
  proof: { by: 'hmac', hash, key: 'text' },
  signature: { header, encoding, ...(prefix !== undefined && { prefix }) },
  signed: ['body'],
});

/** `time=…,signature=…` in one header: a hex HMAC of the time, a separator and the body. */
export const timedList = (
  row: Row,
  header: string,
  names: { time: string; signature: string },
  {
    separator = ',',
    between = '.',
    unit = 's',
    toleranceSeconds = FIVE_MINUTES,
  }: { separator?: string; between?: string; unit?: TimeStamp['unit']; toleranceSeconds?: number } = {},
): Scheme => ({
  ...row,
  proof: { by: 'hmac', hash: 'sha256', key: 'text' },
  signature: { header, encoding: 'hex', list: { separator, join: '=', name: names.signature } },
  signed: ['time', { text: between }, 'body'],
  time: { listed: names.time, unit, toleranceSeconds },
});

/** Signature and time in separate headers. The row says which parts are signed. */
export const timedHeaders = (
  row: Row,
  signature: Place,
  signed: Scheme['signed'],
  time: Omit<TimeStamp, 'toleranceSeconds'> & { toleranceSeconds?: number },
): Scheme => ({
  ...row,
  proof: { by: 'hmac', hash: 'sha256', key: 'text' },
  signature,
  signed,
  time: { toleranceSeconds: FIVE_MINUTES, ...time },
});

/**
 * Standard Webhooks, and its origin Svix: https://github.com/standard-webhooks/standard-webhooks.
 * @param prefix the prefix of the three headers
 */
export const standardWebhooks = (row: Row, prefix: 'webhook' | 'svix' = 'webhook', key: KeyForm = 'whsec'): Scheme => ({
  ...row,
  proof: { by: 'hmac', hash: 'sha256', key },
  signature: { header: `${prefix}-signature`, encoding: 'base64', list: { separator: ' ', join: ',', name: 'v1' } },
  signed: ['id', { text: '.' }, 'time', { text: '.' }, 'body'],
  time: { header: `${prefix}-timestamp`, unit: 's', toleranceSeconds: FIVE_MINUTES },
  idHeader: `${prefix}-id`,
});

/** The secret itself, in a header. */
export const sentSecret = (row: Row, header: string, prefix?: string): Scheme => ({
  ...row,
  proof: { by: 'secret' },
  signature: { header, encoding: 'text', ...(prefix !== undefined && { prefix }) },
  signed: [],
});
