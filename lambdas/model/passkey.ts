import { createHash, randomInt } from 'node:crypto';

/** A passkey of a user, as WebAuthn defines a credential. */
export interface Passkey {
  /** A short id for paths, derived from the credential's. */
  id: string;
  /** The credential's id in base64url. */
  credentialId: string;
  /** The public key as a COSE key (RFC 9052) in base64url. */
  publicKey: string;
  /** The number of signatures that the authenticator has reported; 0 if it does not count them. */
  counter: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}

/** All that a user needs to sign in without the password, or after it. */
export interface PasskeySet {
  passkeys: Passkey[];
  /** True if signing in with the password also needs a passkey or a recovery code. */
  secondFactor: boolean;
  /** SHA-256 of each unused recovery code, in base64url. */
  recoveryHashes: string[];
}

/** A challenge is for adding a passkey to one account, or for a sign-in to any. */
export type PasskeyPurpose = { adds: number } | 'sign-in';

export interface PasskeyStore {
  /** `version` changes with each {@link replace}. */
  read(userId: number): Promise<PasskeySet & { version: number }>;
  /** @returns false if the set has changed since `version` */
  replace(userId: number, set: PasskeySet, version: number): Promise<boolean>;
  putChallenge(hash: string, purpose: PasskeyPurpose, expiresAt: Date): Promise<void>;
  /** Uses up a challenge; undefined if it is unknown, used or expired. */
  takeChallenge(hash: string, now: Date): Promise<PasskeyPurpose | undefined>;
}

/** The public id of a credential. */
export const idOfCredential = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('hex').slice(0, 20);

/** The user handle that a passkey stores (WebAuthn, 5.4.3), in base64url. It names the account at a sign-in. */
export const handleOf = (userId: number): string => Buffer.from(String(userId)).toString('base64url');

export const userOfHandle = (handle: string | undefined): number | undefined => {
  const text = Buffer.from(handle ?? '', 'base64url').toString('latin1');
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
};

/** Crockford's base 32, without letters that resemble digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of 80 random bits in four groups. No one can guess these from a fast hash. */
export const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(32))).join('')).join('-');

/** The hash of a code as a person types it: in any case, with or without hyphens, with letters for similar digits. */
export const hashOfRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(
      code
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')
        .replaceAll('O', '0')
        .replace(/[IL]/g, '1'),
    )
    .digest('base64url');
