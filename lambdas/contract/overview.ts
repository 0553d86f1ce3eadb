import * as z from 'zod';
import { account } from './account.ts';
import { numericId } from './common.ts';
import { targetList } from './target.ts';
import { webhookList } from './webhook.ts';

/** GET /overview: the responses of GET /user/{id}, GET /webhooks and GET /targets in one, with the failing targets. */
export const overview = z.object({
  account,
  webhooks: webhookList,
  targets: targetList,
  failing_targets: z
    .array(numericId)
    .max(20_000)
    .describe(
      'Targets that recently did not accept a message, so messages may be waiting. For the number of these messages, see `undelivered` in the webhook’s statistics.',
    ),
});
export type Overview = z.infer<typeof overview>;
