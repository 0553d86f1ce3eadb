import * as z from 'zod';

/** The shape of the variable CHALLENGE: the bot challenge service, and its settings. */
export const challengeSettings = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('pow'),
    maxnumber: z.int().min(1).max(10_000_000),
    expiresSeconds: z.int().min(10),
  }),
  z.object({ provider: z.literal('turnstile'), siteKey: z.string().min(1) }),
  z.object({
    provider: z.literal('recaptcha'),
    siteKey: z.string().min(1),
    /** The lowest accepted score, from 0 (bot) to 1 (person). Google suggests starting with 0.5. */
    minScore: z.number().min(0).max(1).default(0.5),
  }),
]);
export type ChallengeSettings = z.infer<typeof challengeSettings>;
