import type { UnverifiedReason } from '#contract/unverified';

/**
 * The result of verifying a call.
 * - `signed`: the signed part, which no stranger can change; missing if the secret itself is sent.
 * - `handshake`: the call is a URL verification request, and this is the response.
 * - `always`: such a call is rejected even in report mode.
 */
export type VerificationResult =
  | { verified: true; secret: number; signed?: Buffer; handshake?: Handshake }
  | { verified: false; reason: UnverifiedReason; detail: string; always?: true };

export const refused = (
  reason: UnverifiedReason,
  detail: string,
): Extract<VerificationResult, { verified: false }> => ({
  verified: false,
  reason,
  detail,
});

/** The response to a URL verification request: immediate, or after the sender's URL was opened. */
export type Handshake =
  | { kind: 'answer'; text: string; status?: number; headers?: Record<string, string> }
  | { kind: 'confirm'; url: string };
