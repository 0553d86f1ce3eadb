import type { Place, Proof, Scheme, TimeStamp } from '../scheme.ts';

const FIVE_MINUTES = 300;
const HMAC: Proof = { by: 'hmac', hash: 'sha256', key: 'text' };

interface Row {
  name: string;
  source: string;
}

/** A signature as described in a `sender.yaml`: only its differences from an HMAC-SHA256 of the body. */
export interface Signature extends Row {
  /** The prefix of the headers of Standard Webhooks. If set, the other fields are omitted. */
  standard?: 'webhook' | 'svix';
  proof?: Proof;
  at?: Place;
  signed?: Scheme['signed'];
  time?: Omit<TimeStamp, 'toleranceSeconds'> & { toleranceSeconds?: number };
  each?: string;
}

/** Converts a described signature to a complete row. */
export const schemeFrom = ({ name, source, standard, proof = HMAC, at, signed, time, each }: Signature): Scheme =>
  at === undefined
    ? standardWebhooks({ name, source }, standard)
    : {
        name,
        source,
        proof,
        signature: at,
        signed: signed ?? (proof.by === 'secret' ? [] : ['body']),
        ...(time && { time: { toleranceSeconds: FIVE_MINUTES, ...time } }),
        ...(each !== undefined && { each }),
      };

/**
 * Returns the method of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks) and of Svix, on
 * which it is based.
 * @param prefix the prefix of the three headers
 */
export const standardWebhooks = (row: Row, prefix: 'webhook' | 'svix' = 'webhook'): Scheme => ({
  ...row,
  proof: { by: 'hmac', hash: 'sha256', key: 'whsec' },
  signature: { header: `${prefix}-signature`, encoding: 'base64', list: { separator: ' ', join: ',', name: 'v1' } },
  signed: ['id', { text: '.' }, 'time', { text: '.' }, 'body'],
  time: { header: `${prefix}-timestamp`, unit: 's', toleranceSeconds: FIVE_MINUTES },
  idHeader: `${prefix}-id`,
});
