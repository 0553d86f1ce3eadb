import { MAX_PASSKEYS, RECOVERY_CODES } from '#contract/bounds';
import { NEVER } from '#contract/never';
import type { NewPasskey, PasskeyListWire, PasskeyWire } from '#contract/passkey';
import type { Account } from '../../model/account.ts';
import type { AccountStore, SessionStore } from '../../model/account-ports.ts';
import {
  handleOf,
  hashOfRecoveryCode,
  idOfCredential,
  newRecoveryCode,
  type Passkey,
  type PasskeySet,
  type PasskeyStore,
} from '../../model/passkey.ts';
import { parseRefreshToken } from '../../model/session.ts';
import { AppError, invalidField, notFound, tokenInvalid } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { type DemandPasswordPorts, demandPassword } from '../demand-password.ts';
import { type SignInChangePorts, tellSignInChange } from '../tell-sign-in-change.ts';
import {
  CHALLENGE_SECONDS,
  type ChallengePorts,
  issueChallenge,
  type PasskeyVerifier,
  spendChallenge,
} from './verifier.ts';

export type PasskeyPorts = ChallengePorts &
  DemandPasswordPorts &
  SignInChangePorts & {
    accounts: AccountStore;
    sessions: SessionStore;
    passkeyVerifier: PasskeyVerifier;
  };

/** The user who changes their passkeys. `cookie` is the session that does not end with the others. */
interface Person {
  userId: number;
  ip: string;
  cookie: string | undefined;
}

/** Maximum number of attempts to store a change. Conflicts are rare, so after this number the request fails. */
const TRIES = 10;

/** ES256, EdDSA and RS256 (COSE algorithms), which cover all common authenticators. */
const ALGORITHMS = [-7, -8, -257];

const toWire = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyWire => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? NEVER,
});

/** Reads, changes and stores a user's passkeys. Repeats this after a conflict. */
export const changePasskeys = async <Result>(
  userId: number,
  passkeys: PasskeyStore,
  decide: (now: PasskeySet) => { set: PasskeySet; result: Result },
): Promise<Result> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { version, ...now } = await passkeys.read(userId);
    const { set, result } = decide(now);
    if (await passkeys.replace(userId, set, version)) return result;
  }
  throw new AppError('unavailable', 'Your passkeys were changed at the same time. Try again.');
};

const demandOwner = async ({ userId, ip }: Person, password: string, ports: PasskeyPorts): Promise<Account> => {
  const account = await ports.accounts.get(userId);
  if (!account) throw tokenInvalid();
  await demandPassword(account, password, ip, ports);
  return account;
};

/** Ends all other sessions, because one of them may belong to the reason for the change. API keys stay valid. */
const endOtherSessions = async ({ userId, cookie }: Person, { sessions }: PasskeyPorts): Promise<void> => {
  const own = parseRefreshToken(cookie);
  await sessions.removeAll(userId, own?.userId === userId ? own.family : undefined);
};

const demandRoom = ({ passkeys }: PasskeySet): void => {
  if (passkeys.length >= MAX_PASSKEYS)
    throw new AppError('passkey-limit-reached', `You can have up to ${MAX_PASSKEYS} passkeys. Remove one first.`);
};

export const listPasskeys = async (
  userId: number,
  { passkeys }: Pick<PasskeyPorts, 'passkeys'>,
): Promise<PasskeyListWire> => {
  const set = await passkeys.read(userId);
  return {
    passkeys: set.passkeys.map(toWire),
    max_passkeys: MAX_PASSKEYS,
    second_factor: set.secondFactor,
    recovery_codes_left: set.recoveryHashes.length,
  };
};

/**
 * Returns the options with which the browser creates a passkey. The address must be confirmed. Otherwise, a stranger
 * could register with it and would keep access after its owner resets the password.
 * @throws AppError('unauthenticated' | 'invalid-input' | 'throttled' | 'passkey-limit-reached')
 */
export const startPasskey = async (person: Person, password: string, ports: PasskeyPorts) => {
  const { userId, email, emailVerified } = await demandOwner(person, password, ports);
  if (!emailVerified)
    throw new AppError('own-address-unconfirmed', 'Confirm your email address in Settings before you add a passkey.');
  const set = await ports.passkeys.read(userId);
  demandRoom(set);
  return {
    options: {
      challenge: await issueChallenge({ adds: userId }, ports),
      timeout: CHALLENGE_SECONDS * 1000,
      rp: { id: ports.passkeyVerifier.relyingPartyId, name: 'Tellhook' },
      user: { id: handleOf(userId), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: set.passkeys.map(({ credentialId: id }) => ({ type: 'public-key' as const, id })),
      // A discoverable credential names its account, so a sign-in needs no email address.
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    },
  };
};

/**
 * Stores the passkey that the browser created with the options of {@link startPasskey}, for which the user entered the
 * password.
 * @throws AppError('invalid-input' | 'passkey-limit-reached' | 'unavailable')
 */
export const addPasskey = async (
  person: Person,
  { name, credential }: NewPasskey,
  ports: PasskeyPorts,
): Promise<PasskeyWire> => {
  const { userId } = person;
  const { challenge, purpose } = await spendChallenge(credential, ports);
  const isOwn = typeof purpose === 'object' && purpose.adds === userId;
  const made = isOwn ? await ports.passkeyVerifier.registration(credential, challenge) : undefined;
  if (!made) throw invalidField('credential', 'invalid-input', 'The passkey could not be verified. Add it again.');
  const passkey: Passkey = {
    ...made,
    id: idOfCredential(made.credentialId),
    name,
    createdAt: ports.clock(),
    lastUsedAt: undefined,
  };
  await changePasskeys(userId, ports.passkeys, (set) => {
    demandRoom(set);
    if (set.passkeys.some(({ id }) => id === passkey.id))
      throw invalidField('credential', 'invalid-input', 'This passkey is already in your list.');
    return { set: { ...set, passkeys: [...set.passkeys, passkey] }, result: undefined };
  });
  await endOtherSessions(person, ports);
  log.info('passkey added', { userId, ip: person.ip });
  await tellSignInChange(person, { kind: 'passkey-added', name }, ports);
  return toWire(passkey);
};

/** @throws AppError('not-found' | 'unavailable') */
export const renamePasskey = async (
  userId: number,
  id: string,
  name: string,
  { passkeys }: PasskeyPorts,
): Promise<void> =>
  changePasskeys(userId, passkeys, (set) => {
    if (!set.passkeys.some((each) => each.id === id)) throw notFound('Passkey');
    const renamed = set.passkeys.map((each) => (each.id === id ? { ...each, name } : each));
    return { set: { ...set, passkeys: renamed }, result: undefined };
  });

const NO_SECOND_FACTOR = { secondFactor: false, recoveryHashes: [] };

/**
 * Removes a passkey, given the password. Without any passkey, the second factor is off.
 * @returns true if this turned the second factor off
 * @throws AppError('unauthenticated' | 'invalid-input' | 'throttled' | 'not-found' | 'unavailable')
 */
export const removePasskey = async (
  person: Person,
  id: string,
  password: string,
  ports: PasskeyPorts,
): Promise<boolean> => {
  const { userId } = await demandOwner(person, password, ports);
  const removed = await changePasskeys(userId, ports.passkeys, (set) => {
    const gone = set.passkeys.find((each) => each.id === id);
    if (!gone) throw notFound('Passkey');
    const passkeys = set.passkeys.filter((each) => each !== gone);
    const isLast = passkeys.length === 0;
    return {
      set: { ...set, passkeys, ...(isLast && NO_SECOND_FACTOR) },
      result: { name: gone.name, endsSecondFactor: isLast && set.secondFactor },
    };
  });
  await endOtherSessions(person, ports);
  log.info('passkey removed', { userId, ip: person.ip });
  await tellSignInChange(person, { kind: 'passkey-removed', ...removed }, ports);
  return removed.endsSecondFactor;
};

/**
 * Turns the second factor on or off, given the password. Turning it on replaces the recovery codes, even if it was on.
 * @returns the new codes, which are stored only as hashes, and whether the second factor was on before
 * @throws AppError('unauthenticated' | 'invalid-input' | 'throttled' | 'conflict' | 'unavailable')
 */
export const setSecondFactor = async (
  person: Person,
  { on, current_password }: { on: boolean; current_password: string },
  ports: PasskeyPorts,
): Promise<{ codes: string[]; wasOn: boolean }> => {
  const { userId } = await demandOwner(person, current_password, ports);
  const codes = on ? Array.from({ length: RECOVERY_CODES }, newRecoveryCode) : [];
  const wasOn = await changePasskeys(userId, ports.passkeys, (set) => {
    if (on && set.passkeys.length === 0) throw new AppError('conflict', 'Add a passkey first.');
    return {
      set: { ...set, secondFactor: on, recoveryHashes: codes.map(hashOfRecoveryCode) },
      result: set.secondFactor,
    };
  });
  await endOtherSessions(person, ports);
  log.info(on ? 'second factor turned on' : 'second factor turned off', { userId, ip: person.ip });
  const kind = on ? (wasOn ? 'recovery-codes-renewed' : 'second-factor-on') : 'second-factor-off';
  await tellSignInChange(person, { kind }, ports);
  return { codes, wasOn };
};
