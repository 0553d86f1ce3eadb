import type { Account } from '../model/account.ts';
import type { PasswordHasher } from '../model/account-ports.ts';
import { invalidField } from '../platform/errors.ts';
import type { Limits } from './limits.ts';

export const wrongPassword = () =>
  invalidField('current_password', 'password-wrong', 'The current password is wrong. Enter it again.');

export type DemandPasswordPorts = { hasher: PasswordHasher; limits: Limits };

/**
 * Proves that a signed-in user still knows the password, because the access token may be stolen. Wrong passwords count
 * towards a limit.
 * @throws AppError('invalid-input' | 'throttled')
 */
export const demandPassword = async (
  { userId, passwordHash }: Account,
  password: string,
  ip: string,
  { hasher, limits }: DemandPasswordPorts,
): Promise<void> => {
  const attempt = await limits.passwordChange(userId, ip);
  if (!(await hasher.verify(password, passwordHash))) throw wrongPassword();
  await attempt.succeeded();
};
