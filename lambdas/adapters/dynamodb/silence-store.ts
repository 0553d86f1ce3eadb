import type { SilenceStore } from '../../webhooks/silence.ts';
import { dueIndex, idOfWebhook, key } from './keys.ts';
import { queryDue } from './query.ts';
import { type Table, updateItemIf } from './table.ts';

/** Stores silence alarms as attributes of the webhooks' items. The due index lists them by their next check. */
export const silenceStore = (table: Table): SilenceStore => ({
  due: async (now, limit) => {
    const items = await queryDue(table, dueIndex.silences, now, limit);
    return items.map((item) => ({
      userId: Number(item.user_id),
      webhookId: idOfWebhook(String(item.sk)),
      dueAt: String(item.due_sk),
    }));
  },
  save: async ({ userId, webhookId, dueAt }, { checkAt, silentSince }) => {
    await updateItemIf(table, {
      Key: key.webhook(userId, webhookId),
      UpdateExpression: silentSince
        ? 'SET due_sk = :at, silent_since = :since'
        : 'SET due_sk = :at REMOVE silent_since',
      ConditionExpression: 'due_sk = :seen',
      ExpressionAttributeValues: {
        ':at': checkAt.toISOString(),
        ':seen': dueAt,
        ...(silentSince && { ':since': silentSince }),
      },
    });
  },
});
