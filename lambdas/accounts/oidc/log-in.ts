import { createHmac } from 'node:crypto';
import type { OidcLogin } from '#contract/oidc';
import { email as emailSchema } from '#contract/states';
import { type Account, normalEmail } from '../../model/account.ts';
import type { PasswordHasher } from '../../model/account-ports.ts';
import { hashOf } from '../../model/session.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { newNumericId, newToken } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { sameSecret } from '../../platform/same-secret.ts';
import type { Limits } from '../limits.ts';
import type { TokenPair } from '../sessions.ts';
import { type StartSessionPorts, startSession } from '../start-session.ts';

/** The values of one sign-in, which OpenID Connect and PKCE (RFC 7636) define. */
interface OidcSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider of this deployment. */
export interface OidcProvider {
  /** The URL of the provider's page. @throws AppError('unavailable') */
  link(secrets: OidcSecrets): Promise<string>;
  /**
   * Exchanges the code, and verifies the ID token.
   * @returns undefined if the provider or the verification rejects it
   * @throws AppError('unavailable')
   */
  identify(answer: OidcLogin, secrets: OidcSecrets): Promise<{ email: string; emailVerified: boolean } | undefined>;
}

/** Begun sign-ins, by the hash of the browser's secret. */
export interface OidcStore {
  put(hash: string, expiresAt: Date): Promise<void>;
  /** @returns true if the sign-in was begun, has not expired, and is taken for the first time */
  take(hash: string, now: Date): Promise<boolean>;
}

export type OidcPorts = StartSessionPorts & {
  /** Undefined if the deployment has no provider. */
  oidc: OidcProvider | undefined;
  oidcSignIns: OidcStore;
  hasher: PasswordHasher;
  limits: Limits;
};

/** Seconds for which a sign-in at the provider may take. */
export const OIDC_SECONDS = 600;

const failed = (
  detail = 'The provider did not confirm this sign-in, or it took longer than ten minutes. Start again.',
) => new AppError('oidc-failed', detail);

/** All values derive from the secret in the browser's cookie. Only the state is ever in a URL, and reveals no other. */
const secretsOf = (secret: string): OidcSecrets => {
  const derive = (name: string) => createHmac('sha256', secret).update(name).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
};

/**
 * Begins a sign-in at the provider. The browser keeps `secret` in a cookie.
 * @throws AppError('not-found' | 'throttled' | 'unavailable')
 */
export const startOidcLogIn = async (
  ip: string,
  { oidc, oidcSignIns, limits, clock }: OidcPorts,
): Promise<{ link: string; secret: string }> => {
  if (!oidc) throw notFound('Path');
  await limits.passkey(ip);
  const secret = newToken(32);
  const link = await oidc.link(secretsOf(secret));
  await oidcSignIns.put(hashOf(secret), secondsAfter(clock(), OIDC_SECONDS));
  return { link, secret };
};

/** The account of a confirmed address, which is created if there is none. Its password is unknown until a reset. */
const accountOf = async (email: string, ports: OidcPorts): Promise<Account> => {
  const found = await ports.accounts.byEmail(email);
  if (found?.emailVerified) return found;
  // A stranger may have registered with this address before its owner's first sign-in.
  if (found)
    throw failed('The account with your address has never confirmed it. Reset its password first, then start again.');
  const userId = newNumericId();
  const passwordHash = await ports.hasher.hash(newToken(32));
  const made = { userId, email, passwordHash, createdAt: ports.clock(), emailVerified: true };
  const isNew = await ports.accounts.insert(made);
  const account = isNew ? await ports.accounts.get(userId) : await ports.accounts.byEmail(email);
  if (!account?.emailVerified) throw failed();
  if (isNew) log.info('account opened', { userId });
  return account;
};

/**
 * Signs in with the provider's answer. It counts only in the browser that began the sign-in, and once. The provider must
 * have confirmed the email address.
 * @throws AppError('not-found' | 'oidc-failed' | 'throttled' | 'unavailable')
 */
export const logInWithOidc = async (
  answer: OidcLogin,
  ip: string,
  { secret, session }: { secret: string | undefined; session: string | undefined },
  ports: OidcPorts,
): Promise<TokenPair> => {
  if (!ports.oidc) throw notFound('Path');
  await ports.limits.passkey(ip);
  const secrets = secret === undefined ? undefined : secretsOf(secret);
  if (!secret || !secrets || !sameSecret(secrets.state, answer.state)) throw failed();
  if (!(await ports.oidcSignIns.take(hashOf(secret), ports.clock()))) throw failed();
  const identity = await ports.oidc.identify(answer, secrets);
  if (!identity) throw failed();
  const email = emailSchema.safeParse(identity.email);
  if (!identity.emailVerified || !email.success)
    throw failed('The provider has not confirmed your email address. Confirm it there, then start again.');
  return startSession(await accountOf(normalEmail(email.data), ports), ip, session, ports);
};
