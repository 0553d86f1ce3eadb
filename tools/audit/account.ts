import { type Addresses, createWebhook, eventually, signUp, type User } from '../../test/support/product.ts';

/** Stage settings for accounts of this size. */
export const settings = {
  plans: { free: { maxWebhooks: 30, maxTargets: 250, maxInvocationsPerDay: 20_000, maxStoredBytes: 1e9 } },
};

/** A measured account: its webhook with calls, the newest of which has 1 MiB, and a target. */
export interface Account extends Pick<User, 'email' | 'password'> {
  webhook: number;
  largest: string;
  target: number;
}

const AT_ONCE = 16;
const order = (number: number) => ({ order: { number, customer: number % 7 ? 'Acme' : 'Globex' }, note: 'As agreed.' });
const item = (id: number) => ({ id, name: `item ${id}`, tags: ['a', 'b', 'c'], nested: { deep: { value: id * 3 } } });

/** Fills a new account, whose email address barely fits on a phone; the calls belong to its first webhook. */
export async function fillAccount(at: Addresses, full: { targets: number; webhooks: number; calls: number }) {
  const user = await signUp(at, `a-person-with-a-long-address-${full.targets}@example.org`);
  const targets: number[] = [];
  while (targets.length < full.targets) {
    const name = `Target ${targets.length}${targets.length % 3 === 1 ? ' of everything that matters to a team' : ''}`;
    targets.push((await user.api('createTarget', { body: { name, type: 'mock' } })).id);
  }
  const { id: webhook, url } = await createWebhook(at, user, targets.slice(0, 1), { name: 'Webhook number 0' });
  for (let index = 1; index < full.webhooks; index++)
    await createWebhook(at, user, targets.slice(index, index + 3), { name: `Webhook number ${index}` });
  const send = async (body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { id: string }).id;
  };
  const told = (id: string) => async () =>
    (await user.api('listDispatches', { id })).every(({ status }) => status !== 'pending');
  for (let sent = 0; sent < full.calls; sent += AT_ONCE) {
    const [call = ''] = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(order(sent + index))));
    await eventually(told(call), 'the messages of a call', 60_000);
  }
  const largest = await send(Array.from({ length: 12_000 }, (_, id) => item(id)));
  await eventually(told(largest), 'the message of a large call', 60_000);
  return { email: user.email, password: user.password, webhook, largest, target: targets[1] ?? 0 } satisfies Account;
}
