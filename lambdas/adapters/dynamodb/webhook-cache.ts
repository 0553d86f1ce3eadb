import type { Webhook } from '../../model/webhook.ts';
import { setBounded } from '../../platform/bounded-map.ts';
import { parseWebhook } from './webhook-item.ts';

/** Maximum number of webhooks in a process's cache. */
const MOST = 500;

/**
 * Caches webhooks that this process has read. A webhook is found only by its current version, so an outdated one is
 * never used.
 */
export const webhookCache = () => {
  const known = new Map<number, { version: unknown; webhook: Webhook }>();
  return {
    of: (webhookId: number, version: string): Webhook | undefined => {
      const found = known.get(webhookId);
      return version !== '' && found?.version === version ? found.webhook : undefined;
    },
    keep: (item: Record<string, unknown>): Webhook => {
      const webhook = parseWebhook(item);
      setBounded(known, webhook.id, { version: item.webhook_version, webhook }, MOST);
      return webhook;
    },
  };
};
