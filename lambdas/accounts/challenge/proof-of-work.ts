import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type ChallengeAction, challengeAction, type PowChallenge } from '#contract/challenge';
import type { ChallengeVerifier, NonceStore } from '../../model/account-ports.ts';
import { type Clock, epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

interface ProofOfWorkPorts {
  nonces: NonceStore;
  /** The key that signs challenges, the same in all processes. */
  secret: () => Promise<string>;
  clock: Clock;
}

interface ProofOfWorkSettings {
  /** The upper limit of the number to find. On average, a solver tries half of the numbers. */
  maxnumber: number;
  expiresSeconds: number;
}

const refused = (reason: string) => new AppError('challenge-failed', `The bot challenge ${reason}. Try again.`);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sign = (challenge: string, secret: string) => createHmac('sha256', secret).update(challenge).digest('hex');

/**
 * The form of the salt, which carries the challenge's purpose and expiry. It ends with `&`, because the number is
 * appended to it. Otherwise, digits could move from the number into the expiry without changing the hash.
 */
const SALT = /^[0-9a-f]{32}\?action=([A-Z_]+)&expires=(\d{10})&$/;

const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  number: z.int().min(0),
  salt: z.string().max(200),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

const decode = (token: string): z.infer<typeof solution> => {
  try {
    return solution.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    throw refused('has an invalid format');
  }
};

const equal = (a: string, b: string) => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));

/** Creates a challenge for `action`; see `lambdas/contract/challenge.ts`. Nothing is stored until it is solved. */
export const createChallenge = async (
  action: ChallengeAction,
  { maxnumber, expiresSeconds }: ProofOfWorkSettings,
  { secret, clock }: Pick<ProofOfWorkPorts, 'secret' | 'clock'>,
): Promise<PowChallenge> => {
  const expires = epochSeconds(secondsAfter(clock(), expiresSeconds));
  const salt = `${randomBytes(16).toString('hex')}?action=${action}&expires=${expires}&`;
  const challenge = sha256(salt + randomInt(maxnumber + 1));
  return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature: sign(challenge, await secret()) };
};

/** Verifies solutions of our challenges. Each is accepted once, for its purpose, until it expires. */
export const proofOfWork = ({ nonces, secret, clock }: ProofOfWorkPorts): ChallengeVerifier => ({
  verify: async (token, action) => {
    const { challenge, number, salt, signature } = decode(token);
    if (!equal(signature, sign(challenge, await secret()))) throw refused('was not issued here');
    if (!equal(challenge, sha256(salt + number))) throw refused('is not solved');
    const [, forAction, expires] = SALT.exec(salt) ?? [];
    if (challengeAction.safeParse(forAction).data !== action) throw refused('was solved for a different form');
    const expiresAt = new Date(Number(expires) * 1000);
    if (expiresAt <= clock()) throw refused('has expired');
    if (!(await nonces.spend(challenge, expiresAt))) throw refused('was already used');
  },
});

/**
 * Solves a challenge on the current thread, for scripts.
 * @returns the token, or undefined if there is no solution
 */
export const solve = ({ algorithm, challenge, maxnumber, salt, signature }: PowChallenge): string | undefined => {
  for (let number = 0; number <= maxnumber; number += 1)
    if (sha256(salt + number) === challenge)
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  return undefined;
};
