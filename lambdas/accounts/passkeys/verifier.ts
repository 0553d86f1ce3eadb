import type { NewPasskey, PasskeyProof } from '#contract/passkey';
import type { Passkey, PasskeyPurpose, PasskeyStore } from '../../model/passkey.ts';
import { hashOf } from '../../model/session.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';

/** Verifies what a browser returns for a passkey. Both methods resolve to undefined if it is rejected. */
export interface PasskeyVerifier {
  /** The hostname to which passkeys belong (WebAuthn, 5.4.2). */
  relyingPartyId: string;
  registration(
    credential: NewPasskey['credential'],
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> | undefined>;
  /** @returns the authenticator's new counter */
  assertion(
    credential: PasskeyProof,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>,
    challenge: string,
  ): Promise<number | undefined>;
}

/** Seconds for which a challenge is valid. */
export const CHALLENGE_SECONDS = 300;

export type ChallengePorts = { passkeys: PasskeyStore; clock: Clock };

/** Creates and stores a challenge of 256 random bits. */
export const issueChallenge = async (purpose: PasskeyPurpose, { passkeys, clock }: ChallengePorts): Promise<string> => {
  const challenge = newToken(32);
  await passkeys.putChallenge(hashOf(challenge), purpose, secondsAfter(clock(), CHALLENGE_SECONDS));
  return challenge;
};

const challengeIn = (clientDataJSON: string): string => {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge);
  } catch {
    return '';
  }
};

/** Uses up the challenge that the browser signed, even if the rest is rejected later. */
export const spendChallenge = async (
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
  { passkeys, clock }: ChallengePorts,
): Promise<{ challenge: string; purpose: PasskeyPurpose | undefined }> => {
  const challenge = challengeIn(clientDataJSON);
  return { challenge, purpose: await passkeys.takeChallenge(hashOf(challenge), clock()) };
};
