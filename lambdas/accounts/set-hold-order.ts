import type { HoldOrder } from '#contract/states';
import type { AccountStore } from '../model/account-ports.ts';
import type { HeldCalls } from '../model/hold.ts';
import type { Clock } from '../platform/clock.ts';
import { tokenInvalid } from '../platform/errors.ts';
import { assertOwnAccount } from './read-account.ts';

export type SetHoldOrderPorts = {
  accounts: Pick<AccountStore, 'get'>;
  heldCalls: Pick<HeldCalls, 'setOrder' | 'hasten'>;
  clock: Clock;
};

/**
 * Sets the release order of calls beyond the daily quota, including calls that are already held.
 * @throws AppError('not-found' | 'unauthenticated')
 */
export const setHoldOrder = async (
  userId: number,
  order: HoldOrder,
  callerId: number,
  { accounts, heldCalls, clock }: SetHoldOrderPorts,
): Promise<void> => {
  assertOwnAccount(userId, callerId);
  if (!(await accounts.get(userId))) throw tokenInvalid();
  await heldCalls.setOrder(userId, order);
  await heldCalls.hasten(userId, 'quota', clock());
};
