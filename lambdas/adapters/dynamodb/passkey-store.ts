import * as z from 'zod';
import type { PasskeyStore } from '../../model/passkey.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { applied, deleteItem, getItem, putItem, putItemIf, type Table } from './table.ts';

const PURPOSE = 'passkey';

const date = z.iso.datetime().transform((text) => new Date(text));

const stored = z.object({
  version: z.number(),
  second_factor: z.boolean(),
  recovery_hashes: z.array(z.string()),
  passkeys: z.array(
    z.object({
      id: z.string(),
      credential_id: z.string(),
      public_key: z.string(),
      counter: z.number(),
      name: z.string(),
      created_at: date,
      last_used_at: date.optional(),
    }),
  ),
});

/** Without `user_id`, the challenge is for a sign-in. */
const challenge = z.object({ expires_at: z.number(), user_id: z.number().optional() });

/** A user's passkeys and recovery codes are one small item, so one conditional write limits and uses them. */
export const passkeyStore = (table: Table): PasskeyStore => ({
  read: async (userId) => {
    const { Item } = await getItem(table, { Key: key.passkeys(userId), ConsistentRead: true });
    const it = Item ? stored.parse(Item) : { version: 0, second_factor: false, recovery_hashes: [], passkeys: [] };
    return {
      version: it.version,
      secondFactor: it.second_factor,
      recoveryHashes: it.recovery_hashes,
      passkeys: it.passkeys.map(({ credential_id, public_key, created_at, last_used_at, ...rest }) => ({
        ...rest,
        credentialId: credential_id,
        publicKey: public_key,
        createdAt: created_at,
        lastUsedAt: last_used_at,
      })),
    };
  },
  replace: (userId, { passkeys, secondFactor, recoveryHashes }, version) =>
    putItemIf(table, {
      Item: {
        ...key.passkeys(userId),
        version: version + 1,
        second_factor: secondFactor,
        recovery_hashes: recoveryHashes,
        passkeys: passkeys.map(({ credentialId, publicKey, createdAt, lastUsedAt, ...rest }) => ({
          ...rest,
          credential_id: credentialId,
          public_key: publicKey,
          created_at: createdAt.toISOString(),
          ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
        })),
      },
      ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
      ...(version > 0 && { ExpressionAttributeValues: { ':version': version } }),
    }),
  putChallenge: async (hash, purpose, expiresAt) => {
    await putItem(table, {
      Item: {
        ...key.token(PURPOSE, hash),
        expires_at: epochSeconds(expiresAt),
        ...(purpose !== 'sign-in' && { user_id: purpose.adds }),
      },
    });
  },
  takeChallenge: async (hash, now) => {
    // The condition of a concurrent second delete fails, so each challenge is used once.
    const taking = deleteItem(table, {
      Key: key.token(PURPOSE, hash),
      ConditionExpression: 'attribute_exists(pk)',
      ReturnValues: 'ALL_OLD',
    });
    if (!(await applied(taking))) return undefined;
    const { expires_at, user_id } = challenge.parse((await taking).Attributes);
    if (expires_at <= epochSeconds(now)) return undefined;
    return user_id === undefined ? 'sign-in' : { adds: user_id };
  },
});
