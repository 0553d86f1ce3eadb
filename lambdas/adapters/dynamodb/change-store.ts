import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AUDIT_DAYS } from '#contract/bounds';
import type { ChangeStore } from '../../accounts/audit-log.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { key, within } from './keys.ts';
import { below, queryFirst } from './query.ts';
import type { Table } from './table.ts';

/**
 * Timeout of a write in milliseconds. The change itself has succeeded, so a slow table must not turn it into a timeout
 * for the waiting caller.
 */
const WRITE_MS = 2000;

/** Stores the audit logs. Entries are never rewritten, and expire automatically. */
export const changeStore = (table: Table): ChangeStore => ({
  insert: async ({ userId, at, ...rest }) => {
    const Item = {
      ...key.change(userId, rest.id),
      ...rest,
      user_id: userId,
      at: at.toISOString(),
      expires_at: epochSeconds(secondsAfter(at, AUDIT_DAYS * 86_400)),
    };
    const abortSignal = AbortSignal.timeout(WRITE_MS);
    await table.client.send(new PutCommand({ TableName: table.name, Item }), { abortSignal });
  },
  newest: async (userId, now, limit) => {
    const items = await queryFirst(
      table,
      {
        ...below(within.changes(userId)),
        ScanIndexForward: false,
        ConsistentRead: true,
      },
      limit,
    );
    // Loaded on demand, because most starts only write changes.
    const { change } = await import('#contract/audit');
    const stored = change.omit({ what: true }).extend({ user_id: z.number() });
    // The table keeps an expired item for up to two more days.
    const alive = items.filter(({ expires_at }) => Number(expires_at) > epochSeconds(now));
    return alive.map((item) => {
      const { user_id, at, ...rest } = stored.parse(item);
      return { ...rest, userId: user_id, at: new Date(at) };
    });
  },
});
