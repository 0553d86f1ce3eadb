import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UndecidedFinder } from '../../dispatches/reconcile.ts';
import type { InvocationSummary } from '../../invocations/invocation.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import type { WebhookStore } from '../../webhooks/ports.ts';
import { parseSummary } from './invocation-store.ts';
import { dueIndex, key, tenMinuteSlot, within } from './keys.ts';
import { queryAll } from './query.ts';
import type { Table } from './table.ts';

const SLOT_MS = 600_000;
/** Slots that are read side by side. */
const SLOTS_AT_ONCE = 25;

/** Finds accepted calls that nothing was done about, by way of the users who had calls lately. */
export const undecidedFinder = (
  table: Table,
  { webhooks }: { webhooks: Pick<WebhookStore, 'list'> },
): UndecidedFinder => {
  const TableName = table.name;
  return {
    // The index holds the last slot only in which a user was active, so every slot up to now can name a user of `since`;
    // the slot after now too, for those who move into it while this is running.
    activeUsers: async (since, now) => {
      const users = new Set<number>();
      const slots: string[] = [];
      for (let at = since.getTime() - (since.getTime() % SLOT_MS); at <= now.getTime() + SLOT_MS; at += SLOT_MS)
        slots.push(dueIndex.active(tenMinuteSlot(new Date(at))));
      const usersOf = (slot: string) =>
        queryAll(table, {
          IndexName: dueIndex.name,
          KeyConditionExpression: 'due_pk = :slot',
          ExpressionAttributeValues: { ':slot': slot },
        });
      // After a pause of weeks there are thousands: one after the other, they would outlast the sweeper each time.
      while (slots.length > 0)
        for (const items of await Promise.all(slots.splice(0, SLOTS_AT_ONCE).map(usersOf)))
          for (const item of items) users.add(Number(item.user_id));
      return [...users];
    },
    undecided: async (userId, from, to) => {
      const found: InvocationSummary[] = [];
      for (const webhook of await webhooks.list(userId)) {
        const { pk, prefix } = within.invocations(userId, webhook.id);
        const items = await queryAll(table, {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': pk,
            ':from': prefix + firstInvocationIdAt(from),
            ':to': prefix + firstInvocationIdAt(to),
          },
        });
        found.push(
          ...items
            .map(parseSummary)
            .filter(({ dispatches }) =>
              Object.values(dispatches).some((state) => state === 'pending' || state === 'waiting'),
            ),
        );
      }
      return found;
    },
    reconciledUntil: async () => {
      const { Item } = await table.client.send(new GetCommand({ TableName, Key: key.reconciler() }));
      return Item && new Date(String(Item.until));
    },
    setReconciledUntil: async (until) => {
      await table.client.send(new PutCommand({ TableName, Item: { ...key.reconciler(), until: until.toISOString() } }));
    },
  };
};
