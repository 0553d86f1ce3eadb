import * as z from 'zod';
import { NEVER } from '#contract/never';
import { type Webhook, webhookDefaults } from '../../model/webhook.ts';
import type { Clock } from '../../platform/clock.ts';
import { newRoute } from '../../platform/ids.ts';
import type { CanaryCall, CanaryPorts } from '../../status/canary.ts';
import { invocationStore } from './invocation-store.ts';
import { key } from './keys.ts';
import { getItem, putItem, type Table } from './table.ts';
import { targetStore } from './target-store.ts';
import { webhookStore } from './webhook-store.ts';

/** The canary's ids. They cannot collide with real ids, which are random and far larger. */
const USER = 1;
const WEBHOOK = 1;
const TARGET = 1;

/** Without an id, the latest call was not accepted. */
const storedCall = z.object({ invocation_id: z.string().optional(), at: z.string().optional() });

/**
 * Stores the canary's account, one webhook, one mock target and its latest call. The account has no address and no
 * password, so no one can sign in.
 */
export const canaryStore = (table: Table, clock: Clock): Omit<CanaryPorts, 'call' | 'clock'> => {
  const webhooks = webhookStore(table);
  const invocations = invocationStore(table);

  const setUp = async (): Promise<Webhook> => {
    const at = clock().toISOString();
    const owner = { status: 'admin', premiumUntil: NEVER } as const;
    const profile = { user_id: USER, status: owner.status, webhook_count: 0, target_count: 0, created_at: at };
    await putItem(table, { Item: { ...key.profile(USER), ...profile } });
    const target = {
      id: TARGET,
      userId: USER,
      name: 'Canary',
      kind: 'mock',
      status: 'active',
      statusReason: undefined,
    } as const;
    await targetStore(table).insert(
      { ...target, options: {}, sealedSecrets: undefined, createdAt: at, updatedAt: at },
      null,
    );
    const webhook: Webhook = {
      ...webhookDefaults,
      id: WEBHOOK,
      userId: USER,
      name: 'Canary',
      route: newRoute(),
      splitMessage: false,
      createdAt: at,
      targetIds: [TARGET],
      position: 0,
    };
    await webhooks.insert(webhook, owner, 1);
    return webhook;
  };

  return {
    route: async () => ((await webhooks.get(USER, WEBHOOK)) ?? (await setUp())).route,
    messageOf: async ({ invocationId }: CanaryCall) => {
      const summary = await invocations.get(USER, WEBHOOK, invocationId, clock());
      return summary && { state: summary.dispatches[TARGET], deliveredAfterMs: summary.deliveredAfterMs };
    },
    last: async () => {
      const { Item } = await getItem(table, { Key: key.canary() });
      if (!Item) return undefined;
      const { invocation_id: invocationId, at } = storedCall.parse(Item);
      return invocationId && at ? { invocationId, at } : undefined;
    },
    remember: async (call) => {
      const latest = call && { invocation_id: call.invocationId, at: call.at };
      await putItem(table, { Item: { ...key.canary(), ...latest } });
    },
  };
};
