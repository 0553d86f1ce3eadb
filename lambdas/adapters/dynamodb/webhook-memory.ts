import { remember } from '../../platform/remember.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import { parseWebhook } from './webhook-store.ts';

/** How many webhooks a process remembers. */
const MOST = 500;

/** Webhooks that this process has read, each under the stamp that it had then, so that none is taken for a later one. */
export const webhookMemory = () => {
  const known = new Map<number, { stamp: unknown; webhook: Webhook }>();
  return {
    of: (webhookId: number, stamp: string): Webhook | undefined => {
      const found = known.get(webhookId);
      return stamp !== '' && found?.stamp === stamp ? found.webhook : undefined;
    },
    keep: (item: Record<string, unknown>): Webhook => {
      const webhook = parseWebhook(item);
      remember(known, webhook.id, { stamp: item.stamp, webhook }, MOST);
      return webhook;
    },
  };
};
