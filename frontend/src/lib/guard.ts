import { hasValidToken, type Session } from './session.ts';

interface GuardPorts {
  session: Session;
  /** Gets a new access token by the session cookie; throws when that fails. */
  refresh(): Promise<string>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Called before a protected page: true when the token is valid or could be refreshed. Any failure of the refresh logs
 * out and returns false; the router then opens /login.
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

/** The asked page, kept over the login; only paths of this site, so a link cannot lead elsewhere afterwards. */
export function safeNextPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}
