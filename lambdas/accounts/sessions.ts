import type { AccessTokens, AccountStore, SessionStore } from '../model/account-ports.ts';
import {
  beginSession,
  formatRefreshToken,
  hashOf,
  judge,
  parseRefreshToken,
  type RefreshToken,
  rotated,
  successorOf,
} from '../model/session.ts';
import type { Clock } from '../platform/clock.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { log } from '../platform/log.ts';

export type SessionPorts = {
  accounts: AccountStore;
  sessions: SessionStore;
  accessTokens: AccessTokens;
  refreshKey: () => Promise<string>;
  clock: Clock;
};

/** The two tokens of a session. The refresh token is sent only in the cookie. */
export interface TokenPair {
  userId: number;
  accessToken: string;
  refreshToken: string;
}

/** Starts a session for a user who has just proved their identity. */
export const signIn = async (
  { userId, epoch, trial = false }: { userId: number; epoch: number; trial?: boolean },
  ports: SessionPorts,
): Promise<TokenPair> => {
  const { session, token } = beginSession(userId, epoch, ports.clock());
  await ports.sessions.insert(session);
  const accessToken = await ports.accessTokens.issue(userId, { trial });
  return { userId, accessToken, refreshToken: formatRefreshToken(token) };
};

const read = async ({ userId, family }: RefreshToken, ports: SessionPorts) => {
  const [session, account] = await Promise.all([ports.sessions.get(userId, family), ports.accounts.get(userId)]);
  return { session, epoch: account?.epoch, trial: account?.status === 'trial' };
};

/**
 * Exchanges a refresh token for a new one and an access token. A token that was replaced more than a few seconds ago
 * ends its whole session.
 * @param userId the account to which the client assigns the cookie
 * @throws AppError('unauthenticated')
 */
export const refresh = async (cookie: string | undefined, userId: number, ports: SessionPorts): Promise<TokenPair> => {
  const token = parseRefreshToken(cookie);
  if (!token || token.userId !== userId) throw tokenInvalid();
  const successor = successorOf(token.secret, await ports.refreshKey());

  // The second round is for a request that lost a race against another tab, which has just replaced its token.
  for (const round of [1, 2]) {
    const now = ports.clock();
    const { session, epoch, trial } = await read(token, ports);
    const verdict = judge(session, token.secret, epoch, now);
    if (verdict === 'ended' || !session) throw tokenInvalid();
    if (verdict === 'reused') {
      await ports.sessions.remove(userId, token.family);
      log.warn('session ended', { userId, reason: 'refresh token reused' });
      throw tokenInvalid();
    }
    const done =
      verdict === 'just-replaced' ||
      (await ports.sessions.rotate(rotated(session, successor, now), hashOf(token.secret)));
    if (done)
      return {
        userId,
        accessToken: await ports.accessTokens.issue(userId, { trial }),
        refreshToken: formatRefreshToken({ ...token, secret: successor }),
      };
    if (round === 2) break;
  }
  throw tokenInvalid();
};

/**
 * Ends the session of a cookie. Signing out always succeeds, even without a session. Only the session's own token ends
 * it, so no one can sign out other users by guessing.
 */
export const signOut = async (
  cookie: string | undefined,
  ports: Pick<SessionPorts, 'sessions' | 'clock'>,
): Promise<void> => {
  const token = parseRefreshToken(cookie);
  if (!token) return;
  const session = await ports.sessions.get(token.userId, token.family);
  const verdict = judge(session, token.secret, session?.epoch, ports.clock());
  if (verdict === 'current' || verdict === 'just-replaced') await ports.sessions.remove(token.userId, token.family);
};
