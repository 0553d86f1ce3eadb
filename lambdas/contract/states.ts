import * as z from 'zod';
import { EMAIL_ADDRESS, emailProblem, MAX_EMAIL } from './email-address.ts';

/*
 * States and addresses that stores and kinds of targets read too. They are separate from the messages, so a function
 * without those messages does not make their schemas at its start.
 */

export const accountStatus = z.enum(['free', 'premium', 'premium_cancelled', 'admin']);
export type AccountStatus = z.infer<typeof accountStatus>;

/** The order of calls that wait for the daily quota. */
export const holdOrder = z.enum(['newest-day-first', 'arrival']);
export type HoldOrder = z.infer<typeof holdOrder>;

export const targetStatus = z.enum(['created', 'pending', 'active', 'inactive', 'disabled', 'deleted']);
export type TargetStatus = z.infer<typeof targetStatus>;

/** The cause of a message's delivery. `call`: the first time, straight from its call; `manual`: a user asked for it. */
export const attemptCause = z.enum(['call', 'retry', 'wake-up', 'probe', 'manual', 'lost-message', 'reconciler']);
export type AttemptCause = z.infer<typeof attemptCause>;

/** An address that email can be sent to. */
export const email = z
  .string()
  .max(MAX_EMAIL, { error: ({ input }) => emailProblem(String(input)) })
  .regex(EMAIL_ADDRESS, { error: ({ input }) => emailProblem(String(input)) });
