import type { AccountChange } from '#contract/account';
import { tokenInvalid } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { type DemandPasswordPorts, demandPassword, wrongPassword } from './demand-password.ts';
import { demandGoodPassword } from './password-rules.ts';
import { assertOwnAccount } from './read-account.ts';
import { type SessionPorts, signIn, type TokenPair } from './sessions.ts';
import { type SignInChangePorts, tellSignInChange } from './tell-sign-in-change.ts';

export type ChangePasswordPorts = SessionPorts & DemandPasswordPorts & SignInChangePorts;

/**
 * Changes the password, given the current one. All sessions end, and the caller gets a new one. Other fields in the
 * payload, such as the address or plan, are ignored.
 * @throws AppError('not-found' | 'unauthenticated' | 'invalid-input' | 'throttled')
 */
export const changePassword = async (
  userId: number,
  change: Pick<AccountChange, 'current_password' | 'password'>,
  caller: { userId: number; ip: string },
  ports: ChangePasswordPorts,
): Promise<TokenPair> => {
  assertOwnAccount(userId, caller.userId);
  const account = await ports.accounts.get(userId);
  if (!account) throw tokenInvalid();
  await demandGoodPassword(change.password, account.email, 'password');

  await demandPassword(account, change.current_password, caller.ip, ports);

  const passwordHash = await ports.hasher.hash(change.password);
  const epoch = await ports.accounts.changePassword(userId, account.passwordHash, passwordHash);
  // A concurrent request has changed the password, so the given one is no longer current.
  if (epoch === undefined) throw wrongPassword();
  await ports.sessions.removeAll(userId);
  log.info('password changed', { userId, ip: caller.ip });
  await tellSignInChange(caller, { kind: 'password-changed' }, ports);
  return signIn({ userId, epoch }, ports);
};
