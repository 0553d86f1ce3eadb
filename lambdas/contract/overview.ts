import * as z from 'zod';
import { account } from './account.ts';
import { targetList } from './target.ts';
import { webhookList } from './webhook.ts';

/** GET /overview: what GET /user/{id}, GET /webhooks and GET /targets answer, in one. */
export const overview = z.object({ account, webhooks: webhookList, targets: targetList });
export type Overview = z.infer<typeof overview>;
