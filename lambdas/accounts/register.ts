import type { Registration } from '#contract/account';
import { type Account, normalEmail } from '../model/account.ts';
import type { ChallengeVerifier, PasswordHasher } from '../model/account-ports.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { AppError } from '../platform/errors.ts';
import { newNumericId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Limits } from './limits.ts';
import { demandGoodPassword } from './password-rules.ts';
import { type SessionPorts, signIn, type TokenPair } from './sessions.ts';
import { trialOfCookie } from './trials.ts';

export type RegisterPorts = SessionPorts & {
  hasher: PasswordHasher;
  challenges: ChallengeVerifier;
  limits: Limits;
  webhooks: Pick<WebhookStore, 'list'>;
};

/**
 * Creates a free account and signs in. The password is hashed before the address is looked up, so the response takes
 * equally long for a known address. Its content still differs, because success signs in immediately. The challenge and
 * a limit per address range make it expensive to test addresses.
 * @param cookie the session cookie, if the app's own page sent it. If its session belongs to a trial, the trial becomes
 * the account.
 * @throws AppError('invalid-input' | 'throttled' | 'challenge-failed' | 'conflict')
 */
export const register = async (
  request: Registration,
  ip: string,
  cookie: string | undefined,
  ports: RegisterPorts,
): Promise<TokenPair> => {
  const email = normalEmail(request.email);
  await demandGoodPassword(request.password, email, 'password');
  await ports.limits.register(ip);
  await ports.challenges.verify(request.challenge, 'REGISTER', ip);

  const passwordHash = await ports.hasher.hash(request.password);
  const trial = await trialOfCookie(cookie, ports);
  const claimed = trial && (await claimTrial(trial, { email, passwordHash }, ports));
  if (claimed) {
    log.info('trial claimed', { userId: claimed.userId, ip });
    return signIn(claimed, ports);
  }
  const userId = newNumericId();
  const opened = await ports.accounts.insert({ userId, email, passwordHash, createdAt: ports.clock() });
  if (!opened) throw addressTaken();
  log.info('account opened', { userId, ip });
  return signIn({ userId, epoch: 0 }, ports);
};

const addressTaken = () =>
  new AppError('address-taken', 'This address can’t be registered. If it is yours, sign in or reset your password.');

/**
 * Turns a trial into a Free account with the same id, webhook, URL and calls.
 * @returns undefined if it was deleted meanwhile, so a new account is the only choice
 */
const claimTrial = async (
  { userId }: Pick<Account, 'userId'>,
  given: { email: string; passwordHash: string },
  { accounts, webhooks, clock }: RegisterPorts,
): Promise<{ userId: number; epoch: number } | undefined> => {
  const routes = (await webhooks.list(userId)).map(({ route }) => route);
  const epoch = await accounts.claim({ userId, routes }, { ...given, now: clock() });
  if (epoch === 'address-taken') throw addressTaken();
  return epoch === 'gone' ? undefined : { userId, epoch };
};
