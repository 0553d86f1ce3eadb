import * as z from 'zod';
import { MAX_SECRETS, MAX_TOLERANCE_SECONDS } from './bounds.ts';
import { count, shortName, timestamp, words } from './common.ts';
import { invocationId, unverifiedReason } from './invocation.ts';
import { senderSlugs } from './senders.ts';

const MAX_SECRET = 4096;
const MAX_RANGES = 50;
const MAX_REJECTIONS = 50;

/** Off: nothing is checked. Report: calls are marked. Enforce: unverified calls are rejected. */
const verificationMode = z.enum(['off', 'report', 'enforce']);

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header');

/** The signing method of a service that has no row; only for `hmac` and `secret`. */
const ownScheme = z
  .object({
    header: headerName.optional().describe('With the signature, or the secret itself.'),
    prefix: z.string().max(40).optional().describe('The prefix of the signature.'),
    encoding: z.enum(['hex', 'base64']).optional().describe('`hex` when left out.'),
    hash: z.enum(['sha256', 'sha1', 'sha512']).optional().describe('`sha256` when left out.'),
    between: z
      .string()
      .max(10)
      .optional()
      .describe('Between the time and the body in what is signed; `.` when left out.'),
    time_header: headerName
      .optional()
      .describe('The time of the signature in seconds since 1970; signed with the body.'),
    tolerance_seconds: z.int().min(0).max(MAX_TOLERANCE_SECONDS).optional().describe('300 when left out.'),
  })
  .describe('Only for `hmac` and `secret`.');

const sender = z.enum(senderSlugs).describe('The service, or its general signing method.');
const addresses = z
  .array(z.string().max(49))
  .max(MAX_RANGES)
  .describe('Addresses and ranges (`192.0.2.0/24`) that may call; all may when there is none.');

/** PUT /webhook/{id}/verification. A secret goes in and never comes out again. */
export const verificationChange = z.object({
  mode: verificationMode,
  sender: sender
    .nullable()
    .default(null)
    .describe('`null`: only the addresses are looked at. Another sender ends all secrets before.'),
  own: ownScheme.optional(),
  allow_ips: addresses.default([]),
  add_secret: z
    .string()
    .min(1)
    .max(MAX_SECRET)
    .optional()
    .describe(
      'Another secret in force, of at most 3, and of at least 8 bytes once it is decoded. Blanks around it are cut.',
    ),
  retire_secret_ids: z.array(shortName).max(MAX_SECRETS).default([]),
  retire_after_hours: z
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('Hours for which the retired secrets are still accepted, so no call is lost.'),
});
export type VerificationChange = z.output<typeof verificationChange>;

export const verification = z.object({
  mode: verificationMode,
  sender: sender.nullable(),
  own: ownScheme.optional(),
  allow_ips: addresses,
  secrets: z
    .array(
      z.object({
        id: shortName,
        hint: shortName.describe('The last characters of it.'),
        created_at: timestamp,
        expires_at: timestamp.optional().describe('Missing: until it is retired.'),
      }),
    )
    .max(MAX_SECRETS),
});
export type VerificationWire = z.infer<typeof verification>;

/** POST /webhook/{id}/verification/check: checks whether recent calls would have been verified. Changes nothing. */
export const verificationCheck = z.object({
  sender,
  own: ownScheme.optional(),
  secret: z.string().min(1).max(MAX_SECRET).optional().describe('Left out: the secrets that are in force.'),
  last: z.int().min(0).max(50).default(20).describe('The number of newest calls to look at.'),
});
export type VerificationCheck = z.output<typeof verificationCheck>;

export const checkedCalls = z.object({
  secret_id: shortName
    .optional()
    .describe('The webhook’s secret that equals the given one; missing when none does, or it is retired.'),
  checked: count.describe('The number of calls that were looked at.'),
  passed: count,
  results: z
    .array(
      z.object({
        invocation_id: invocationId,
        outcome: z
          .enum(['verified', 'unverified', 'not-checkable'])
          .describe('`not-checkable`: the proof was a secret in a header, which is not kept.'),
        secret_id: shortName.optional().describe('The secret that signed it, of those in force.'),
        reason: unverifiedReason.optional(),
        detail: words.optional(),
      }),
    )
    .max(50),
  hint: words.optional().describe('The likely mistake, found by trying the commonest ones on the newest call.'),
});
export type CheckedCalls = z.infer<typeof checkedCalls>;

/** A rejected call, kept for a week. */
export const rejection = z.object({
  id: invocationId,
  at: timestamp,
  reason: unverifiedReason,
  detail: words,
  ip: z.string().max(45),
  method: z.string().max(20),
  query: z.string().max(10_240),
  content_type: z.string().max(10_240),
  size: count.describe('Size of the body in bytes.'),
  body: z.string().max(65_536).describe('The beginning of the body as text.'),
  complete: z.boolean().describe('false: the body was too large to be kept whole, so that it cannot be delivered.'),
  more: count.describe(
    'The number of rejected calls right before it that were not stored, because they were too many.',
  ),
});
export const rejections = z.array(rejection).max(MAX_REJECTIONS);
export type RejectionWire = z.infer<typeof rejection>;
