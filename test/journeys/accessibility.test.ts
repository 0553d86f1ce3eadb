import type { Locator, Page } from 'playwright-core';
import { docsPages } from '../../frontend/src/features/docs/contents.ts';
import {
  accessibilityFindings,
  type PageCheck,
  pageFindings,
  resize,
  settled,
  sidewaysScroll,
  type Visitor,
  WIDE,
} from '../support/browser.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send, subscribe } from './people.ts';

/** A user's action before the page is checked again. */
interface Step extends Pick<PageCheck, 'within'> {
  name: string;
  act(page: Page): Promise<unknown>;
}

/** A page and the states in which it is checked. */
interface Place extends Pick<PageCheck, 'prose'> {
  path: string;
  heading: string | RegExp;
  /** The heading's level: 2 for a URL that opens a dialog, because the heading of the page behind it is hidden. */
  level?: 1 | 2;
  steps?: Step[];
}

const inDialog = '[role="dialog"]:not([data-toasts] *)';
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const dialog = (name: string, act: Step['act'], within = inDialog): Step => ({
  name,
  within,
  act: async (page) => {
    await act(page);
    await page.locator(within).first().waitFor();
  },
});
const closeDialog = (page: Page) => page.keyboard.press('Escape');
const leaveDialog = async (page: Page) => {
  await closeDialog(page);
  await page.locator(inDialog).waitFor({ state: 'detached' });
};
const question = (name: string, before?: Step['act']): Step =>
  dialog(
    `${name}?`,
    async (page) => {
      await before?.(page);
      await press(name)(page);
    },
    '[role="alertdialog"]',
  );

/** The number of a dialog's pixels outside the window, where scrolling cannot reach them. */
const hidden = async (page: Page, within: string): Promise<number> => {
  const box = await page.locator(within).first().boundingBox();
  if (!box) throw new Error(`${within} is not there`);
  return Math.max(0, Math.round(-box.x), Math.round(box.x + box.width - (page.viewportSize()?.width ?? 0)));
};

/** All problems of the open page. Afterwards, the window is wide again. */
const problemsOf = async (page: Page, name: string, check: PageCheck): Promise<string[]> => {
  const problems = await pageFindings(page, name, check);
  const { within, prose } = check;
  // At these widths, a table has all its columns and the least space.
  for (const width of prose ? [] : within ? [768] : [768, 840]) {
    await resize(page, width);
    const pixels = within ? await hidden(page, within) : await sidewaysScroll(page);
    if (pixels > 0) problems.push(`${name}, ${width} px: ${pixels} px wider than the window`);
  }
  await resize(page, WIDE);
  return problems;
};

/** Opens pages in sequence, goes through their states, and collects all problems. */
const problemsIn = async ({ page, open }: Visitor, places: Place[]): Promise<string[]> => {
  const problems: string[] = [];
  let isUntouched = false;
  for (const { path, heading, level = 1, steps = [], prose } of places) {
    // The app changes its page, which is faster than loading it again.
    if (isUntouched) await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    else await open(path);
    isUntouched = steps.length === 0;
    await page.getByRole('heading', { level, name: heading }).waitFor();
    problems.push(...(await problemsOf(page, path, { prose })));
    for (const { name, act, within } of steps) {
      await act(page);
      problems.push(...(await problemsOf(page, `${path}, ${name}`, { within })));
    }
  }
  return problems;
};

const publicPlaces: Place[] = [
  { path: '/', heading: /Webhooks in/, steps: [] },
  {
    path: '/login',
    heading: 'Login',
    steps: [
      {
        name: 'refused',
        act: async (page) => {
          await page.getByLabel('Email').fill('nobody@example.com');
          await page.getByLabel('Password', { exact: true }).fill('not this one');
          await page.getByRole('button', { name: 'Login' }).click();
          await page.getByRole('alert').waitFor();
        },
      },
    ],
  },
  {
    path: '/register',
    heading: 'Create your account',
    steps: [
      {
        name: 'refused',
        act: async (page) => {
          await page.getByLabel('Email').fill('not an address');
          await page.getByLabel('Password', { exact: true }).fill('weak');
          await page.getByLabel('Confirm password').fill('week');
        },
      },
      dialog('terms', press('Terms')),
    ],
  },
  { path: '/user/password/forgot', heading: 'Forgot your password?' },
  {
    path: '/user/password/reset',
    heading: 'Set a new password',
    steps: [{ name: 'refused', act: press('Set new Password') }],
  },
  {
    path: '/landing/contact',
    heading: 'Contact',
    steps: [
      {
        name: 'refused',
        act: async (page) => {
          await page.getByRole('button', { name: 'Send', disabled: false }).click();
          await page.getByText('Enter a message').waitFor();
        },
      },
    ],
  },
  { path: '/legal/pp', heading: 'Privacy Policy', prose: true },
  { path: '/legal/tnc', heading: 'Terms And Conditions', prose: true },
  { path: '/nothing/is/here', heading: 'Page not found' },
];

const docsPlaces: Place[] = docsPages.map(({ to, title }) => ({
  path: to,
  prose: true,
  heading: to === '/docs' ? /./ : title,
  ...(to === '/docs' && {
    steps: [
      {
        name: 'searched',
        act: async (page: Page) => {
          await page.getByLabel('Search the documentation').fill('github');
          await page
            .getByRole('link', { name: /GitHub push/ })
            .first()
            .waitFor();
        },
      },
    ],
  }),
}));

const emptyPlaces: Place[] = [
  { path: '/dashboard', heading: /^Welcome/ },
  { path: '/webhooks', heading: 'Webhooks' },
  { path: '/webhooks/new', heading: 'Create a New Webhook' },
  { path: '/targets', heading: 'Targets' },
  ...['account', 'notices', 'team', 'keys'].map((tab) => ({ path: `/user/settings#${tab}`, heading: 'Settings' })),
  { path: '/user/audit', heading: 'Audit log' },
];

interface Account {
  webhook: number;
  target: number;
  invocation: string;
}

const keepPremium = async (page: Page) => {
  await page.getByRole('button', { name: 'Keep Premium' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
};

const filledPlaces = ({ webhook, target, invocation }: Account): Place[] => [
  {
    path: '/dashboard',
    heading: /^Welcome/,
    steps: [
      dialog('search', (page) => page.keyboard.press('Control+k')),
      {
        name: 'keys',
        within: inDialog,
        act: async (page) => {
          await leaveDialog(page);
          await page.keyboard.press('?');
          await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        },
      },
    ],
  },
  { path: '/webhooks', heading: 'Webhooks' },
  { path: '/webhooks/new', heading: 'Create a New Webhook' },
  {
    path: `/webhooks/${webhook}`,
    heading: /^W/,
    steps: [
      {
        name: 'with a toast',
        within: '[data-toasts] [role="dialog"]',
        act: async (page) => {
          await press('Copy URL')(page);
          // The toast stays while it has the focus.
          await page.locator('[data-toasts] [role="dialog"]').focus();
          await expectInCorner(page.locator('[data-toasts] [role="dialog"]'));
        },
      },
      dialog('a test call', (page) => page.getByRole('link', { name: 'Send test call' }).click()),
      dialog('a bulk replay', async (page) => {
        await leaveDialog(page);
        await page.getByRole('button', { name: /^Resend (failed|messages) …/ }).click();
        await page.locator(inDialog).getByText('All', { exact: true }).click();
        // The product's clock may be ahead of the browser's.
        await page.getByLabel('To', { exact: true }).fill('2099-01-01T00:00');
        await page.getByText(/^\d+ messages, of/).waitFor();
      }),
      dialog('a bulk replay under way', async (page) => {
        await page.locator(inDialog).getByRole('button', { name: 'Resend' }).click();
        await page.getByText('of 6 messages are being resent').waitFor();
      }),
      ...['Basics', 'Message', 'Alerting', 'Incoming calls', 'Danger'].map((section) =>
        dialog(`settings ${section}`, async (page: Page) => {
          if (section === 'Basics') {
            await leaveDialog(page);
            await press('Settings')(page);
          } else await page.getByRole('tab', { name: section }).click();
        }),
      ),
      question('Delete Webhook'),
      {
        name: 'edited',
        within: inDialog,
        act: async (page) => {
          await closeDialog(page);
          await page.getByRole('tab', { name: 'Basics' }).click();
          for (const name of ['Release announcements', 'Mock'])
            await page.getByRole('checkbox', { name, exact: true }).uncheck();
          await press('Save')(page);
          await page.getByText('At least one target needs to be selected').first().waitFor();
        },
      },
      {
        // Otherwise, the settings would be open again on this webhook's next page.
        name: 'discarded',
        act: async (page) => {
          await press('Discard')(page);
          await page.locator(inDialog).waitFor({ state: 'detached' });
        },
      },
    ],
  },
  {
    path: `/webhooks/${webhook}?inv=${invocation}`,
    heading: 'Invocation Details',
    level: 2,
    steps: ['Raw body', 'Raw headers', 'Changes'].map((tab) => ({
      name: tab,
      within: inDialog,
      act: (page) => page.getByRole('tab', { name: tab }).click(),
    })),
  },
  { path: '/targets', heading: 'Targets' },
  {
    path: '/targets/new',
    heading: 'Create a New Target',
    steps: [
      dialog('Teams', async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Phone');
        await page.getByRole('radio', { name: 'Microsoft Teams' }).check();
        await page.getByRole('button', { name: 'Proceed' }).click();
        await page.getByLabel('Webhook URL').fill('https://example.com');
        await page.getByRole('button', { name: 'Add' }).click();
        await page.getByText('The URL is not a valid Azure Webhook URL').waitFor();
      }),
      dialog('Telegram', async (page) => {
        await closeDialog(page);
        await page.getByRole('radio', { name: 'Telegram' }).check();
        await page.getByRole('button', { name: 'Proceed' }).click();
        await page.getByRole('dialog', { name: 'Almost there' }).locator('code').waitFor();
      }),
    ],
  },
  { path: `/targets/${target}`, heading: /Release announcements/, steps: [question('Delete Target')] },
  {
    path: '/user/settings',
    heading: 'Settings',
    steps: [question('Cancel subscription'), question('Delete Account', keepPremium)],
  },
  { path: '/user/audit', heading: 'Audit log' },
  { path: '/editor', heading: 'Editor' },
  { path: '/debug', heading: 'Debug' },
];

/** The same pages when every API response is an error. */
const failedPlaces: Place[] = [
  { path: '/dashboard', heading: 'Dashboard' },
  { path: '/webhooks', heading: 'Webhooks' },
  { path: '/webhooks/1', heading: 'Something went wrong' },
  { path: '/targets', heading: 'Targets' },
  { path: '/targets/1', heading: 'Something went wrong' },
  { path: '/webhooks/new', heading: 'Create a New Webhook' },
  { path: '/targets/new', heading: 'Create a New Target' },
  { path: '/user/settings', heading: 'Something went wrong' },
  { path: '/editor?webhook=1&inv=any', heading: 'Editor' },
];

/** The vertical position of a call's tabs with each tab selected. */
const heightsOfTabs = async (page: Page): Promise<(number | undefined)[]> => {
  const heights = [];
  for (const name of [/^Dispatches/, 'Raw body', 'Raw headers', 'Changes']) {
    await page.getByRole('tab', { name }).click();
    await settled(page);
    heights.push((await page.getByRole('tablist').boundingBox())?.y);
  }
  return heights;
};

/** The first call starts in the first window of a phone and an upright tablet, and next to an open call. */
const expectCallsInFirstWindow = async (page: Page, path: string): Promise<void> => {
  const first = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Open / }) })
    .first();
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await first.waitFor();
    await settled(page);
    expect((await first.boundingBox())?.y).toBeLessThan(650);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await settled(page);
  await first.click();
  await page.getByRole('dialog').getByRole('tablist').waitFor();
  // `expect.poll` needs a running test, which concurrent journeys do not have at all times.
  await eventually(async () => ((await first.boundingBox())?.y ?? 600) < 600, 'the first call in the first window');
  await page.keyboard.press('Escape');
  await resize(page, WIDE);
};

/** On a phone, the filters are below the search field and wide enough for their labels. */
const expectReadableChoices = async (page: Page, path: string): Promise<void> => {
  await resize(page, 390);
  await page.goto(`${path}?status=success`);
  for (const name of ['Target', 'Time'])
    expect((await page.getByRole('combobox', { name, exact: true }).boundingBox())?.width).toBeGreaterThan(90);
};

/** Toasts appear at the top right of the window, 20 pixels from its edges. */
const expectInCorner = async (toast: Locator): Promise<void> => {
  await settled(toast.page());
  const { x = 0, y, width = 0 } = (await toast.boundingBox()) ?? {};
  const right = (toast.page().viewportSize()?.width ?? 0) - x - width;
  expect({ top: y, right }).toEqual({ top: 20, right: 20 });
};

/** In a 1280 × 1024 window at 400 % zoom, scrolling must reach everything. */
const expectReachableWhenLow = async (page: Page, button: string): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 256 });
  const last = page.getByRole('button', { name: button });
  await last.scrollIntoViewIfNeeded();
  const { y = -1, height = 0 } = (await last.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(256);
  await resize(page, WIDE);
};

const axe = { axe: true };
/** Dozens of pages take a slow machine minutes, and parallel journeys use each other's waiting time. */
const MANY_PAGES = { timeout: 300_000 };

journey.concurrent('the public pages are accessible', MANY_PAGES, async ({ visit }) => {
  const visitor = await visit(axe);
  visitor.expectComplaint(/status of 401/);
  expect(await problemsIn(visitor, publicPlaces)).toEqual([]);
});

journey.concurrent('the documentation is accessible', MANY_PAGES, async ({ visit }) => {
  expect(await problemsIn(await visit(axe), docsPlaces)).toEqual([]);
});

journey.concurrent('the pages of a new account are accessible', MANY_PAGES, async ({ product, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user, axe);
  expect(await problemsIn(visitor, emptyPlaces)).toEqual([]);
  const { id, url } = await createWebhook(product, user, [await createMock(user)]);
  expect(await problemsIn(visitor, [{ path: `/webhooks/${id}`, heading: 'Deploys' }])).toEqual([]);
  await send(url, { release: '1.4.0' });
  await expectCallsInFirstWindow(visitor.page, `/webhooks/${id}`);
  await expectReadableChoices(visitor.page, `/webhooks/${id}`);
  await visitor.page.setViewportSize({ width: 390, height: 860 });
  await visitor.page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityFindings(visitor.page)).toEqual([]);
});

const accountInUse = async (product: Parameters<typeof signUp>[0], user: User, slack: number): Promise<Account> => {
  const webhook = await createWebhook(product, user, [slack, await createMock(user)], {
    name: 'W'.repeat(100),
    follow: 'auto',
  });
  // An open matter, which has a panel.
  await send(webhook.url, { title: 'Disk full', state: 'alerting', ruleId: 7, ruleName: 'Disk full' });
  await send(webhook.url, { release: '1.4.0' });
  const invocation = await send(webhook.url, {
    release: '1.4.1',
    log: 'unbroken'.repeat(200),
    steps: [1, { two: null }],
  });
  await dispatchesOf(user, invocation);
  return { webhook: webhook.id, target: slack, invocation };
};

journey.concurrent('the pages of an account in use are accessible', MANY_PAGES, async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await subscribe(user, fakes);
  const account = await accountInUse(product, user, await connectSlack(user, fakes, 'Release announcements'));
  const visitor = await visitAs(user, axe);
  expect(await problemsIn(visitor, filledPlaces(account))).toEqual([]);
  await visitor.open(`/webhooks/${account.webhook}?inv=${account.invocation}`);
  expect(new Set(await heightsOfTabs(visitor.page)).size).toBe(1);
  await expectReachableWhenLow(visitor.page, 'Open in Editor');
});

journey.concurrent('pages that cannot be loaded are accessible', MANY_PAGES, async ({ product, visitAs }) => {
  const visitor = await visitAs(await signUp(product), axe);
  visitor.expectComplaint(/status of 403/);
  await visitor.page.route('**/api/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not today' }),
    }),
  );
  expect(await problemsIn(visitor, failedPlaces)).toEqual([]);
});
