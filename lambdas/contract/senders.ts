/*
 * Short names of the senders whose calls can be verified. Only names, so nothing else is loaded. Their signing methods
 * are in integrations/senders.
 */
import { describedSenders } from './senders.gen.ts';

export const senderSlugs = [
  ...describedSenders,
  // For all other senders: the signature is described by the webhook’s owner or a standard.
  'standard-webhooks',
  'svix',
  'hmac',
  'secret',
  'basic',
] as const;
export type SenderSlug = (typeof senderSlugs)[number];
