import type { OwnerReader } from '../model/owner.ts';
import { planFullReason } from '../model/plan-limit.ts';
import { type Plans, planOf } from '../model/plans.ts';
import { type Webhook, type WebhookFields, webhookDefaults } from '../model/webhook.ts';
import type { TargetDirectory, WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { newNumericId, newRoute } from '../platform/ids.ts';
import { withFittingRules } from './choose-routing.ts';
import { checkChosenTargets, checkStepTargets, targetGone } from './choose-targets.ts';

export type CreateWebhookPorts = { webhooks: WebhookStore; plans: Plans; clock: Clock } & {
  targets: TargetDirectory;
  owners: OwnerReader<'status' | 'premiumUntil'>;
};

/**
 * Creates a webhook with a new route.
 * @param kept targets that can have any state, such as a cloned webhook's targets
 * @throws AppError for targets that cannot be chosen, or at the plan's limit
 */
export const createWebhook = async (
  userId: number,
  fields: WebhookFields,
  { webhooks, targets, owners, plans, clock }: CreateWebhookPorts,
  kept: number[] = [],
): Promise<Webhook> => {
  const [owner, existing] = await Promise.all([
    owners.get(userId),
    webhooks.list(userId),
    checkChosenTargets(userId, fields.targetIds, kept, targets),
    checkStepTargets({ ...webhookDefaults, ...fields, userId }, kept, targets),
  ]);
  if (!owner) throw notFound('Account');
  const now = clock();
  const webhook: Webhook = withFittingRules({
    ...webhookDefaults,
    ...fields,
    id: newNumericId(),
    userId,
    route: newRoute(),
    createdAt: now.toISOString(),
    position: existing.length,
  });
  const planName = planOf(owner.status, owner.premiumUntil, now);
  const plan = plans[planName];
  switch (await webhooks.insert(webhook, owner, plan.maxWebhooks)) {
    case 'stored':
      return webhook;
    case 'limit-reached':
      throw new AppError('webhook-limit-reached', planFullReason(planName, plan));
    case 'target-gone':
      throw targetGone();
  }
};
