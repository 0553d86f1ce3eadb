import { createHmac, randomBytes } from 'node:crypto';

/** Creates a signing secret in the Standard Webhooks format: `whsec_`, then 32 random bytes in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Returns the `webhook-signature` of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with the decoded secret.
 * Each secret adds one signature, so a receiver can switch while both are valid.
 * @param timestamp this attempt's time in seconds since the epoch
 */
export const signatures = (id: string, timestamp: number, body: string, secrets: string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
