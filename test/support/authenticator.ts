import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** Flags of authenticator data (WebAuthn Level 3, 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Fields that a test changes in a signed answer. */
interface Forgery {
  origin?: string;
  rpId?: string;
  counter?: number;
  verified?: boolean;
  type?: string;
}

/** A passkey in software: ES256 with real signatures, in the formats of WebAuthn Level 3. It counts its signatures. */
export const newAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const credential = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' as const };
  let counter = 0;
  let userHandle = base64url('1');

  const clientDataOf = (type: string, challenge: string, forged: Forgery) =>
    JSON.stringify({ type: forged.type ?? type, challenge, origin: forged.origin ?? origin, crossOrigin: false });
  const authDataOf = (forged: Forgery, attested: Buffer[]) => {
    counter += 1;
    const flags = USER_PRESENT | (forged.verified === false ? 0 : USER_VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    return Buffer.concat([
      sha256(forged.rpId ?? new URL(origin).hostname),
      Buffer.from([flags]),
      uint(forged.counter ?? counter, 4),
      ...attested,
    ]);
  };

  return {
    /** Answers the options of POST /passkeys/options. */
    create: ({ challenge, user }: { challenge: string; user: { id: string } }, forged: Forgery = {}) => {
      userHandle = user.id;
      const coseKey = Buffer.concat([
        // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR (RFC 9052, RFC 9053).
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = authDataOf(forged, [Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey]);
      const attestationObject = Buffer.concat([
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientDataOf('webauthn.create', challenge, forged)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    /** Answers the options of POST /user/login/passkey/options. */
    sign: ({ challenge }: { challenge: string }, forged: Forgery & { userHandle?: string } = {}) => {
      const clientData = clientDataOf('webauthn.get', challenge, forged);
      const authData = authDataOf(forged, []);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)),
          userHandle: forged.userHandle ?? userHandle,
        },
      };
    },
  };
};

export type Authenticator = ReturnType<typeof newAuthenticator>;
