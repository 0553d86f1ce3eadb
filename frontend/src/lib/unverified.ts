import type { UnverifiedReason } from '#contract/unverified';

/** Why a call is not verified, and what repairs it, by the reason's name. */
export const unverifiedWords: Readonly<Record<UnverifiedReason, { why: string; repair: string }>> = {
  'no-signature': {
    why: 'It carries no signature.',
    repair: 'Enter the secret at the sender, too. If somebody else called, nothing has to be done.',
  },
  'malformed-signature': {
    why: 'Its signature is not written as this sender writes them.',
    repair: 'Look whether the right sender is chosen.',
  },
  'wrong-signature': {
    why: 'It was signed with another secret, or changed on its way.',
    repair: 'Compare the secret at the sender with the one here. If somebody else called, nothing has to be done.',
  },
  'too-old': {
    why: 'Its signature is too old.',
    repair: 'Set the sender’s clock right. An old call that comes again is one that somebody plays back.',
  },
  'from-the-future': {
    why: 'It was signed at a time that had not come yet.',
    repair: 'Set the sender’s clock right.',
  },
  'unusable-secret': {
    why: 'The secret here is not one of this sender’s.',
    repair: 'Copy the secret from the sender once more.',
  },
  'no-secret': {
    why: 'There was no secret to check it with.',
    repair: 'Paste the sender’s secret.',
  },
  'address-not-listed': {
    why: 'It came from an address that is not in the list.',
    repair: 'Add the address to the list, if it is the sender’s.',
  },
};

/** @param reason of a newer server it may be one that is not known here */
export const unverifiedWord = (reason: string | undefined): { why: string; repair: string } =>
  unverifiedWords[reason as UnverifiedReason] ?? { why: 'It does not prove who made it.', repair: '' };
