import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { LinkSigner } from '../dispatches/acknowledge-link.ts';
import type { Sealer } from '../model/target-ports.ts';
import { sameSecret } from '../platform/same-secret.ts';
import type { Secret } from './secrets.ts';

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'tellhook', purpose, bytes));

/**
 * Parses the sealing secrets, newest first. The text is one secret, or a JSON list while an old one is being replaced.
 */
const parseSealingSecret = (text: string): string[] => {
  if (!text.trimStart().startsWith('[')) return [text];
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string')) return list;
  throw new Error('The sealing secret must be a text or a non-empty list of texts');
};

/**
 * Creates a sealer that uses AES-256-GCM. It seals with a key derived (HKDF-SHA256) from the first secret, and opens
 * with the keys of all. Links are signed with HMAC-SHA256, cut to 128 bits, and separate keys. A sealed text is `v1.<key id>.<iv>.<ciphertext and tag>`. The key id does not reveal the key.
 */
export const createSealer = (secretText: string): Sealer & LinkSigner => {
  const keys = parseSealingSecret(secretText).map((secret) => ({
    link: derive(secret, 'links: key', 32),
    id: derive(secret, 'target secrets: key id', 6).toString('base64url'),
    // A key object halves the time that Node needs per operation.
    key: createSecretKey(derive(secret, 'target secrets: key', 32)),
  }));
  const [current] = keys;
  if (!current) throw new Error('There is no sealing secret');
  const signed = (text: string, key: Buffer) =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
  return {
    sign: (text) => signed(text, current.link),
    isSigned: (text, signature) => keys.some(({ link }) => sameSecret(signed(text, link), signature)),
    seal: (secrets, boundTo) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, iv).setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([
        cipher.update(JSON.stringify(secrets), 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return [VERSION, current.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open: (text, boundTo) => {
      const [version, id, iv = '', sealed = ''] = text.split('.');
      const key = keys.find((each) => each.id === id)?.key;
      if (version !== VERSION || !key) throw new Error('Sealed with an unknown key');
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
      return JSON.parse(plain.toString('utf8')) as Record<string, string>;
    },
  };
};

/** Returns the sealer of the current secret. Its keys are derived again only if the secret has changed. */
export const sealerOf = (secret: Secret): (() => Promise<Sealer & LinkSigner>) => {
  let made: { text: string; sealer: Sealer & LinkSigner } | undefined;
  return async () => {
    const text = await secret();
    if (made?.text !== text) made = { text, sealer: createSealer(text) };
    return made.sealer;
  };
};
