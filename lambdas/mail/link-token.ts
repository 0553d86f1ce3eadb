import * as z from 'zod';

/*
 * Tokens for links in emails that never expire (unsubscribe, notices). A token contains ids in base 36 and a stored
 * random key, which proves that the email was received: `<user id>.<target id>.<key>` or `<user id>.<key>`.
 */

const id = z
  .string()
  .regex(/^[1-9a-z][0-9a-z]{0,10}$/)
  .transform((text) => Number.parseInt(text, 36))
  .refine(Number.isSafeInteger);
/** 128 bits in base64 (`newToken`). */
const key = z.string().regex(/^[\w-]{22}$/);
const tokenOfUser = z.tuple([id, key]);
const tokenOfTarget = z.tuple([id, id, key]);

const inBase36 = (number: number) => number.toString(36);

export const userLinkToken = (userId: number, secret: string): string => `${inBase36(userId)}.${secret}`;

/** Parses a token. Returns undefined for one that {@link userLinkToken} did not create. */
export const parseUserLinkToken = (token: string): { userId: number; key: string } | undefined => {
  const { data } = tokenOfUser.safeParse(token.split('.'));
  return data && { userId: data[0], key: data[1] };
};

export const targetLinkToken = (userId: number, targetId: number, secret: string): string =>
  `${inBase36(userId)}.${inBase36(targetId)}.${secret}`;

/** Parses a token. Returns undefined for one that {@link targetLinkToken} did not create. */
export const parseTargetLinkToken = (token: string): { userId: number; targetId: number; key: string } | undefined => {
  const { data } = tokenOfTarget.safeParse(token.split('.'));
  return data && { userId: data[0], targetId: data[1], key: data[2] };
};
