import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TrialStore } from '../../model/account-ports.ts';
import { trialDeletedAt } from '../../model/plans.ts';
import { dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { type Table, transactOrWhyNot } from './table.ts';
import { targetItem } from './target-store.ts';
import { newWebhookVersion, routeItem, webhookItem } from './webhook-item.ts';

const entry = z.object({ user_id: z.number() });

export const trialStore = (table: Table): TrialStore => {
  return {
    insert: async ({ userId, createdAt, endsAt, webhook, target }) => {
      const owner = { status: 'trial', premiumUntil: endsAt } as const;
      const profile = {
        ...key.profile(userId),
        user_id: userId,
        email: '',
        password_hash: '',
        status: owner.status,
        premium_until: endsAt,
        webhook_count: 1,
        target_count: 1,
        epoch: 0,
        created_at: createdAt.toISOString(),
        due_pk: dueIndex.trials,
        due_sk: trialDeletedAt(endsAt).toISOString(),
      };
      const version = newWebhookVersion();
      const items = [profile, targetItem(target), webhookItem(webhook, version), routeItem(webhook, owner, version)];
      const refused = await transactOrWhyNot(
        table,
        items.map((Item) => ({ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } })),
      );
      if (refused) throw refused.error;
    },
    count: async () => {
      let count = 0;
      let from: Record<string, unknown> | undefined;
      do {
        const { Count = 0, LastEvaluatedKey } = await table.client.send(
          new QueryCommand({
            TableName: table.name,
            IndexName: dueIndex.name,
            KeyConditionExpression: 'due_pk = :trials',
            ExpressionAttributeValues: { ':trials': dueIndex.trials },
            Select: 'COUNT',
            ExclusiveStartKey: from,
          }),
        );
        count += Count;
        from = LastEvaluatedKey;
      } while (from);
      return count;
    },
    due: async (now, limit) =>
      (await queryDue(table, dueIndex.trials, now, limit)).map((item) => entry.parse(item).user_id),
  };
};
