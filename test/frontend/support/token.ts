const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned access token that expires at the given time (milliseconds since the epoch). */
export const tokenUntil = (expiresAt: number): string =>
  `${part({ alg: 'none' })}.${part({ exp: expiresAt / 1000 })}.signature`;
