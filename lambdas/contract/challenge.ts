import * as z from 'zod';
import { count, shortName } from './common.ts';

/** The purpose of a challenge. A token for one action is rejected for another. */
export const challengeAction = z.enum(['REGISTER', 'FEEDBACK', 'FORGOT_PASSWORD', 'TRIAL']);
export type ChallengeAction = z.infer<typeof challengeAction>;

/**
 * A proof-of-work challenge in version 1 of ALTCHA's protocol. The client finds a `number` in 0…maxnumber for which
 * hex(SHA-256(salt + number)) equals `challenge`. The token is base64(JSON {algorithm, challenge, number, salt,
 * signature}).
 */
export const powChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: shortName,
  maxnumber: count,
  salt: shortName,
  signature: shortName,
});
export type PowChallenge = z.infer<typeof powChallenge>;
