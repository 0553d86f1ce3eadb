import { createHash, randomBytes } from 'node:crypto';
import type { CodeStore } from '../model/target-ports.ts';
import { type Clock, epochSeconds } from '../platform/clock.ts';
import { newToken } from '../platform/ids.ts';

/** Crockford's base 32, which omits I, L, O and U, because they are easily confused. Each symbol has 5 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TYPED_LENGTH = 16;

/** Every symbol is equally likely, because 256 is a multiple of 32. */
const typedCode = (): string =>
  Array.from(randomBytes(TYPED_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

const scoped = (slug: string, purpose: string) => `${slug}-${purpose}`;

/**
 * Returns a hash that identifies a code without revealing it. Typed codes, which have a fixed length, are compared in
 * upper case.
 */
export const codeHash = (code: string): string =>
  createHash('sha256')
    .update(code.length === TYPED_LENGTH ? code.toUpperCase() : code)
    .digest('base64url');

/** Issues and redeems the codes of one target kind, given by its slug. Only hashes are stored. */
export const codesOf = (slug: string, store: CodeStore, clock: Clock) => ({
  issue: async (
    purpose: string,
    lifetimeSeconds: number,
    form: 'typed' | 'url',
    owner: { userId: number; targetId: number },
  ): Promise<string> => {
    const code = form === 'typed' ? typedCode() : newToken(16);
    const expiresAt = epochSeconds(clock()) + lifetimeSeconds;
    await store.put(scoped(slug, purpose), codeHash(code), { ...owner, expiresAt });
    return code;
  },
  redeem: async (purpose: string, code: string) => {
    const hash = codeHash(code);
    const owner = await store.take(scoped(slug, purpose), hash, clock());
    return owner && { userId: owner.userId, targetId: owner.targetId, hash };
  },
  peek: async (purpose: string, code: string) => {
    const hash = codeHash(code);
    const owner = await store.read(scoped(slug, purpose), hash, clock());
    return owner && { userId: owner.userId, targetId: owner.targetId, hash };
  },
  revoke: (purpose: string, code: string) => store.remove(scoped(slug, purpose), codeHash(code)),
  /** Resolves to true for exactly one of several requests with the same `id`. */
  claim: (id: string, lifetimeSeconds: number): Promise<boolean> =>
    store.claim(scoped(slug, 'handled'), codeHash(id), epochSeconds(clock()) + lifetimeSeconds),
  unclaim: (id: string) => store.remove(scoped(slug, 'handled'), codeHash(id)),
  attempt: async (scope: string, limit: number, windowSeconds: number) =>
    (await store.countAttempt(`${slug}|${scope}`, windowSeconds, clock())) <= limit,
});
