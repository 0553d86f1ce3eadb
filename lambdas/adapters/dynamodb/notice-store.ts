import type { NoticeStore } from '../../model/target-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { putItemIf, type Table } from './table.ts';

/** Remembers a webhook's notices to targets, to limit their number. */
export const noticeStore = (table: Table): NoticeStore => ({
  claim: (webhookId, targetId, seconds, now) =>
    putItemIf(table, {
      Item: { ...key.notice(webhookId, targetId), expires_at: epochSeconds(now) + seconds },
      ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': epochSeconds(now) },
    }),
});
