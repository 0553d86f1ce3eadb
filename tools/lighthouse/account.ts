import { type Addresses, createWebhook, signUp, type User } from '../../test/support/product.ts';
import { fillWebhook } from '../full-webhook.ts';

/** A used account: names of all lengths, some calls, an address that hardly fits a phone. */
export interface UsedAccount {
  user: User;
  /** The webhook with the calls. */
  webhook: number;
  /** A target that two webhooks write to. */
  target: number;
}

const WEBHOOKS = 6;
const TARGETS = 10;
/** 40 characters. */
const ADDRESS = 'a-person-with-a-long-address@example.org';

/** Settings of a run in which one account may be that full. */
export const settings = {
  plans: { free: { maxWebhooks: 30, maxTargets: 250, maxInvocationsPerDay: 20_000, maxStoredBytes: 1e9 } },
};

/**
 * Fills a new account.
 * @param calls of its first webhook; 10,000 take some minutes
 * @param tell receives the progress
 */
export async function fillUsedAccount(
  at: Addresses,
  calls: number,
  tell: (line: string) => void,
): Promise<UsedAccount> {
  const user = await signUp(at, ADDRESS);
  const targets: number[] = [];
  for (let index = 0; index < TARGETS; index++) {
    const name = index % 3 === 0 ? `Announcements of everything that matters to team ${index}` : `Team ${index}`;
    targets.push((await user.api('createTarget', { body: { name, type: 'mock' } })).id);
  }
  const order = (number: number) => ({ order: { number, customer: 'Acme' }, note: 'As agreed on the phone.' });
  const first = { name: 'Webhook number 0', targets: targets.slice(0, 3), calls };
  const { id: webhook } = await fillWebhook(at, user, first, order, tell);
  for (let index = 1; index < WEBHOOKS; index++)
    await createWebhook(at, user, targets.slice(index, index + 3), { name: `Webhook number ${index}` });
  return { user, webhook, target: targets[1] as number };
}
