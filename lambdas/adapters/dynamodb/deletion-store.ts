import * as z from 'zod';
import type { DeletionStore } from '../../accounts/delete-account.ts';
import { epochSeconds, secondsAfter, systemClock } from '../../platform/clock.ts';
import { counter } from './counter-names.ts';
import { noteChange } from './counters-store.ts';
import { dueIndex, type Key, key, within } from './keys.ts';
import { below, queryDue, queryPages } from './query.ts';
import { deleteItem, deleteItemIf, getItem, type Table, transact, updateItemIf } from './table.ts';

/**
 * The counts of webhooks and targets in a tombstone. They exceed any plan's limit, so no webhook or target can be
 * added.
 */
const NO_PLACE = 1_000_000_000;

/** Seconds after which a tombstone expires, in case the deletion is never finished. It contains no personal data. */
const TOMBSTONE_SECONDS = 30 * 86_400;

const DELETES_AT_ONCE = 16;
const INVOCATIONS_PER_PAGE = 25;

const routes = z.object({ route: z.string(), old_routes: z.array(z.object({ route: z.string() })).default([]) });
const summary = z.object({ id: z.string() });
const webhook = z.object({ id: z.number() });
const tombstone = z.object({ user_id: z.number(), due_sk: z.string() });

export const deletionStore = (table: Table): DeletionStore => {
  const query = (part: Parameters<typeof below>[0], more: { ProjectionExpression?: string; Limit?: number } = {}) =>
    queryPages(table, { ...below(part), ConsistentRead: true, ...more });
  const keysOnly = { ProjectionExpression: 'pk, sk' };

  const removeAll = async (keys: Key[]): Promise<void> => {
    for (let start = 0; start < keys.length; start += DELETES_AT_ONCE)
      await Promise.all(
        keys.slice(start, start + DELETES_AT_ONCE).map(({ pk, sk }) => deleteItem(table, { Key: { pk, sk } })),
      );
  };

  return {
    begin: async (userId, now, lookAgainAt, options) => {
      const Key = key.profile(userId);
      const { Item } = await getItem(table, { Key, ConsistentRead: true });
      if (!Item) return false;
      if ('deleting_since' in Item) return true;
      const profile = z.object({ email: z.string(), password_hash: z.string(), status: z.string() }).parse(Item);
      const isTrial = profile.status === 'trial';
      if (options?.ifTrial && !isTrial) return false;
      // The profile is replaced, not updated, so all data is removed, including fields of later versions.
      const Tombstone = {
        ...Key,
        user_id: userId,
        status: 'free',
        webhook_count: NO_PLACE,
        target_count: NO_PLACE,
        deleting_since: now.toISOString(),
        due_pk: dueIndex.deleting,
        due_sk: lookAgainAt.toISOString(),
        expires_at: epochSeconds(secondsAfter(now, TOMBSTONE_SECONDS)),
      };
      // The condition fails if another request has already started to delete the account, or claimed the trial.
      const begun = await transact(table, [
        {
          Put: {
            Item: Tombstone,
            ConditionExpression: 'email = :email',
            ExpressionAttributeValues: { ':email': profile.email },
          },
        },
        // A trial has no address.
        ...(isTrial ? [] : [{ Delete: { Key: key.emailClaim(profile.email) } }]),
      ]);
      if (begun || !isTrial) return true;
      const { Item: newer } = await getItem(table, { Key, ConsistentRead: true });
      return newer !== undefined && 'deleting_since' in newer;
    },
    removeSessions: async (userId) => {
      await removeAll([key.apiKeys(userId)]);
      for await (const items of query(within.sessions(userId), keysOnly)) await removeAll(items as unknown as Key[]);
    },
    removeRoutes: async (userId) => {
      await noteChange(table, userId, systemClock());
      for await (const items of query(within.webhooks(userId)))
        await removeAll(
          items.flatMap((item) => {
            const { route, old_routes } = routes.parse(item);
            return [route, ...old_routes.map((old) => old.route)].map(key.route);
          }),
        );
    },
    webhookIds: async (userId) => {
      const ids = new Set<number>();
      for await (const items of query(within.webhooks(userId)))
        for (const item of items) ids.add(webhook.parse(item).id);
      const { Item = {} } = await getItem(table, { Key: key.counters(userId), ConsistentRead: true });
      for (const name of Object.keys(Item)) {
        const id = counter.webhookOfTotal(name);
        if (id !== undefined) ids.add(id);
      }
      return [...ids];
    },
    removeInvocations: async (userId, webhookId, keepGoing) => {
      for (const part of [
        within.rejections(userId, webhookId),
        within.heldCalls(userId, webhookId),
        within.samples(userId, webhookId),
        within.matters(userId, webhookId),
        within.watches(userId, webhookId),
      ])
        for await (const items of query(part, keysOnly)) await removeAll(items as unknown as Key[]);
      for await (const items of query(within.invocations(userId, webhookId), { Limit: INVOCATIONS_PER_PAGE })) {
        if (!keepGoing()) return false;
        for (const item of items) {
          const { id } = summary.parse(item);
          const { pk } = within.content(userId, id);
          for await (const parts of query({ pk }, keysOnly)) await removeAll(parts as unknown as Key[]);
        }
        // The summaries are deleted last, because they are needed to find the other items.
        await removeAll(items.map((item) => key.invocation(userId, webhookId, summary.parse(item).id)));
      }
      return true;
    },
    removeRest: async (userId) => {
      const profile = key.profile(userId);
      for await (const items of query(within.heldCalls(userId, 'quota'), keysOnly))
        await removeAll(items as unknown as Key[]);
      for await (const items of query(within.user(userId), keysOnly))
        await removeAll((items as unknown as Key[]).filter(({ sk }) => sk !== profile.sk));
    },
    finish: async (userId) => {
      await deleteItemIf(table, {
        Key: key.profile(userId),
        ConditionExpression: 'attribute_exists(deleting_since)',
      });
    },
    lookAgain: async (userId, at) => {
      await updateItemIf(table, {
        Key: key.profile(userId),
        UpdateExpression: 'SET due_sk = :at',
        ConditionExpression: 'attribute_exists(deleting_since)',
        ExpressionAttributeValues: { ':at': at.toISOString() },
      });
    },
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.deleting, now, limit);
      return Promise.all(
        items.map(async (item) => {
          const { user_id: userId, due_sk } = tombstone.parse(item);
          const { Item } = await getItem(table, { Key: key.profile(userId) });
          return { userId, since: new Date(String(Item?.deleting_since ?? due_sk)) };
        }),
      );
    },
  };
};
