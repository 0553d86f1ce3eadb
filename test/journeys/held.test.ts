import { takePicture } from '../support/browser.ts';
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
  'a free account accepts 60 pushes: 25 arrive, and 35 are held and delivered after midnight next to new ones',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)]);
    expect(await pushAll(url, 1, 60)).toEqual(Array(60).fill(202));
    const calls = await eventually(async () => {
      const all = await callsOf(user, id);
      return all.filter(({ status }) => status === 'success').length === 25 && all;
    }, '25 calls delivered');
    expect(calls.filter(({ held }) => held?.by === 'quota').map(numberOf)).toEqual(range(26, 60));
    const [message] = await user.api('listDispatches', { id: calls[59]?.id ?? '' });
    expect(message).toMatchObject({ status: 'pending', note_code: 'held-by-quota', error_message: '' });
    const { limits } = await user.api('getUser', { id: user.userId });
    expect(limits).toMatchObject({ invocations_left: 0, invocation_limit_hit: true, invocations_held: 35 });

    const { page, open } = await visitAs(user);
    await open('/dashboard');
    await page
      .getByText(/^60 calls received, 25 sent today\. 35 calls over your daily quota are held; the last is sent on /)
      .waitFor();
    await takePicture(page, 'held-00-dashboard');
    await open(`/webhooks/${id}`);
    await page.getByRole('cell', { name: /Held/ }).first().waitFor();
    await takePicture(page, 'held-01-webhook');
    await page.getByRole('cell', { name: /Held/ }).first().click();
    await page.getByText(/Held: daily quota reached/).waitFor();
    await page.getByRole('dialog').getByText('Held', { exact: true }).first().waitFor();
    await takePicture(page, 'held-02-call');
    // The page's session would end with the day.
    await page.close();

    const now = await fakes.advanceClock(0);
    await fakes.advanceClock(86_400 - (now.getTime() % 86_400_000) / 1000 + 1);
    const next = await delivered(user, id, 37, fakes);
    expect(await inOrderOfArrival(user, next.slice(25, 37))).toEqual(range(26, 37));
    expect(next.slice(37).every(({ held }) => held?.by === 'quota')).toBe(true);
    // A new call uses a unit that the held calls left.
    expect(await push(url, 61)).toBe(202);
    expect((await delivered(user, id, 38, fakes)).at(-1)).toMatchObject({ status: 'success' });
    await user.api('setHoldOrder', { id: user.userId, body: { order: 'arrival' } });
    expect(await push(url, 62)).toBe(202);
    const inOrder = await delivered(user, id, 50, fakes);
    const sent = inOrder.filter(({ status }) => status === 'success');
    expect(sent.map(numberOf)).toEqual([...range(1, 49), 61]);
  },
);

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

journey(
  'a paused webhook accepts calls and sends none until its owner resumes it',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)]);
    const { page, open } = await visitAs(user);
    await open(`/webhooks/${id}`);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Paused/ }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This webhook is paused. Calls are accepted and their messages are held.').waitFor();
    expect(await pushAll(url, 1, 3)).toEqual([202, 202, 202]);
    expect((await callsOf(user, id)).map(({ held }) => held?.by)).toEqual(['paused', 'paused', 'paused']);

    await open('/webhooks');
    await page.getByText('(paused)').waitFor();
    await open(`/webhooks/${id}`);
    await page.getByText('3 calls held.').waitFor();
    await takePicture(page, 'held-03-paused');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Resume this webhook?' });
    await dialog.getByRole('radio', { name: /Deliver/ }).waitFor();
    await takePicture(page, 'held-04-resume');
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('Webhook resumed').waitFor();
    await page.close();
    const calls = await delivered(user, id, 3, fakes);
    expect(await inOrderOfArrival(user, calls)).toEqual([1, 2, 3]);
  },
);

journey(
  'a routing rule is built from recent calls, previewed, saved, and applied to the next call',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const make = (name: string) => user.api('createTarget', { body: { name, type: 'mock' } });
    const [ops, log] = [await make('Ops'), await make('Log')];
    const { url, id } = await createWebhook(product, user, [ops.id, log.id]);
    expect(await pushAll(url, 1, 2)).toEqual([202, 202]);
    await eventually(
      async () => (await callsOf(user, id)).every(({ status }) => status === 'success'),
      'both calls delivered',
    );
    const { page, open } = await visitAs(user);
    await open(`/webhooks/${id}`);
    await page.getByRole('link', { name: /^Routing/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Routing' });
    const rule = dialog.getByRole('group').filter({ hasText: 'Ops' }).first();
    await rule.getByRole('radio', { name: 'Custom rule' }).check();
    await rule.getByRole('button', { name: /body\.number\s*2/ }).click();
    await dialog.getByText('1 message would be routed differently.').waitFor();
    await takePicture(page, 'held-05-routing');
    await page.mouse.move(0, 0);
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.keyboard.press('Escape');
    await question.waitFor();
    await takePicture(page, 'held-05-routing-unsaved');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await dialog.getByText('1 message would be routed differently.').waitFor();
    await dialog.getByRole('button', { name: 'Save rules' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Calls where number is 2.').waitFor();
    await page.close();

    expect(await push(url, 3)).toBe(202);
    const third = await eventually(async () => {
      const call = (await callsOf(user, id))[2];
      return call?.status === 'success' && call;
    }, 'the third call delivered');
    const dispatches = await user.api('listDispatches', { id: third.id });
    const statusOf = (targetId: number) => dispatches.find(({ target }) => target.id === targetId)?.status;
    expect([statusOf(ops.id), statusOf(log.id)]).toEqual(['skipped', 'success']);
    expect(dispatches.find(({ target }) => target.id === ops.id)?.note).toBe('Skipped: number is not 2.');
  },
);

journey(
  'a target limited to two messages a minute gets all messages at this pace and in order',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const target = await createMock(user, 'Pager');
    const { url, id } = await createWebhook(product, user, [target]);
    const { page, open } = await visitAs(user);
    await open(`/targets/${target}`);
    await page.getByText('Message settings').click();
    await page.getByLabel('Messages per minute').fill('2');
    await page.getByRole('button', { name: 'Save settings' }).press('Enter');
    await page.getByText('Saved').first().waitFor();
    await takePicture(page, 'held-06-pace');
    expect(await pushAll(url, 1, 5)).toEqual(Array(5).fill(202));
    const times = async () =>
      (
        await Promise.all((await callsOf(user, id)).map(({ id: call }) => user.api('listDispatches', { id: call })))
      ).map(([dispatch]) => (dispatch?.status === 'success' ? Date.parse(dispatch.dispatched_at) : undefined));
    await eventually(async () => (await times())[0] !== undefined, 'the first message delivered');
    const all = await eventually(async () => {
      await fakes.advanceClock(15);
      const known = await times();
      return known.every((time) => time !== undefined) && known;
    }, 'all messages delivered');
    const gaps = all.slice(1).map((time, index) => time - (all[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
  },
);
