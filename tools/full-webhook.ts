import { type Addresses, createWebhook, eventually, type User } from '../test/support/product.ts';

/**
 * Calls to send before their messages are waited for. A message that has waited for a minute goes to its target's
 * waiting list. Thousands from there would be sent for longer than the screens are measured.
 */
const PORTION = 500;
const AT_ONCE = 16;
const DELIVERY_LIMIT_MS = 3 * 60_000;

interface FullWebhook {
  id: number;
  /** Sends one more call and waits for its messages. @returns its id */
  send(body: unknown): Promise<string>;
}

/**
 * Makes a webhook with this many calls, all delivered.
 * @param bodyOf the body of each, by its number from 1
 * @param tell receives the progress
 */
export async function fillWebhook(
  at: Addresses,
  user: User,
  { name, targets, calls }: { name: string; targets: number[]; calls: number },
  bodyOf: (number: number) => unknown,
  tell: (line: string) => void = () => {},
): Promise<FullWebhook> {
  const { id, url } = await createWebhook(at, user, targets, { name });
  const send = async (body: unknown): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 202) throw new Error(`A call was answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  for (let sent = 0; sent < calls; ) {
    const portion = Math.min(PORTION, calls - sent);
    const ids = await inTurns(portion, AT_ONCE, (index) => send(bodyOf(sent + index + 1)));
    for (const call of ids.slice(-AT_ONCE)) await told(user, call);
    sent += portion;
    tell(`${sent} of ${calls} calls are told`);
  }
  return {
    id,
    send: async (body) => {
      const call = await send(body);
      await told(user, call);
      return call;
    },
  };
}

const told = (user: User, call: string) =>
  eventually(
    async () => {
      const dispatches = await user.api('listDispatches', { id: call });
      return dispatches.length > 0 && dispatches.every(({ status }) => status !== 'pending');
    },
    'the messages of a call',
    DELIVERY_LIMIT_MS,
    200,
  );

/** Does something this many times, `atOnce` of them at a time. */
export async function inTurns<Result>(
  count: number,
  atOnce: number,
  one: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await one(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
