import { type Addresses, createWebhook, eventually, signUp, type User } from '../../test/support/product.ts';

/** An account as full as one may be. */
export interface FullAccount {
  user: Pick<User, 'email' | 'password'>;
  /** The webhook with all the calls. */
  webhook: number;
  /** Its newest call, whose body has 1 MiB. */
  largest: string;
}

const TARGETS = 200;
const OTHER_WEBHOOKS = 24;
const LARGE_BYTES = 1_040_000;
const AT_ONCE = 24;
const TOLD_EVERY = 1000;
const DELIVERY_LIMIT_MS = 10 * 60_000;

/** Settings of a run in which one account may be that full. */
export const settings = {
  plans: { free: { maxWebhooks: 30, maxTargets: 250, maxInvocationsPerDay: 20_000, maxStoredBytes: 1e9 } },
};

/**
 * Fills a new account: 200 targets, 25 webhooks, one of them with so many calls and a body of 1 MiB. Takes minutes.
 * @param tell is told how far it is
 */
export async function fillAccount(at: Addresses, calls: number, tell: (line: string) => void): Promise<FullAccount> {
  const user = await signUp(at, `full-${Date.now()}@example.org`);
  const targets = await inTurns(TARGETS, async (index) => {
    const { id } = await user.api('createTarget', { body: { name: `Target ${index}`, type: 'mock' } });
    return id;
  });
  const webhook = await createWebhook(at, user, targets.slice(0, 1), { name: 'Orders' });
  for (let index = 0; index < OTHER_WEBHOOKS; index++)
    await createWebhook(at, user, targets.slice(index * 3, index * 3 + 10), { name: `Webhook number ${index}` });
  const send = async (body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(webhook.url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 202) throw new Error(`A call was answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  tell(`${TARGETS} targets and ${OTHER_WEBHOOKS + 1} webhooks are made`);
  await inTurns(calls, async (number) => {
    await send(order(number));
    if ((number + 1) % TOLD_EVERY === 0) tell(`${number + 1} of ${calls} calls are sent`);
  });
  const largest = await send(largeBody());
  tell('Waiting for the last message');
  // A target's messages go out one after the other, so that the last one says that all did.
  await eventually(
    async () => (await user.api('listDispatches', { id: largest })).every(({ status }) => status !== 'pending'),
    'the last message',
    DELIVERY_LIMIT_MS,
  );
  return { user: { email: user.email, password: user.password }, webhook: webhook.id, largest };
}

const order = (number: number) => ({
  order: { number, customer: number % 7 ? 'Acme' : 'Globex' },
  note: 'As agreed on the phone, please deliver to the back door. '.repeat(4),
});

function largeBody(): unknown[] {
  const items: unknown[] = [];
  for (let bytes = 2; bytes < LARGE_BYTES; ) {
    const id = items.length;
    const item = { id, name: `item ${id}`, tags: ['a', 'b', 'c'], nested: { deep: { value: id * 3 } } };
    items.push(item);
    bytes += JSON.stringify(item).length + 1;
  }
  return items;
}

async function inTurns<Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await one(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
