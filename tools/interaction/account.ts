import { type Addresses, createWebhook, signUp, type User } from '../../test/support/product.ts';
import { fillWebhook, inTurns } from '../full-webhook.ts';

/** The fullest account that the plan allows. */
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

/** Settings of a run in which one account may be that full. */
export const settings = {
  plans: { free: { maxWebhooks: 30, maxTargets: 250, maxInvocationsPerDay: 20_000, maxStoredBytes: 1e9 } },
};

/**
 * Fills a new account: 200 targets, 25 webhooks, one of them with the given number of calls and a body of 1 MiB. Takes
 * minutes.
 * @param tell receives the progress
 */
export async function fillAccount(at: Addresses, calls: number, tell: (line: string) => void): Promise<FullAccount> {
  const user = await signUp(at, `full-${Date.now()}@example.org`);
  const targets = await inTurns(TARGETS, AT_ONCE, async (index) => {
    const { id } = await user.api('createTarget', { body: { name: `Target ${index}`, type: 'mock' } });
    return id;
  });
  for (let index = 0; index < OTHER_WEBHOOKS; index++)
    await createWebhook(at, user, targets.slice(index * 3, index * 3 + 10), { name: `Webhook number ${index}` });
  tell(`${TARGETS} targets and ${OTHER_WEBHOOKS} webhooks are made`);
  const { id, send } = await fillWebhook(
    at,
    user,
    { name: 'Orders', targets: targets.slice(0, 1), calls },
    order,
    tell,
  );
  const largest = await send(largeBody());
  return { user: { email: user.email, password: user.password }, webhook: id, largest };
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
