/** Browsers accept the prefix `__Host-` only with `Secure` and `Path=/`, and only for this host. */
export const SESSION_COOKIE = '__Host-session';

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Returns the `Set-Cookie` value that stores a refresh token in the browser for `seconds`. */
export const sessionCookie = (refreshToken: string, seconds: number): string =>
  `${SESSION_COOKIE}=${refreshToken}; ${attributes}; Max-Age=${seconds}`;

/** Holds the secret of a sign-in at the provider, which only the browser that began it can finish. */
export const OIDC_COOKIE = '__Host-oidc';

/** Returns the `Set-Cookie` value for `seconds`; 0 removes the cookie. */
export const oidcCookie = (secret: string, seconds: number): string =>
  `${OIDC_COOKIE}=${secret}; ${attributes}; Max-Age=${seconds}`;

/** Returns the `Set-Cookie` value that removes the session cookie. */
export const endedSessionCookie = (): string => `${SESSION_COOKIE}=; ${attributes}; Max-Age=0`;
