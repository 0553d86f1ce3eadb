/** The claims of the access token, decoded but not verified, because only the server can check the signature. */
export interface TokenClaims {
  /** The expiry in seconds since the epoch. */
  exp?: number;
  iat?: number;
  sub?: string;
  [claim: string]: unknown;
}

/** Thrown if a token cannot be read; the message names the failed step. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/**
 * Reads the payload of a JWT.
 * @throws {InvalidTokenError} 'must be a string', 'missing part', 'invalid base64' or 'invalid json'
 */
export function decodeToken(token: unknown): TokenClaims {
  if (typeof token !== 'string') throw new InvalidTokenError('Invalid token specified: must be a string');
  const payload = token.split('.')[1];
  if (payload === undefined || payload === '') throw new InvalidTokenError('Invalid token specified: missing part #2');
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(payload));
  } catch {
    throw new InvalidTokenError('Invalid token specified: invalid base64 for part #2');
  }
  try {
    return JSON.parse(json) as TokenClaims;
  } catch {
    throw new InvalidTokenError('Invalid token specified: invalid json for part #2');
  }
}

/** Decodes base64url without padding. @throws DOMException for any other text */
export const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
