import * as z from 'zod';
import { hintOf } from '#contract/secret-hint';
import { senderSlugs } from '#contract/senders';
import { newToken } from '../platform/ids.ts';

/**
 * An owner's settings for a service without a description in `integrations/senders`. All of them are optional, and the
 * contract explains them.
 */
export const ownScheme = z
  .object({
    header: z.string(),
    prefix: z.string(),
    encoding: z.enum(['hex', 'base64']),
    hash: z.enum(['sha256', 'sha1', 'sha512']),
    between: z.string(),
    timeHeader: z.string(),
    toleranceSeconds: z.number(),
  })
  .partial();
export type OwnScheme = z.infer<typeof ownScheme>;

const secretNote = z.object({
  id: z.string(),
  /** The last characters of the secret. */
  hint: z.string(),
  /** RFC 3339. */
  createdAt: z.string(),
  /** The time from which it is no longer accepted (RFC 3339); omitted if it has not been retired. */
  expiresAt: z.string().optional(),
});
type SecretNote = z.infer<typeof secretNote>;

/** A webhook's verification, as configured by its owner. */
export const verificationSchema = z.object({
  mode: z.enum(['off', 'report', 'enforce']),
  /** If omitted, only the IP address is checked. */
  sender: z.enum(senderSlugs).optional(),
  own: ownScheme.optional(),
  /** Allowed IP addresses and ranges; if empty, all are allowed. */
  allowIps: z.array(z.string()),
  /** The secrets' metadata, which is not encrypted. */
  secrets: z.array(secretNote),
  /** The secrets by their ids, encrypted and bound to the webhook. */
  sealed: z.string().optional(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** The context of a webhook's sealed secrets, so they cannot be opened for another webhook. */
export const verificationBinding = (userId: number, webhookId: number): string => `verification ${userId} ${webhookId}`;

/** The secrets that are accepted at a given time. */
export const inForce = (secrets: readonly SecretNote[], now: Date): SecretNote[] =>
  secrets.filter(({ expiresAt }) => expiresAt === undefined || new Date(expiresAt) > now);

/** The metadata of a new secret. */
export const noteOf = (secret: string, now: Date): SecretNote => ({
  id: newToken(6),
  hint: hintOf(secret),
  createdAt: now.toISOString(),
});
