import type { OwnerReader } from '../plans/owner.ts';
import { planOf } from '../plans/plans.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { newNumericId, newRoute } from '../platform/ids.ts';
import type { Services } from '../services.ts';
import { withFittingRules } from './choose-routing.ts';
import { checkChosenTargets, targetGone } from './choose-targets.ts';
import { planFullReason } from './plan-limit.ts';
import type { TargetDirectory } from './ports.ts';
import { type Webhook, type WebhookFields, webhookDefaults } from './webhook.ts';

export type CreateWebhookPorts = Pick<Services, 'webhooks' | 'plans' | 'clock'> & {
  targets: TargetDirectory;
  owners: OwnerReader<'status' | 'premiumUntil'>;
};

/**
 * Creates a webhook with a new route.
 * @param kept targets that may be chosen whatever became of them, as those of a webhook that is cloned. @throws AppError for targets that cannot be chosen, or at the plan's limit.
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
