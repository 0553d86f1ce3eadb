/** Why a call is not verified: one code per cause, so that its owner knows what to do. */
export const unverifiedReasons = [
  'no-signature',
  'malformed-signature',
  'wrong-signature',
  'too-old',
  'from-the-future',
  'unusable-secret',
  'no-secret',
  'address-not-listed',
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];
