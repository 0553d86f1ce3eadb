import * as z from 'zod';
import type { SessionStore } from '../../model/account-ports.ts';
import type { Session } from '../../model/session.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key, within } from './keys.ts';
import { below, queryPages } from './query.ts';
import { deleteItem, getItem, putItem, type Table, updateItemIf } from './table.ts';

const date = z.iso.datetime().transform((text) => new Date(text));

const stored = z.object({
  user_id: z.number(),
  family: z.string(),
  hash: z.string(),
  previous_hash: z.string().optional(),
  rotated_at: date,
  created_at: date,
  expires_at: z.number(),
  epoch: z.number(),
});

const parseSession = (item: unknown): Session => {
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    family: it.family,
    hash: it.hash,
    previousHash: it.previous_hash,
    rotatedAt: it.rotated_at,
    createdAt: it.created_at,
    expiresAt: new Date(it.expires_at * 1000),
    epoch: it.epoch,
  };
};

const sessionItem = (session: Session) => ({
  ...key.session(session.userId, session.family),
  user_id: session.userId,
  family: session.family,
  hash: session.hash,
  previous_hash: session.previousHash,
  rotated_at: session.rotatedAt.toISOString(),
  created_at: session.createdAt.toISOString(),
  expires_at: epochSeconds(session.expiresAt),
  epoch: session.epoch,
});

export const sessionStore = (table: Table): SessionStore => {
  const remove = async (userId: number, family: string): Promise<void> => {
    await deleteItem(table, { Key: key.session(userId, family) });
  };
  return {
    insert: async (session) => {
      await putItem(table, { Item: sessionItem(session) });
    },
    get: async (userId, family) => {
      const { Item } = await getItem(table, { Key: key.session(userId, family), ConsistentRead: true });
      return Item && parseSession(Item);
    },
    rotate: (session, from) =>
      updateItemIf(table, {
        Key: key.session(session.userId, session.family),
        UpdateExpression: 'SET #hash = :hash, previous_hash = :from, rotated_at = :at, expires_at = :expires',
        ConditionExpression: '#hash = :from',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: {
          ':hash': session.hash,
          ':from': from,
          ':at': session.rotatedAt.toISOString(),
          ':expires': epochSeconds(session.expiresAt),
        },
      }),
    remove,
    removeAll: async (userId, kept) => {
      const sessions = queryPages(table, {
        ...below(within.sessions(userId)),
        ExpressionAttributeNames: { '#family': 'family' },
        ProjectionExpression: '#family',
        ConsistentRead: true,
      });
      for await (const page of sessions)
        await Promise.all(
          page.map(async ({ family }) => (family === kept ? undefined : remove(userId, z.string().parse(family)))),
        );
    },
  };
};
