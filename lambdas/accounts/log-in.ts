import type { Credentials } from '#contract/account';
import { normalEmail } from '../model/account.ts';
import type { PasswordHasher } from '../model/account-ports.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { checkSecondFactor, type PasskeyLogInPorts, type SecondFactor } from './passkeys/log-in.ts';
import type { TokenPair } from './sessions.ts';
import { startSession } from './start-session.ts';
import type { SignInChangePorts } from './tell-sign-in-change.ts';

export type LogInPorts = PasskeyLogInPorts & SignInChangePorts & { hasher: PasswordHasher };

/**
 * Signs in, and ends the browser's previous session (`cookie`). The response, the reads and the hashing are the same
 * for an unknown address and for a wrong password. With the second factor, the first request returns
 * 'second-factor-needed', and the browser repeats it with a passkey or a recovery code.
 * @throws AppError('unauthenticated' | 'throttled')
 */
export const logIn = async (
  credentials: Credentials,
  ip: string,
  cookie: string | undefined,
  ports: LogInPorts,
): Promise<TokenPair & { second: SecondFactor }> => {
  const email = normalEmail(credentials.email);
  const attempt = await ports.limits.login(email, ip);
  const account = await ports.accounts.byEmail(email);
  const isRight = account
    ? await ports.hasher.verify(credentials.password, account.passwordHash)
    : await ports.hasher.pretend(credentials.password).then(() => false);
  if (!account || !isRight) {
    log.info('sign-in rejected', { ip, ...(account ? { userId: account.userId } : {}) });
    throw new AppError('sign-in-failed', 'The email address or password is wrong. Check both, or reset your password.');
  }
  const second = await checkSecondFactor({ userId: account.userId, ip }, credentials, ports);
  // Wrong second factors stay counted. Otherwise, someone with the password could guess recovery codes without a limit.
  await attempt.succeeded();
  if (second === 'missing')
    throw new AppError('second-factor-needed', 'Confirm this sign-in with a passkey or a recovery code.');
  if (ports.hasher.outdated(account.passwordHash))
    await ports.accounts.rehash(account.userId, account.passwordHash, await ports.hasher.hash(credentials.password));
  return { ...(await startSession(account, ip, cookie, ports)), second };
};
