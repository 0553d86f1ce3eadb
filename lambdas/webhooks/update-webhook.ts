import type { HeldCalls } from '../model/hold.ts';
import { letsGo, type WebhookFields } from '../model/webhook.ts';
import type { TargetDirectory, WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import type { Reach } from '../platform/reach.ts';
import { withFittingRules } from './choose-routing.ts';
import { checkChosenTargets, checkStepTargets, stepTargets } from './choose-targets.ts';

/**
 * Changes a webhook's settings. If the change ends a pause, its held calls are sent. A webhook that was disabled for
 * lack of targets is enabled when a target is chosen.
 * @param ports `reach` limits the targets that the caller can choose
 * @throws AppError
 */
export const updateWebhook = async (
  userId: number,
  webhookId: number,
  fields: WebhookFields,
  {
    webhooks,
    targets,
    reach,
    heldCalls,
    clock,
  }: {
    webhooks: Pick<WebhookStore, 'change'>;
    heldCalls: Pick<HeldCalls, 'hasten'>;
    clock: Clock;
    targets: TargetDirectory;
    reach?: Reach;
  },
): Promise<void> => {
  let opens = false;
  const changed = await webhooks.change(userId, webhookId, async (webhook) => {
    await checkChosenTargets(userId, fields.targetIds, webhook.targetIds, targets, reach);
    const enabled = webhook.orphaned || (fields.enabled ?? webhook.enabled);
    const wanted = withFittingRules({ ...webhook, ...fields, enabled, orphaned: undefined }, webhook.targetIds);
    await checkStepTargets(wanted, stepTargets(webhook), targets, reach);
    opens = !letsGo(webhook) && letsGo(wanted);
    return wanted;
  });
  if (!changed) throw notFound('Webhook');
  if (opens) await heldCalls.hasten(userId, webhookId, clock());
};
