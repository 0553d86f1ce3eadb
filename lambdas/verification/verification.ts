import { hintOf } from '#contract/secret-hint';
import type { SenderSlug } from '#contract/senders';
import { newToken } from '../platform/ids.ts';
import type { OwnScheme } from './senders/any.ts';

/** Who may call a webhook, as its owner chose it. */
export interface Verification {
  mode: 'off' | 'report' | 'enforce';
  /** Left out: only the addresses are looked at. */
  sender?: SenderSlug | undefined;
  own?: OwnScheme | undefined;
  /** Addresses and ranges; empty = all. */
  allowIps: string[];
  /** What is known of the secrets without opening them. Dates are RFC 3339. */
  secrets: SecretNote[];
  /** The secrets by their ids, encrypted; bound to the webhook. */
  sealed?: string | undefined;
}

export interface SecretNote {
  id: string;
  /** Its last characters. */
  hint: string;
  createdAt: string;
  /** Until when it is accepted; left out: until it is retired. */
  expiresAt?: string | undefined;
}

/** What the sealed secrets of a webhook are bound to, so that they open nowhere else. */
export const verificationBinding = (userId: number, webhookId: number): string => `verification ${userId} ${webhookId}`;

/** The secrets that are accepted at a moment. */
export const inForce = (secrets: readonly SecretNote[], now: Date): SecretNote[] =>
  secrets.filter(({ expiresAt }) => expiresAt === undefined || new Date(expiresAt) > now);

/** What is noted of a new secret. */
export const noteOf = (secret: string, now: Date): SecretNote => ({
  id: newToken(6),
  hint: hintOf(secret),
  createdAt: now.toISOString(),
});
