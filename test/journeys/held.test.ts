import type { Fakes } from '../support/fakes.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, subscribe } from './people.ts';

/** GitHub sends a push once and does not retry. */
const push = async (url: string, number: number): Promise<number> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
    body: JSON.stringify({ ref: 'refs/heads/main', number }),
  });
  return response.status;
};

const pushAll = async (url: string, from: number, to: number): Promise<number[]> => {
  const statuses = [];
  for (let number = from; number <= to; number++) statuses.push(await push(url, number));
  return statuses;
};

/** All calls of a webhook, oldest first. */
const callsOf = async (user: User, id: number) =>
  (await user.api('listInvocations', { id, query: { limit: 100 } })).toReversed();

const numberOf = ({ raw_body }: { raw_body: string }) => (JSON.parse(raw_body) as { number: number }).number;

/** Waits until `count` of a webhook's calls are delivered, moving the clock because the sweeper runs once a minute. */
const delivered = (user: User, webhookId: number, count: number, fakes: Fakes) =>
  eventually(async () => {
    await fakes.advanceClock(60);
    const calls = await callsOf(user, webhookId);
    return calls.filter(({ status }) => status === 'success').length === count && calls;
  }, `${count} calls delivered`);

/** The calls, ordered by the arrival of their messages. */
const inOrderOfArrival = async (user: User, calls: Awaited<ReturnType<typeof callsOf>>) => {
  const arrived = await Promise.all(
    calls.map(async (call) => ({
      number: numberOf(call),
      at: (await user.api('listDispatches', { id: call.id }))[0]?.dispatched_at ?? '',
    })),
  );
  return arrived.sort((one, other) => one.at.localeCompare(other.at)).map(({ number }) => number);
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

journey(
  'held calls are delivered within a minute of an upgrade, and before later calls',
  async ({ product, fakes }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)]);
    await pushAll(url, 1, 30);
    await subscribe(user, fakes);
    expect(await push(url, 31)).toBe(202);
    const calls = await delivered(user, id, 31, fakes);
    expect(await inOrderOfArrival(user, calls)).toEqual(range(1, 31));
    expect((await user.api('getUser', { id: user.userId })).limits.invocations_held).toBeUndefined();
  },
);
