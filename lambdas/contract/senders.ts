/*
 * Slugs of the services whose calls can be verified. Their signing methods are in integrations/senders. This file
 * contains only names, so importing it loads nothing else.
 */
import { describedSenders } from './senders.gen.ts';

export const senderSlugs = [
  ...describedSenders,
  // For all other services. A standard or the webhook’s owner describes the signature.
  'standard-webhooks',
  'svix',
  'hmac',
  'secret',
  'basic',
] as const;
export type SenderSlug = (typeof senderSlugs)[number];
