import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { keepPicture, newVisitor, openBrowser, type Visitor, type VisitorOptions } from '../support/browser.ts';
import { type Fakes, fakesOf, lossesOf } from '../support/fakes.ts';
import type { User } from '../support/product.ts';
import { type Product, sharedProduct } from './product.ts';

/** The key under which the front end stores a session. */
const CREDENTIALS = 'credentials-store';

interface Journey {
  product: Product;
  fakes: Fakes;
  browser: Browser;
  /** Opens a separate browser window. Errors in its console fail the journey at the end. */
  visit(options?: VisitorOptions): Promise<Visitor>;
  /** Opens a window for a user who is already signed in. */
  visitAs(user: User, options?: VisitorOptions): Promise<Visitor>;
}

/** A test in a real browser against the worker's local run. */
export const journey = base
  .extend('losses', { auto: true }, async ({ task: _ }, { onCleanup }) => {
    const { fakesUrl } = sharedProduct();
    const before = await lossesOf(fakesUrl);
    onCleanup(async () => {
      const losses = (await lossesOf(fakesUrl)).slice(before.length);
      expect(losses, 'messages that a provider would have dropped').toEqual([]);
    });
  })
  .extend<'product', Journey['product']>('product', sharedProduct)
  .extend<'fakes', Fakes>('fakes', () => fakesOf(sharedProduct()))
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visit', async ({ browser, product, fakes, task }, { onCleanup }): Promise<Journey['visit']> => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      if (task.result?.state === 'fail') await pictureOfFailure(task.name, visitors);
      const complaints = visitors.flatMap((visitor) => visitor.complaints());
      await Promise.all(visitors.map((visitor) => visitor.close()));
      expect(complaints, 'complaints of the browser').toEqual([]);
      const denied = Object.entries(await fakes.aws()).flatMap(([name, report]) =>
        report.denied.map(({ action, resource }) => `${name} may not ${action} on ${resource}`),
      );
      expect(denied, 'calls that no grant allows').toEqual([]);
    });
    return async (options) => {
      const visitor = await newVisitor(browser, product.appUrl, options);
      visitors.push(visitor);
      return visitor;
    };
  })
  .extend(
    'visitAs',
    async ({ visit, product }): Promise<Journey['visitAs']> =>
      async (user, options) => {
        const visitor = await visit(options);
        await signInAs(visitor, product, user);
        return visitor;
      },
  );

const pictureOfFailure = async (name: string, visitors: Visitor[]): Promise<void> => {
  const pages = visitors.flatMap(({ context }) => context.pages());
  await Promise.all(pages.map((page, index) => keepPicture(page, `failed ${name.replaceAll('/', '-')} ${index + 1}`)));
};

/** Gives a browser a user's session, so a journey can skip the login. */
const signInAs = async ({ context }: Visitor, { appUrl }: Product, user: User): Promise<void> => {
  const [name = '', ...value] = user.cookie.split('=');
  await context.addCookies([
    {
      name,
      value: value.join('='),
      url: appUrl.replace('http:', 'https:'),
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    },
  ]);
  const record = JSON.stringify({ logged_in: true, user_id: user.userId, access_token: user.token });
  // Keep stored data after a reload, because the page may have changed it.
  await context.addInitScript(
    ([key, text]) => {
      if (localStorage.getItem(key as string) === null) localStorage.setItem(key as string, text as string);
    },
    [CREDENTIALS, record],
  );
};

/** A timeout for `expect.poll`, which otherwise fails after a second. */
export const PATIENT = { timeout: 20_000 };

export { expect };
