import type { Account as AccountWire, PlanWire } from '#contract/account';
import { MAX_TARGETS } from '#contract/bounds';
import { NEVER } from '#contract/never';
import type { Offer } from '../billing/billing.ts';
import { releasedAt } from '../invocations/held/release-times.ts';
import { DEFAULT_RECIPIENTS, type NoticeChoice, type NoticeChoices } from '../mail/notice-choice.ts';
import type { Account } from '../model/account.ts';
import type { AccountStore } from '../model/account-ports.ts';
import { benefitsEnd, type PlanName, type Plans, planOf } from '../model/plans.ts';
import type { Usage, UsageReader } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, tokenInvalid } from '../platform/errors.ts';

type AccountUsage = Pick<Usage, 'usedToday' | 'storedBytes' | 'heldByQuota' | 'holdOrder'>;

export type ReadAccountPorts = {
  accounts: AccountStore;
  choices: NoticeChoices;
  plans: Plans;
  clock: Clock;
  counters: UsageReader;
};

/** The share of the storage limit from which the storage counts as full, because larger calls are then rejected. */
const STORAGE_HIT = 0.99;

/**
 * Rejects access to another user's account, like access to a missing one.
 * @throws AppError('not-found')
 */
export const assertOwnAccount = (userId: number, callerId: number): void => {
  if (userId !== callerId) throw notFound('User');
};

/** The limits and usage of `account` at `now`. */
export const accountToWire = (
  account: Account,
  {
    usedToday,
    storedBytes,
    heldByQuota,
    holdOrder: order,
    notices,
  }: AccountUsage & { notices: Pick<NoticeChoice, 'email' | 'targetIds' | 'mutedEvents'> },
  plans: Plans,
  now: Date,
): AccountWire => {
  const planName = planOf(account.status, account.premiumUntil, now);
  const plan = plans[planName];
  const limit = plan.maxInvocationsPerDay;
  const unitsLeft = Math.max(0, limit - usedToday);
  return {
    profile: {
      email: account.email,
      email_verified: account.emailVerified,
      review_since: account.reviewSince ?? NEVER,
      // A subscription that has ended counts as free immediately, without a job that changes it.
      status: planName === 'free' ? 'free' : account.status,
      'premium-until': account.premiumUntil,
      payment_failed: account.paymentFailed,
      billing_portal: account.isCustomer,
      joined_workspace: account.joinedWorkspace,
      benefits_until: benefitsEnd(account.status, account.premiumUntil),
      notices: notices.email === 'always',
      notice_email: notices.email,
      notice_target_ids: notices.targetIds,
      notice_muted_events: notices.mutedEvents,
      hold_order: order,
    },
    limits: {
      invocations_left: unitsLeft,
      invocation_limit_hit: unitsLeft === 0,
      ...(heldByQuota > 0 && {
        invocations_held: heldByQuota,
        invocations_held_until: releasedAt(heldByQuota, { limit, used: usedToday, order, now }).toISOString(),
      }),
      stored_bytes: storedBytes,
      storage_limit_hit: storedBytes >= plan.maxStoredBytes * STORAGE_HIT,
      webhook_limit_hit: account.webhookCount >= plan.maxWebhooks,
      target_limit_hit: plan.maxTargets !== null && account.targetCount >= plan.maxTargets,
      max_invocations_per_day: limit,
      max_stored_bytes: plan.maxStoredBytes,
      max_webhooks: plan.maxWebhooks,
      max_targets: plan.maxTargets,
      webhooks: account.webhookCount,
      targets: account.targetCount,
    },
  };
};

/**
 * Returns the caller's profile and limits. An access token can outlive a deleted account by some minutes, and then
 * counts as expired.
 * @throws AppError('not-found' | 'unauthenticated')
 */
export const readAccount = async (
  userId: number,
  callerId: number,
  { accounts, counters, choices, plans, clock }: ReadAccountPorts,
): Promise<AccountWire> => {
  assertOwnAccount(userId, callerId);
  const now = clock();
  const [account, used, choice] = await Promise.all([
    accounts.get(userId),
    counters.usage(userId, now),
    choices.get(userId),
  ]);
  if (!account) throw tokenInvalid();
  return accountToWire(account, { ...used, notices: choice ?? DEFAULT_RECIPIENTS }, plans, now);
};

/** The plans with their limits, for all screens that show plans. */
export const plansToWire = (plans: Plans, upgrade: Offer): PlanWire[] =>
  (['free', 'premium'] satisfies PlanName[]).map((name) => ({
    name,
    max_webhooks: plans[name].maxWebhooks,
    max_targets: plans[name].maxTargets,
    max_invocations_per_day: plans[name].maxInvocationsPerDay,
    max_stored_bytes: plans[name].maxStoredBytes,
    max_targets_per_webhook: MAX_TARGETS,
    max_seats: plans[name].maxSeats,
    retention_days: plans[name].retentionDays,
    price_cents: plans[name].priceCents,
    available: name === 'free' || upgrade.available,
    ...(name === 'premium' && !upgrade.available && { unavailable_because: upgrade.reason }),
  }));
