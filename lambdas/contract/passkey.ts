import * as z from 'zod';
import { MAX_NAME, MAX_PASSKEYS, RECOVERY_CODES } from './bounds.ts';
import { count, shortName, timestamp } from './common.ts';

/*
 * Passkeys in the JSON of WebAuthn Level 3 (https://www.w3.org/TR/webauthn-3/), with its names in camel case. Only the
 * fields that the server reads are listed.
 */

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');

/** The longest credential ID has 1023 bytes (WebAuthn, 4). */
const credentialId = base64url(1364);

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const currentPassword = z.string().min(1, 'Enter your current password').max(1024);

const name = z
  .string()
  .trim()
  .min(1, 'A name is required')
  .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
  .describe('A name for the list of passkeys.');

/** The body of POST /passkeys/options and POST /passkeys/{id}/remove. */
export const passwordProof = z.object({ current_password: currentPassword });

/** The body of POST /passkeys. */
export const newPasskey = z.object({
  name,
  credential: z
    .object({
      ...credential,
      response: z.object({ clientDataJSON: base64url(8192), attestationObject: base64url(32_768) }),
    })
    .describe('The `RegistrationResponseJSON` of the browser.'),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** The browser's answer to a sign-in with a passkey. */
export const passkeyProof = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(2048),
      userHandle: base64url(88).optional(),
    }),
  })
  .describe('The `AuthenticationResponseJSON` of the browser.');
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** The body of POST /user/login/passkey. */
export const passkeyLogin = z.object({ credential: passkeyProof });

/** The body of PUT /passkeys/{id}. */
export const passkeyName = z.object({ name });

/** The body of POST /passkeys/second-factor. */
export const secondFactorChange = z.object({
  on: z.boolean().describe('True to require a passkey after the password. If it is already on, you get new codes.'),
  current_password: currentPassword,
});

const challenge = base64url(64).describe('Valid once, for five minutes.');
const timeout = count.describe('Milliseconds.');

export const creationOptions = z.object({
  options: z
    .object({
      challenge,
      timeout,
      rp: z.object({ id: shortName, name: shortName }),
      user: z.object({ id: base64url(88), name: z.string().max(254), displayName: z.string().max(254) }),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })).max(10),
      excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: credentialId })).max(MAX_PASSKEYS),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    })
    .describe('The `PublicKeyCredentialCreationOptionsJSON` for the browser.'),
});

export const requestOptions = z.object({
  options: z
    .object({ challenge, timeout, rpId: shortName, userVerification: z.literal('required') })
    .describe('The `PublicKeyCredentialRequestOptionsJSON` for the browser.'),
});

export const passkey = z.object({
  id: shortName.regex(/^[0-9a-f]{20}$/),
  name: shortName,
  created_at: timestamp,
  last_used_at: timestamp.describe('The zero date before the first use.'),
});
export type PasskeyWire = z.infer<typeof passkey>;

export const passkeyList = z.object({
  passkeys: z.array(passkey).max(MAX_PASSKEYS).describe('The passkeys, oldest first.'),
  max_passkeys: count,
  second_factor: z.boolean().describe('True if signing in with the password also needs a passkey or a recovery code.'),
  recovery_codes_left: count.describe('Number of unused recovery codes.'),
});
export type PasskeyListWire = z.infer<typeof passkeyList>;

export const recoveryCodes = z.object({
  recovery_codes: z
    .array(z.string().max(20))
    .max(RECOVERY_CODES)
    .describe('New recovery codes, returned only once. Each works once. Empty if the second factor was turned off.'),
});
