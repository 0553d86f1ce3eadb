import type { PowChallenge } from '#contract/challenge';

const encoder = new TextEncoder();
/** Number of concurrent digests: enough to hide the cost of a promise, few enough to stop soon after the solution. */
const BATCH = 512;

/**
 * Finds the number of a proof of work (ALTCHA protocol version 1): hex(SHA-256(salt + number)) equals `challenge`.
 * @returns the number, or undefined if none up to `maxnumber` fits
 */
export async function findNumber({ challenge, salt, maxnumber }: PowChallenge): Promise<number | undefined> {
  const wanted = Uint8Array.from(challenge.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  for (let start = 0; start <= maxnumber; start += BATCH) {
    const size = Math.min(BATCH, maxnumber - start + 1);
    const digests = await Promise.all(
      Array.from({ length: size }, (_, index) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${start + index}`)),
      ),
    );
    const hit = digests.findIndex((digest) => sameBytes(new Uint8Array(digest), wanted));
    if (hit >= 0) return start + hit;
  }
  return undefined;
}

/** The token for the server: base64 of the solved challenge. */
export function challengeToken({ algorithm, challenge, salt, signature }: PowChallenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

const sameBytes = (left: Uint8Array, right: Uint8Array) =>
  left.length === right.length && left.every((byte, index) => byte === right[index]);
