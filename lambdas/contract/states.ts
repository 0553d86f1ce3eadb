import * as z from 'zod';

/*
 * States and addresses that stores and kinds of targets read too. They lie apart from the messages, so that a function
 * that answers none of those does not make their schemas at its start.
 */

export const accountStatus = z.enum(['free', 'premium', 'premium_cancelled', 'admin']);
export type AccountStatus = z.infer<typeof accountStatus>;

export const targetStatus = z.enum(['created', 'pending', 'active', 'inactive', 'disabled', 'deleted']);
export type TargetStatus = z.infer<typeof targetStatus>;

/** Addresses are 7-bit ASCII because SES accepts nothing else (Unicode domains as Punycode). */
export const email = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}$/,
    'must be an e-mail address',
  );
