import type { Account } from '../model/account.ts';
import { log } from '../platform/log.ts';
import { type SessionPorts, signIn, signOut, type TokenPair } from './sessions.ts';

export type StartSessionPorts = SessionPorts & { suspendForReview: (userId: number, since: string) => Promise<void> };

/** Starts a session for a user who has proved their identity, and ends the browser's previous one (`cookie`). */
export const startSession = async (
  { userId, epoch, reviewSince }: Account,
  ip: string,
  cookie: string | undefined,
  ports: StartSessionPorts,
): Promise<TokenPair> => {
  // The password reset may have stopped half-way, so the items are suspended again.
  if (reviewSince !== undefined) await ports.suspendForReview(userId, reviewSince);
  await signOut(cookie, ports);
  log.info('signed in', { userId, ip });
  return signIn({ userId, epoch }, ports);
};
