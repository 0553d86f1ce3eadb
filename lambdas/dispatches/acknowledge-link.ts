import * as z from 'zod';

/** A link in a call's message to one target. `name` is its watch's. */
export interface AcknowledgeLink {
  userId: number;
  invocationId: string;
  targetId: number;
  name: string;
}

/** Signs texts with a key of the operator, 128 bits in base64. No signature is stored. */
export interface LinkSigner {
  sign(text: string): string;
  /** True if `signature` is the text's, with the present key or an earlier one that is still known. */
  isSigned(text: string, signature: string): boolean;
}

const number = z
  .string()
  .regex(/^[1-9a-z][0-9a-z]{0,10}$/)
  .transform((text) => Number.parseInt(text, 36))
  .refine(Number.isSafeInteger);
const token = z.tuple([
  number,
  z.string().regex(/^[0-9a-z]{28}$/),
  number,
  z.string().regex(/^(?:[\w-]{22})?$/),
  z.string().regex(/^[\w-]{22}$/),
]);

/** The signed part of a token. A call without a key has its own id as its watch's name, which is left out. */
const bodyOf = ({ userId, invocationId, targetId, name }: AcknowledgeLink): string =>
  [userId.toString(36), invocationId, targetId.toString(36), name === invocationId ? '' : name].join('.');

export const acknowledgeUrl = (appUrl: string, link: AcknowledgeLink, { sign }: Pick<LinkSigner, 'sign'>): string => {
  const body = bodyOf(link);
  return `${appUrl}/api/callbacks/acknowledge?t=${body}.${sign(body)}`;
};

/** Parses a token. Returns undefined unless {@link acknowledgeUrl} created exactly this one. */
export const parseAcknowledgeToken = (
  text: string,
  { isSigned }: Pick<LinkSigner, 'isSigned'>,
): AcknowledgeLink | undefined => {
  const { data } = token.safeParse(text.split('.'));
  if (!data) return undefined;
  const [userId, invocationId, targetId, name, signature] = data;
  const link = { userId, invocationId, targetId, name: name || invocationId };
  return isSigned(bodyOf(link), signature) ? link : undefined;
};
