import type { UnverifiedReason } from '#contract/unverified';

/**
 * The result of verifying a call.
 * - `signed`: the bytes that the signature covers; missing if the call contains the secret itself.
 * - `handshake`: the response, if the call is a URL verification request.
 * - `always`: true if the call is rejected even in report mode.
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

/** The response to a URL verification request: sent immediately, or after opening the sender's URL. */
export type Handshake =
  | { kind: 'answer'; text: string; status?: number; headers?: Record<string, string> }
  | { kind: 'confirm'; url: string };
