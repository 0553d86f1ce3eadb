import type { UnverifiedReason } from '#contract/unverified';

/**
 * What comes of looking at a call's proof. `detail` never says what would have been right.
 * - `signed`: what the signature covers, which no stranger can change; missing where the secret itself is sent.
 * - `handshake`: the call is no message; the sender wants to be sure of the address, and this is the answer.
 * - `always`: such a call is refused even where others are only marked.
 */
export type Verdict =
  | { verified: true; secret: number; signed?: Buffer; handshake?: Handshake }
  | { verified: false; reason: UnverifiedReason; detail: string; always?: true };

export const refused = (reason: UnverifiedReason, detail: string): Extract<Verdict, { verified: false }> => ({
  verified: false,
  reason,
  detail,
});

/** How a handshake is answered: at once, or after the sender's own URL was opened. */
export type Handshake =
  | { kind: 'answer'; text: string; status?: number; headers?: Record<string, string> }
  | { kind: 'confirm'; url: string };
