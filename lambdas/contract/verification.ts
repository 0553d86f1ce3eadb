import * as z from 'zod';
import { MAX_SECRETS, MAX_TOLERANCE_SECONDS } from './bounds.ts';
import { count, shortName, timestamp, words } from './common.ts';
import { invocationId, unverifiedReason } from './invocation.ts';
import { senderSlugs } from './senders.ts';

const MAX_SECRET = 4096;
const MAX_RANGES = 50;
const MAX_REJECTIONS = 50;

/** With `off`, nothing is checked. With `report`, unverified calls are marked. With `enforce`, they are rejected. */
const verificationMode = z.enum(['off', 'report', 'enforce']);

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header');

/** A custom signing method; only for `hmac` and `secret`. */
const ownScheme = z
  .object({
    header: headerName.optional().describe('The header that contains the signature or the secret.'),
    prefix: z.string().max(40).optional().describe('The prefix of the signature.'),
    encoding: z.enum(['hex', 'base64']).optional().describe('The encoding of the signature; `hex` by default.'),
    hash: z.enum(['sha256', 'sha1', 'sha512']).optional().describe('The hash algorithm; `sha256` by default.'),
    between: z
      .string()
      .max(10)
      .optional()
      .describe('The separator between time and body in the signed text. By default, `.`.'),
    time_header: headerName
      .optional()
      .describe('The header with the time of the signature, in seconds since 1970, which is signed with the body.'),
    tolerance_seconds: z
      .int()
      .min(0)
      .max(MAX_TOLERANCE_SECONDS)
      .optional()
      .describe('The maximum age of a signature in seconds; 300 by default.'),
  })
  .describe('The details of the signing method. Only for `hmac` and `secret`.');

const sender = z
  .enum(senderSlugs)
  .describe('The service, or a general signing method for services that are not in the list.');
const addresses = z
  .array(z.string().max(49))
  .max(MAX_RANGES)
  .describe('The IP addresses and ranges (`192.0.2.0/24`) that can call. If empty, all addresses can call.');

/** PUT /webhook/{id}/verification. Secrets are accepted and never returned. */
export const verificationChange = z.object({
  mode: verificationMode,
  sender: sender
    .nullable()
    .default(null)
    .describe(
      'The service that signs the calls. `null`: only the caller’s IP address is checked, against `allow_ips`. Choosing another service removes all earlier secrets.',
    ),
  own: ownScheme.optional(),
  allow_ips: addresses.default([]),
  add_secret: z
    .string()
    .min(1)
    .max(MAX_SECRET)
    .optional()
    .describe(
      'A new secret, at least 8 bytes when decoded. Surrounding spaces are removed. At most 3 secrets are valid at a time.',
    ),
  retire_secret_ids: z.array(shortName).max(MAX_SECRETS).default([]),
  retire_after_hours: z
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('Number of hours for which the retired secrets are still accepted; 24 by default.'),
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
        hint: shortName.describe('The last characters of the secret.'),
        created_at: timestamp,
        expires_at: timestamp.optional().describe('The expiry date. Omitted if the secret does not expire.'),
      }),
    )
    .max(MAX_SECRETS),
});
export type VerificationWire = z.infer<typeof verification>;

/**
 * The body of POST /webhook/{id}/verification/check, which checks whether recent calls would have been verified.
 * Changes nothing.
 */
export const verificationCheck = z.object({
  sender,
  own: ownScheme.optional(),
  secret: z
    .string()
    .min(1)
    .max(MAX_SECRET)
    .optional()
    .describe('The secret to check. If omitted, the current secrets.'),
  last: z.int().min(0).max(50).default(20).describe('Number of recent calls to check; 20 by default.'),
});
export type VerificationCheck = z.output<typeof verificationCheck>;

export const checkedCalls = z.object({
  secret_id: shortName
    .optional()
    .describe(
      'The ID of the webhook’s secret that equals the given one. Omitted if no secret matches, or if the matching one is retired.',
    ),
  checked: count.describe('Number of calls checked.'),
  passed: count,
  results: z
    .array(
      z.object({
        invocation_id: invocationId,
        outcome: z
          .enum(['verified', 'unverified', 'not-checkable'])
          .describe('The result. `not-checkable`: the proof was a secret in a header, which is not stored.'),
        secret_id: shortName.optional().describe('The ID of the current secret that matches the call’s signature.'),
        reason: unverifiedReason.optional(),
        detail: words.optional(),
      }),
    )
    .max(50),
  hint: words.optional().describe('The likely mistake, found by trying common ones on the latest call.'),
});
export type CheckedCalls = z.infer<typeof checkedCalls>;

/** A rejected call, which is stored for a week. */
export const rejection = z.object({
  id: invocationId,
  at: timestamp,
  reason: unverifiedReason,
  detail: words,
  ip: z.string().max(45),
  method: z.string().max(20),
  query: z.string().max(10_240),
  content_type: z.string().max(10_240),
  size: count.describe('The size of the body in bytes.'),
  body: z.string().max(65_536).describe('The beginning of the body as text.'),
  complete: z
    .boolean()
    .describe('`false` if the body was too large to be stored completely, so the call can’t be delivered.'),
  more: count.describe(
    'Number of rejected calls immediately before this one that were not stored, because too many arrived.',
  ),
});
export const rejections = z.array(rejection).max(MAX_REJECTIONS);
export type RejectionWire = z.infer<typeof rejection>;
