import { NEVER } from '#contract/never';
import type { OldRoute, Webhook } from '../../model/webhook.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { routesOf } from '../../webhooks/rotation.ts';
import { key } from './keys.ts';
import { getItem, type Table, type Write } from './table.ts';
import { routeAttributes, routeItem } from './webhook-item.ts';

/** Seconds after which the table removes an expired previous URL. Until then, its end time makes it reject calls. */
const CLEARED_AFTER_SECONDS = 3600;

const endOf = ({ until }: OldRoute) => ({
  valid_until: until,
  expires_at: epochSeconds(new Date(until)) + CLEARED_AFTER_SECONDS,
});

/**
 * Updates a route's copy of its webhook. The owner's subscription status stays unchanged, because it is written
 * elsewhere.
 */
const update = (webhook: Webhook, version: string, old?: OldRoute): Write => {
  const { attributes, absent } = routeAttributes(webhook, version);
  const set = { ...attributes, ...(old && endOf(old)) };
  const removal = absent.length > 0 ? ` REMOVE ${absent.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Update: {
      Key: key.route(old?.route ?? webhook.route),
      UpdateExpression: `SET ${Object.keys(set)
        .map((name) => `#${name} = :${name}`)
        .join(', ')}${removal}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries([...Object.keys(set), ...absent].map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(Object.entries(set).map(([name, it]) => [`:${name}`, it])),
    },
  };
};

/** Reads the owner's subscription status, and returns a condition that fails a write if it has changed since. */
const ownerNow = async (table: Table, userId: number) => {
  const Key = key.profile(userId);
  const { Item = {} } = await getItem(table, { Key, ConsistentRead: true });
  const { status, premium_until, standing_revision } = Item;
  const names = ['status', 'premium_until', 'standing_revision'];
  const known = Object.fromEntries(names.filter((name) => name in Item).map((name) => [name, Item[name]]));
  const isAsRead = names.map((name) => (name in Item ? `#${name} = :${name}` : `attribute_not_exists(#${name})`));
  const check: Write = {
    ConditionCheck: {
      Key,
      // A tombstone has no address.
      ConditionExpression: ['attribute_exists(email)', ...isAsRead].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ...(Object.keys(known).length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(Object.entries(known).map(([name, it]) => [`:${name}`, it])),
      }),
    },
  };
  return { owner: { status, premiumUntil: premium_until ?? NEVER }, revision: standing_revision, check };
};

/**
 * The writes that copy a changed webhook to all of its routes. New routes are added with the owner's current status,
 * and removed routes are deleted.
 */
export const routeWrites = async (table: Table, before: Webhook, after: Webhook, version: string): Promise<Write[]> => {
  const kept = new Set(routesOf(after));
  const writes: Write[] = [
    ...after.oldRoutes.map((old) => update(after, version, old)),
    ...routesOf(before)
      .filter((route) => !kept.has(route))
      .map((route): Write => ({ Delete: { Key: key.route(route) } })),
  ];
  if (after.route === before.route) return [update(after, version), ...writes];
  const { owner, revision, check } = await ownerNow(table, after.userId);
  const Item = {
    ...routeItem(after, owner, version),
    ...(revision !== undefined && { standing_revision: revision }),
  };
  return [{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }, check, ...writes];
};
