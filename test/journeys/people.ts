import type { Page } from 'playwright-core';
import type { Fakes } from '../support/fakes.ts';
import { eventually, type User } from '../support/product.ts';

/** Creates a target that accepts every message immediately. */
export const createMock = async (user: User, name = 'Mock'): Promise<number> =>
  (await user.api('createTarget', { body: { name, type: 'mock' } })).id;

/** Creates a Slack target that its owner has connected to the first channel. */
export const connectSlack = async (user: User, fakes: Fakes, name = 'Deployments'): Promise<number> => {
  const target = await user.api('createTarget', { body: { name, type: 'slack' } });
  await fakes.approveSlack(target);
  return target.id;
};

/** Creates a Telegram target and activates it from a chat. */
export const connectTelegram = async (user: User, fakes: Fakes, chatId: number, name = 'Phone'): Promise<number> => {
  const { id, options } = await user.api('createTarget', { body: { name, type: 'telegram' } });
  await fakes.sayToTelegram(chatId, `/start ${options.ActivationKey}`);
  return id;
};

export const profileOf = async (user: User) => (await user.api('getUser', { id: user.userId })).profile;

/** Buys premium without a browser. */
export const subscribe = async (user: User, fakes: Fakes): Promise<void> => {
  await fakes.payWithStripe((await user.api('createSubscriptionLink')).link);
  await eventually(async () => (await profileOf(user)).status === 'premium', 'premium');
};

/** Calls a webhook as a service would. Returns the invocation's id. */
export const send = async (url: string, body: unknown): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`The call was answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { id: string }).id;
};

/** Waits until all dispatches of an invocation are `ready`, and returns them. */
export const dispatchesOf = async (
  user: User,
  invocationId: string,
  ready: (dispatch: { status: string; error_message: string }) => boolean = ({ status }) => status !== 'pending',
) =>
  eventually(async () => {
    const dispatches = await user.api('listDispatches', { id: invocationId });
    return dispatches.length > 0 && dispatches.every(ready) && dispatches;
  }, 'the dispatches of a call');

let newcomers = 0;
/** An email address that was never registered, even by an earlier attempt. */
export const newAddress = (): string => `newcomer-${++newcomers}-${process.pid}@example.com`;

/**
 * Clicks Refresh in the dialog that waits for the activation, until a toast shows `done`. The dialog polls every 15
 * seconds, so it may close before the click.
 */
export const refreshUntil = async (page: Page, done: string | RegExp): Promise<void> => {
  const told = page.getByText(done).waitFor();
  const pressed = page.getByRole('dialog', { name: 'Almost there' }).getByRole('button', { name: 'Refresh' }).click();
  await Promise.any([pressed, told]);
  await told;
};

/** The URL that a page reports as copied. Tests cannot read the clipboard. */
export const copiedUrl = async (page: Page): Promise<string> =>
  (await page.getByText(/^URL copied to Clipboard: /).innerText()).replace('URL copied to Clipboard: ', '');
