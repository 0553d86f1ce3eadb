import * as z from 'zod';
import { EMAIL_ADDRESS, emailProblem, MAX_EMAIL } from './email-address.ts';

/*
 * States and addresses that stores and kinds of targets read too. They lie apart from the messages, so that a function
 * that answers none of those does not make their schemas at its start.
 */

export const accountStatus = z.enum(['free', 'premium', 'premium_cancelled', 'admin']);
export type AccountStatus = z.infer<typeof accountStatus>;

export const targetStatus = z.enum(['created', 'pending', 'active', 'inactive', 'disabled', 'deleted']);
export type TargetStatus = z.infer<typeof targetStatus>;

/** An address that mail can be sent to. */
export const email = z
  .string()
  .max(MAX_EMAIL, { error: ({ input }) => emailProblem(String(input)) })
  .regex(EMAIL_ADDRESS, { error: ({ input }) => emailProblem(String(input)) });
