import type { UnverifiedReason } from '#contract/unverified';

/** Cause and fix of an unverified call, by the reason's code. */
export const unverifiedWords: Readonly<Record<UnverifiedReason, { why: string; repair: string }>> = {
  'no-signature': {
    why: 'It has no signature.',
    repair: 'Enter the secret in the service. No action needed if the call was not yours.',
  },
  'malformed-signature': {
    why: 'Its signature does not have this service’s format.',
    repair: 'Check that you chose the right service.',
  },
  'wrong-signature': {
    why: 'The secret is different, or the call was changed in transit.',
    repair: 'Compare the secret in the service with the one here. No action needed if the call was not yours.',
  },
  'too-old': {
    why: 'Its signature is too old.',
    repair: 'Fix the service’s clock. If it is right, the call may be a replay.',
  },
  'from-the-future': {
    why: 'Its timestamp is in the future.',
    repair: 'Fix the service’s clock.',
  },
  'unusable-secret': {
    why: 'The secret does not have this service’s format.',
    repair: 'Copy the secret from the service again.',
  },
  'no-secret': {
    why: 'There was no secret to check it with.',
    repair: 'Paste the service’s secret.',
  },
  'address-not-listed': {
    why: 'Its IP address is not allowed.',
    repair: 'Add it to Allowed IPs if it belongs to the service.',
  },
};

/** The cause and the fix for a reason's code, which can be unknown to this version if the server is newer. */
export const unverifiedWord = (reason: string | undefined): { why: string; repair: string } =>
  unverifiedWords[reason as UnverifiedReason] ?? { why: 'The call is not verified.', repair: '' };
