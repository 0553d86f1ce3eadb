import type { Registration } from '#contract/account';
import { normalEmail } from '../model/account.ts';
import type { ChallengeVerifier, PasswordHasher } from '../model/account-ports.ts';
import { AppError } from '../platform/errors.ts';
import { newNumericId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Limits } from './limits.ts';
import { demandGoodPassword } from './password-rules.ts';
import { type SessionPorts, signIn, type TokenPair } from './sessions.ts';

export type RegisterPorts = SessionPorts & { hasher: PasswordHasher; challenges: ChallengeVerifier; limits: Limits };

/**
 * Creates a free account and signs in. The password is hashed before the address is looked up, so the response takes
 * equally long for a known address. Its content still differs, because success signs in immediately. The challenge and
 * a limit per address range make it expensive to test addresses.
 * @throws AppError('invalid-input' | 'throttled' | 'challenge-failed' | 'conflict')
 */
export const register = async (request: Registration, ip: string, ports: RegisterPorts): Promise<TokenPair> => {
  const email = normalEmail(request.email);
  await demandGoodPassword(request.password, email, 'password');
  await ports.limits.register(ip);
  await ports.challenges.verify(request.challenge, 'REGISTER', ip);

  const userId = newNumericId();
  const passwordHash = await ports.hasher.hash(request.password);
  const opened = await ports.accounts.insert({ userId, email, passwordHash, createdAt: ports.clock() });
  if (!opened)
    throw new AppError(
      'address-taken',
      'This address can’t be registered. If it is yours, sign in or reset your password.',
    );
  log.info('account opened', { userId, ip });
  return signIn({ userId, epoch: 0 }, ports);
};
