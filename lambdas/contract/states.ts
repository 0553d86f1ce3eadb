import * as z from 'zod';
import { EMAIL_ADDRESS, emailProblem, MAX_EMAIL } from './email-address.ts';

/*
 * Schemas that stores and target kinds use too. They are separate from the message schemas, so a function that needs
 * only these starts faster.
 */

export const accountStatus = z.enum(['free', 'premium', 'premium_cancelled', 'admin', 'trial']);
export type AccountStatus = z.infer<typeof accountStatus>;

/** The order in which held calls are released. */
export const holdOrder = z.enum(['newest-day-first', 'arrival']);
export type HoldOrder = z.infer<typeof holdOrder>;

export const targetStatus = z.enum(['created', 'pending', 'active', 'inactive', 'disabled', 'deleted']);
export type TargetStatus = z.infer<typeof targetStatus>;

/**
 * The cause of a delivery attempt.
 * - `call`: the first attempt, directly after the call
 * - `manual`: a user's request
 * - `fallback`: another target did not accept the message in time
 * - `escalation`: no one acknowledged the call in time
 */
export const attemptCause = z.enum([
  'call',
  'retry',
  'wake-up',
  'probe',
  'manual',
  'lost-message',
  'reconciler',
  'fallback',
  'escalation',
]);
export type AttemptCause = z.infer<typeof attemptCause>;

/** A valid email address. */
export const email = z
  .string()
  .max(MAX_EMAIL, { error: ({ input }) => emailProblem(String(input)) })
  .regex(EMAIL_ADDRESS, { error: ({ input }) => emailProblem(String(input)) });

/** The effect of a call's message at a target: of a follow-up on earlier messages, or in a digest. */
export const followHow = z.enum(['new', 'update', 'reply', 'update-and-reply', 'counted', 'digest']);
export type FollowHow = z.infer<typeof followHow>;

/**
 * An event that causes notices. `target_paused`: a target's messages have been waiting for minutes. `webhook_silent`:
 * a silence alarm rings, or calls are back.
 */
export const noticeEvent = z.enum([
  'quota',
  'storage',
  'target_inactive',
  'target_paused',
  'message_failed',
  'webhook_silent',
]);
export type NoticeEvent = z.infer<typeof noticeEvent>;

/** Follow-up messages about the same matter. */
export const followChoice = z.enum(['off', 'auto', 'reply', 'update']);

/**
 * The unit of a message's limit: UTF-16 units before or after the provider's escaping, UTF-8 bytes, or bytes of the
 * card.
 */
export const limitUnit = z.enum(['utf16', 'entitiesEscaped', 'markdownEscaped', 'utf8Bytes', 'cardBytes']);
