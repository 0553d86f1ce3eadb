import { beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_DAYS, MAX_AUDITED } from '#contract/bounds';
import { type Change, listChanges } from '../../lambdas/accounts/audit-log.ts';
import { changeStore } from '../../lambdas/adapters/dynamodb/change-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { newChangeId } from '../../lambdas/platform/ids.ts';
import { tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();
let table: Table;
beforeEach(async () => {
  table = await standIn.another();
});

const now = new Date('2026-11-26T12:00:00.000Z');
const aChange = (at: Date, more: Partial<Change> = {}): Change => ({
  id: newChangeId(at),
  userId: 7,
  at,
  action: 'updateWebhook',
  object: 'webhook',
  object_id: '12',
  object_name: 'Deploys',
  by: 'session',
  ip: '203.0.113.5',
  fields: ['name'],
  ...more,
});
const insertAll = async (changes: Change[]) => {
  for (const each of changes) await changeStore(table).insert(each);
};
const list = (query: { limit: number; cursor?: string }, userId = 7, clock = () => now) =>
  listChanges(userId, query, { changes: changeStore(table), clock });

describe('an account’s audit log', () => {
  it('has its own changes, newest first, in words', async () => {
    const older = aChange(secondsAfter(now, -60));
    const newer = aChange(now, { action: 'createKey', object: 'key', by: 'key', key_id: 'k', key_name: 'CI (…1234)' });
    await insertAll([older, newer, aChange(now, { userId: 8 })]);
    const { changes, next } = await list({ limit: 50 });
    expect(changes.map(({ id, what }) => [id, what])).toEqual([
      [newer.id, 'API key created'],
      [older.id, 'Webhook changed'],
    ]);
    expect(changes[0]).toEqual({ ...newer, userId: undefined, at: now.toISOString(), what: 'API key created' });
    expect(next).toBeUndefined();
  });

  it('is read page by page, and ends after the newest 200', async () => {
    const all = Array.from({ length: MAX_AUDITED + 5 }, (_, index) => aChange(secondsAfter(now, -index)));
    await insertAll(all);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 90, ...(cursor && { cursor }) });
      seen.push(...page.changes.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual(all.slice(0, MAX_AUDITED).map(({ id }) => id));
  });

  it('ends after 400 days, even before the table removes an item', async () => {
    await insertAll([aChange(now)]);
    const day = 86_400;
    expect((await list({ limit: 50 }, 7, () => secondsAfter(now, AUDIT_DAYS * day - 1))).changes).toHaveLength(1);
    expect((await list({ limit: 50 }, 7, () => secondsAfter(now, AUDIT_DAYS * day))).changes).toEqual([]);
  });
});
