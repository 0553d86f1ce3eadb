import type { StandingReader, WebhookStore } from './ports.ts';

/** Takes a deleted target out of all webhooks of its owner; a webhook left without any target is disabled. */
export const detachTarget = async (
  userId: number,
  targetId: number,
  { webhooks, accounts }: { webhooks: WebhookStore; accounts: StandingReader },
): Promise<void> => {
  const [all, owner] = await Promise.all([webhooks.list(userId), accounts.standing(userId)]);
  if (!owner) return;
  await Promise.all(
    all
      .filter((webhook) => webhook.targetIds.includes(targetId))
      .map((webhook) => {
        const targetIds = webhook.targetIds.filter((id) => id !== targetId);
        return webhooks.replace({ ...webhook, targetIds, enabled: webhook.enabled && targetIds.length > 0 }, owner);
      }),
  );
};
