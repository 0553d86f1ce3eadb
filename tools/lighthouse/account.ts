import { type Addresses, createWebhook, signUp, type User } from '../../test/support/product.ts';

/** What an account that is used looks like: names of all lengths, some calls, an address that hardly fits a phone. */
export interface UsedAccount {
  user: User;
  /** The webhook with the calls. */
  webhook: number;
  /** A target that two webhooks write to. */
  target: number;
}

const WEBHOOKS = 6;
const TARGETS = 10;
const AT_ONCE = 16;
/** 40 characters. */
const ADDRESS = 'a-person-with-a-long-address@example.org';

/** Settings of a run in which one account may be that full. */
export const settings = {
  plans: { free: { maxWebhooks: 30, maxTargets: 250, maxInvocationsPerDay: 20_000, maxStoredBytes: 1e9 } },
};

/** Fills a new account. @param calls of its first webhook; 10,000 take some minutes */
export async function fillUsedAccount(at: Addresses, calls: number): Promise<UsedAccount> {
  const user = await signUp(at, ADDRESS);
  const targets: number[] = [];
  for (let index = 0; index < TARGETS; index++) {
    const name = index % 3 === 0 ? `Announcements of everything that matters to team ${index}` : `Team ${index}`;
    targets.push((await user.api('createTarget', { body: { name, type: 'mock' } })).id);
  }
  const webhooks: Awaited<ReturnType<typeof createWebhook>>[] = [];
  for (let index = 0; index < WEBHOOKS; index++)
    webhooks.push(await createWebhook(at, user, targets.slice(index, index + 3), { name: `Webhook number ${index}` }));
  const [first] = webhooks;
  if (!first) throw new Error('No webhook was made.');
  let sent = 0;
  const send = async () => {
    while (sent < calls) {
      const body = JSON.stringify({ order: { number: ++sent, customer: 'Acme' }, note: 'As agreed on the phone.' });
      await fetch(first.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return { user, webhook: first.id, target: targets[1] as number };
}
