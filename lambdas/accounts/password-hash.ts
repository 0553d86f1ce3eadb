import { argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '../model/account-ports.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';

const derive = promisify(argon2);

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB of memory, 2 passes, 1 lane. Memory is in KiB. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Number of hashes computed in parallel. Each takes 19 MiB and a core, so more would slow all of them down. */
const IN_FLIGHT = 2;

const queued = limitConcurrency(IN_FLIGHT);

interface Parsed {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tag: Buffer;
}

/** The PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, base 64 without padding. */
const format = (salt: Buffer, tag: Buffer): string => {
  const { memory, passes, parallelism } = PARAMETERS;
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
};

const parse = (hash: string): Parsed => {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!match) throw new Error('a stored password hash is not in the expected form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

const tagOf = (password: string, { memory, passes, parallelism, salt, tag }: Parsed): Promise<Buffer> =>
  queued(() =>
    derive('argon2id', {
      message: Buffer.from(password, 'utf8'),
      nonce: salt,
      memory,
      passes,
      parallelism,
      tagLength: tag.length,
    }),
  );

const blank = (): Parsed => ({ ...PARAMETERS, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) });

/** The parameters of the cheapest Argon2 hash, which takes microseconds. */
const CHEAPEST = { memory: 8, passes: 1, parallelism: 1, tagLength: 4 };

/**
 * Creates a hasher that runs Argon2id on libuv's threads, so it does not block the event loop. Passwords are hashed
 * exactly as entered.
 * @throws immediately if Node's OpenSSL is older than 3.2 and lacks Argon2. The function then fails at startup, which
 * raises an alarm, and not at the first sign-in
 */
export const argon2Hasher = (): PasswordHasher => {
  argon2Sync('argon2id', { message: '', nonce: Buffer.alloc(SALT_BYTES), ...CHEAPEST });
  return hasher;
};

const hasher: PasswordHasher = {
  hash: async (password) => {
    const parameters = blank();
    return format(parameters.salt, await tagOf(password, parameters));
  },
  verify: async (password, hash) => {
    const parsed = parse(hash);
    return timingSafeEqual(await tagOf(password, parsed), parsed.tag);
  },
  pretend: async (password) => {
    await tagOf(password, blank());
  },
  outdated: (hash) => {
    const { memory, passes, parallelism } = parse(hash);
    return memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism;
  },
};
