import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { NEVER } from '#contract/never';
import { accountStatus } from '#contract/states';
import type { RouteReader } from '../../invocations/ports.ts';
import { key } from './keys.ts';
import type { Table } from './table.ts';
import { storedIntake, storedVerification } from './webhook-store.ts';

const stored = z.object({
  user_id: z.number(),
  webhook_id: z.number(),
  enabled: z.boolean(),
  target_ids: z.array(z.number()),
  position: z.number(),
  owner_status: accountStatus,
  premium_until: z.string().default(NEVER),
  intake: storedIntake,
  retention_days: z.number().optional(),
  verification: storedVerification,
  webhook_version: z.string().default(''),
});

/** Looks a route up. A miss is asked once more consistently, so that a webhook can be called right after its creation. */
export const routeReader = (table: Table): RouteReader => ({
  byRoute: async (route) => {
    const get = async (ConsistentRead: boolean) =>
      (await table.client.send(new GetCommand({ TableName: table.name, Key: key.route(route), ConsistentRead }))).Item;
    const item = (await get(false)) ?? (await get(true));
    if (!item) return undefined;
    const it = stored.parse(item);
    return {
      userId: it.user_id,
      webhookId: it.webhook_id,
      enabled: it.enabled,
      targetIds: it.target_ids,
      position: it.position,
      intake: it.intake,
      retentionDays: it.retention_days,
      ...(it.verification && { verification: it.verification }),
      webhookVersion: it.webhook_version,
      owner: { status: it.owner_status, premiumUntil: it.premium_until },
    };
  },
});
