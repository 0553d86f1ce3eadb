import { hasValidToken, type Session } from './session.ts';

interface GuardPorts {
  session: Session;
  /** Exchanges the session cookie for a new access token; throws if that fails. */
  refresh(): Promise<string>;
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}

/**
 * Called before a protected page opens. Returns true if the token is valid or could be refreshed. If the refresh fails,
 * it signs out and returns false, and the router opens /login.
 */
export async function mayEnter({ session, refresh, now }: GuardPorts): Promise<boolean> {
  if (hasValidToken(session.get(), now())) return true;
  if (!session.get().logged_in) return false;
  try {
    session.setToken(await refresh());
    return true;
  } catch {
    session.signOut();
    return false;
  }
}

/** Reads `?next=`, the page to open after the login, unless it is not a path of this site: links cannot redirect elsewhere. */
export const readNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
