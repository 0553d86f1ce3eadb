/** Reasons why a call is not verified. */
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
