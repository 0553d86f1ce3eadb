import type { Overview } from '#contract/overview';
import { DEFAULT_RECIPIENTS, type NoticeChoices } from '../mail/notice-choice.ts';
import type { AccountStore } from '../model/account-ports.ts';
import type { FailingTargets } from '../model/dispatch-ports.ts';
import type { Plans } from '../model/plans.ts';
import type { DispatchCounts, TargetStore } from '../model/target-ports.ts';
import type { Usage, WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { toWire as targetToWire } from '../targets/to-wire.ts';
import { webhooksToWire } from '../webhooks/read-webhooks.ts';
import { accountToWire } from './read-account.ts';

/** Reads all counters of a user together. */
export interface CountsReader {
  counts(userId: number): Promise<{
    usage(now: Date): Usage;
    dispatches: Awaited<ReturnType<DispatchCounts['read']>>;
  }>;
}

export type ReadOverviewPorts = {
  failingTargets: FailingTargets;
  plans: Plans;
  clock: Clock;
  accounts: Pick<AccountStore, 'get'>;
  choices: Pick<NoticeChoices, 'get'>;
  webhooks: Pick<WebhookStore, 'list'>;
  targets: Pick<TargetStore, 'list'>;
  counters: CountsReader;
};

/**
 * Returns a user's account, webhooks and targets, as their own routes return them, and the failing targets. Each item
 * is read once, while the three routes would read some of them several times.
 * @throws AppError('unauthenticated') if the account does not exist
 */
export const readOverview = async (userId: number, ports: ReadOverviewPorts): Promise<Overview> => {
  const { accounts, choices, plans, clock } = ports;
  const now = clock();
  const [account, choice, webhooks, targets, { usage, dispatches }, failing] = await Promise.all([
    accounts.get(userId),
    choices.get(userId),
    ports.webhooks.list(userId, { mayLag: true }),
    ports.targets.list(userId, { mayLag: true }),
    ports.counters.counts(userId),
    ports.failingTargets.list(userId),
  ]);
  if (!account) throw tokenInvalid();
  const used = usage(now);
  return {
    account: accountToWire(account, { ...used, notices: choice ?? DEFAULT_RECIPIENTS }, plans, now),
    webhooks: webhooksToWire(webhooks, account, used, plans, now),
    targets: targets.map((target) => targetToWire(target, { counts: dispatches, webhooks })),
    failing_targets: failing.map(({ targetId }) => targetId),
  };
};
