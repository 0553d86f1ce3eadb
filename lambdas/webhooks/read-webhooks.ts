import { NEVER } from '#contract/never';
import type { WebhookWire } from '#contract/webhook';
import type { OwnerReader } from '../model/owner.ts';
import { beyondPlanReason, isBeyondPlan } from '../model/plan-limit.ts';
import { type Plan, type Plans, planOf } from '../model/plans.ts';
import type { Webhook } from '../model/webhook.ts';
import type { SubscriptionStatus, Usage, UsageReader, WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { isWithin, type Reach } from '../platform/reach.ts';
import { validOldRoutes } from './rotation.ts';
import { settingsToWire } from './wire.ts';

export type ReadWebhookPorts = {
  webhooks: WebhookStore;
  plans: Plans;
  clock: Clock;
  counters: UsageReader;
  owners: OwnerReader<'status' | 'premiumUntil'>;
};

/**
 * Returns a user’s webhooks, oldest first, with their usage. `reach` limits them to those that the caller can access.
 */
export const listWebhooks = async (userId: number, ports: ReadWebhookPorts, reach?: Reach): Promise<WebhookWire[]> => {
  const now = ports.clock();
  const [webhooks, owner, usage] = await Promise.all([
    ports.webhooks.list(userId, { mayLag: true }),
    ports.owners.get(userId),
    ports.counters.usage(userId, now),
  ]);
  const reached = webhooks.filter(({ id }) => isWithin(reach, id));
  return webhooksToWire(reached, owner, usage, ports.plans, now);
};

/** Converts one owner's webhooks, with their usage, to wire format. */
export const webhooksToWire = (
  webhooks: Webhook[],
  owner: SubscriptionStatus | undefined,
  usage: Usage,
  plans: Plans,
  now: Date,
): WebhookWire[] => {
  const plan = plans[planOf(owner?.status ?? 'free', owner?.premiumUntil ?? NEVER, now)];
  return webhooks.map((webhook) => toWire(webhook, usage, plan, now));
};

/** Returns one webhook with its usage. @throws AppError('not-found') */
export const getWebhook = async (userId: number, webhookId: number, ports: ReadWebhookPorts): Promise<WebhookWire> => {
  const now = ports.clock();
  const [webhook, owner, usage] = await Promise.all([
    ports.webhooks.get(userId, webhookId),
    ports.owners.get(userId),
    ports.counters.usage(userId, now),
  ]);
  if (!webhook || !owner) throw notFound('Webhook');
  const plan = ports.plans[planOf(owner.status, owner.premiumUntil, now)];
  return toWire(webhook, usage, plan, now);
};

/** Removes the invoke URLs and the verify token from a webhook, for callers that can only read. */
export const withoutAddress = ({
  route: _route,
  old_routes: _old,
  intake: { verify_token: _token, ...intake },
  ...rest
}: WebhookWire): WebhookWire => ({ ...rest, intake });

const toWire = (webhook: Webhook, used: Usage, plan: Plan, now: Date): WebhookWire => {
  const usage = used.of(webhook.id);
  const oldRoutes = validOldRoutes(webhook, now);
  const beyond = isBeyondPlan(webhook, plan);
  return {
    id: webhook.id,
    route: webhook.route,
    ...(oldRoutes.length > 0 && {
      old_routes: oldRoutes.map((old) => ({ ...old, calls: used.byOldRoute(old.route) })),
    }),
    created_at: webhook.createdAt,
    ...settingsToWire(webhook),
    amount_invocations: usage.invocations,
    last_invocation: usage.lastInvocation ?? NEVER,
    invocations_this_cycle: usage.invocationsToday,
    max_invocations_per_cycle: plan.maxInvocationsPerDay,
    amount_errors: usage.errors,
    errors_last_days: usage.errorsLastDays,
    open_errors: usage.openErrors,
    limit_hit: used.usedToday >= plan.maxInvocationsPerDay,
    status: !webhook.enabled || beyond ? 'disabled' : webhook.paused ? 'paused' : 'enabled',
    ...(usage.held > 0 && { held_calls: usage.held }),
    ...(webhook.silentSince && { silent_since: webhook.silentSince }),
    ...(webhook.orphaned && {
      disabled_reason: 'Its last target was deleted. Choose a target to accept calls again.',
      disabled_code: 'webhook-without-target' as const,
    }),
    ...(beyond && { disabled_reason: beyondPlanReason(plan), disabled_code: 'webhook-beyond-plan' as const }),
  };
};
