import type { Credentials } from '#contract/account';
import type { PasskeyProof } from '#contract/passkey';
import { hashOfRecoveryCode, type Passkey, type PasskeySet, userOfHandle } from '../../model/passkey.ts';
import { AppError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Limits } from '../limits.ts';
import type { TokenPair } from '../sessions.ts';
import { type StartSessionPorts, startSession } from '../start-session.ts';
import { type SignInChangePorts, tellSignInChange } from '../tell-sign-in-change.ts';
import { changePasskeys } from './passkeys.ts';
import {
  CHALLENGE_SECONDS,
  type ChallengePorts,
  issueChallenge,
  type PasskeyVerifier,
  spendChallenge,
} from './verifier.ts';

type PasskeyProofPorts = ChallengePorts & { passkeyVerifier: PasskeyVerifier };
export type PasskeyLogInPorts = PasskeyProofPorts & StartSessionPorts & { limits: Limits };

const passkeyFailed = () =>
  new AppError('passkey-failed', 'This passkey was not accepted. Use another one, or sign in with your password.');

/** Returns the options with which the browser asks for any passkey of this site. They are the same for everyone. */
export const startPasskeyLogIn = async (ip: string, ports: PasskeyProofPorts & { limits: Limits }) => {
  await ports.limits.passkey(ip);
  return {
    options: {
      challenge: await issueChallenge('sign-in', ports),
      timeout: CHALLENGE_SECONDS * 1000,
      rpId: ports.passkeyVerifier.relyingPartyId,
      userVerification: 'required' as const,
    },
  };
};

/**
 * True if a proof is signed by one of the user's passkeys with an unused challenge. Stores the use. If the authenticator's
 * counter has not increased, the passkey was copied, and the proof is rejected, also for one of two concurrent uses.
 */
const isSigned = async (userId: number, proof: PasskeyProof, ports: PasskeyProofPorts): Promise<boolean> => {
  const { challenge, purpose } = await spendChallenge(proof, ports);
  const { passkeys } = await ports.passkeys.read(userId);
  const passkey = passkeys.find(({ credentialId }) => credentialId === proof.id);
  if (!passkey || purpose !== 'sign-in') return false;
  const counter = await ports.passkeyVerifier.assertion(proof, passkey, challenge);
  if (counter === undefined) return false;
  const used = { counter, lastUsedAt: ports.clock() };
  return changePasskeys(userId, ports.passkeys, (set) => noteUse(set, passkey.id, used));
};

const noteUse = (set: PasskeySet, id: string, used: Pick<Passkey, 'counter' | 'lastUsedAt'>) => {
  const known = set.passkeys.find((each) => each.id === id);
  const isNewer = known !== undefined && (used.counter > known.counter || used.counter + known.counter === 0);
  const passkeys = isNewer ? set.passkeys.map((each) => (each === known ? { ...each, ...used } : each)) : set.passkeys;
  return { set: { ...set, passkeys }, result: isNewer };
};

/**
 * Signs in with a passkey alone, which names its account. It also counts as the second factor, because the authenticator
 * has verified its user.
 * @throws AppError('passkey-failed' | 'throttled')
 */
export const logInWithPasskey = async (
  proof: PasskeyProof,
  ip: string,
  cookie: string | undefined,
  ports: PasskeyLogInPorts,
): Promise<TokenPair> => {
  await ports.limits.passkey(ip);
  const userId = userOfHandle(proof.response.userHandle);
  const isRight = userId !== undefined && (await isSigned(userId, proof, ports));
  const account = isRight ? await ports.accounts.get(userId) : undefined;
  if (!account) {
    log.info('sign-in rejected', { ip, ...(userId === undefined ? {} : { userId }) });
    throw passkeyFailed();
  }
  return startSession(account, ip, cookie, ports);
};

/** Spends a recovery code. @returns the number of codes left; undefined if the code is not one of them */
const spendRecoveryCode = (userId: number, code: string, { passkeys }: ChallengePorts): Promise<number | undefined> => {
  const hash = hashOfRecoveryCode(code);
  return changePasskeys(userId, passkeys, (set) => {
    const recoveryHashes = set.recoveryHashes.filter((each) => each !== hash);
    const isRight = recoveryHashes.length < set.recoveryHashes.length;
    return { set: { ...set, recoveryHashes }, result: isRight ? recoveryHashes.length : undefined };
  });
};

/** The proof that a user gave in addition to the password. */
export type SecondFactor = 'not-needed' | 'passkey' | 'recovery-code';

/**
 * Demands a passkey or a recovery code after the right password, if the user has turned that on.
 * @returns the proof; 'missing' if the request has none, and 'not-needed' if the user has not turned that on
 * @throws AppError('passkey-failed' | 'recovery-code-wrong')
 */
export const checkSecondFactor = async (
  { userId, ip }: { userId: number; ip: string },
  { passkey, recovery_code: code }: Pick<Credentials, 'passkey' | 'recovery_code'>,
  ports: PasskeyProofPorts & SignInChangePorts,
): Promise<SecondFactor | 'missing'> => {
  if (!(await ports.passkeys.read(userId)).secondFactor) return 'not-needed';
  if (passkey) {
    if (!(await isSigned(userId, passkey, ports))) throw passkeyFailed();
    return 'passkey';
  }
  if (code === undefined) return 'missing';
  const left = await spendRecoveryCode(userId, code, ports);
  if (left === undefined)
    throw new AppError('recovery-code-wrong', 'The recovery code is wrong or already used. Try another one.');
  log.info('recovery code used', { userId });
  await tellSignInChange({ userId, ip }, { kind: 'recovery-code-used', left }, ports);
  return 'recovery-code';
};
