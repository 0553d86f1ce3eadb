import type { Credentials } from '#contract/account';
import { normalEmail } from '../model/account.ts';
import type { PasswordHasher } from '../model/account-ports.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import type { Limits } from './limits.ts';
import { type SessionPorts, signIn, signOut, type TokenPair } from './sessions.ts';

export type LogInPorts = SessionPorts & {
  hasher: PasswordHasher;
  limits: Limits;
  suspendForReview: (userId: number, since: string) => Promise<void>;
};

/**
 * Signs in, and ends the browser's previous session (`cookie`). The response, the reads and the hashing are the same
 * for an unknown address and for a wrong password.
 * @throws AppError('unauthenticated' | 'throttled')
 */
export const logIn = async (
  credentials: Credentials,
  ip: string,
  cookie: string | undefined,
  ports: LogInPorts,
): Promise<TokenPair> => {
  const email = normalEmail(credentials.email);
  const attempt = await ports.limits.login(email, ip);
  const account = await ports.accounts.byEmail(email);
  const isRight = account
    ? await ports.hasher.verify(credentials.password, account.passwordHash)
    : await ports.hasher.pretend(credentials.password).then(() => false);
  if (!account || !isRight) {
    log.info('sign-in refused', { ip, ...(account ? { userId: account.userId } : {}) });
    throw new AppError('sign-in-failed', 'The email address or password is wrong. Check both, or reset your password.');
  }
  await attempt.succeeded();
  // The password reset may have stopped half-way, so the items are suspended again.
  if (account.reviewSince !== undefined) await ports.suspendForReview(account.userId, account.reviewSince);
  await signOut(cookie, ports);
  if (ports.hasher.outdated(account.passwordHash))
    await ports.accounts.rehash(account.userId, account.passwordHash, await ports.hasher.hash(credentials.password));
  log.info('signed in', { userId: account.userId, ip });
  return signIn({ userId: account.userId, epoch: account.epoch }, ports);
};
