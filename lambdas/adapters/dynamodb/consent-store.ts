import * as z from 'zod';
import { type ConsentStore, QUIET_SECONDS } from '../../mail/consent.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';
import { key } from './keys.ts';
import { getItem, isConditionFailed, type Table, updateItem, updateItemIf } from './table.ts';

/**
 * Times are in seconds since the epoch. To limit requests to two per time span, the times of the last two are enough.
 */
const stored = z.object({
  secret: z.string(),
  never: z.boolean().default(false),
  asked_before: z.number().optional(),
  quiet_until: z.number().optional(),
});

export const consentStore = (table: Table): ConsentStore => {
  const update = (mailbox: string, UpdateExpression: string, values: Record<string, unknown> = {}) =>
    updateItemIf(table, {
      Key: key.consent(mailbox),
      UpdateExpression,
      ConditionExpression: 'attribute_exists(secret)',
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    });
  return {
    get: async (mailbox) => {
      const { Item } = await getItem(table, { Key: key.consent(mailbox), ConsistentRead: true });
      const { data } = stored.safeParse(Item);
      if (!data) return undefined;
      const quietUntil = Math.max(data.quiet_until ?? 0, data.asked_before ? data.asked_before + QUIET_SECONDS : 0);
      return {
        key: data.secret,
        never: data.never,
        quietUntil: quietUntil > 0 ? new Date(quietUntil * 1000) : undefined,
      };
    },
    count: async (mailbox, now, since) => {
      try {
        const { Attributes } = await updateItem(table, {
          Key: key.consent(mailbox),
          UpdateExpression:
            'SET secret = if_not_exists(secret, :fresh), asked_before = if_not_exists(asked_last, :long_ago), asked_last = :now, expires_at = :expires REMOVE quiet_until',
          // True if fewer than two requests were sent within the span.
          ConditionExpression:
            'attribute_not_exists(never) AND (attribute_not_exists(quiet_until) OR quiet_until <= :now) AND (attribute_not_exists(asked_before) OR asked_before <= :since)',
          ExpressionAttributeValues: {
            ':fresh': newToken(16),
            ':long_ago': 0,
            ':now': epochSeconds(now),
            ':since': epochSeconds(since),
            ':expires': epochSeconds(secondsAfter(now, 2 * QUIET_SECONDS)),
          },
          ReturnValues: 'ALL_NEW',
        });
        return stored.parse(Attributes).secret;
      } catch (error) {
        if (isConditionFailed(error)) return undefined;
        throw error;
      }
    },
    uncount: async (mailbox) => {
      await update(mailbox, 'SET asked_last = asked_before, asked_before = :long_ago', { ':long_ago': 0 });
    },
    agreed: async (mailbox) => {
      await update(mailbox, 'REMOVE asked_last, asked_before, quiet_until');
    },
    declined: async (mailbox, quietUntil) => {
      await update(mailbox, 'SET quiet_until = :until', { ':until': epochSeconds(quietUntil) });
    },
    setNever: async (mailbox, never) => {
      // The decision is permanent, so the item no longer expires.
      if (never) await update(mailbox, 'SET never = :true REMOVE expires_at', { ':true': true });
      else await update(mailbox, 'REMOVE never');
    },
  };
};
