import type { Locator, Page } from 'playwright-core';
import type { FullAccount } from './account.ts';

/** Something that someone does on a page. */
export interface Interaction {
  name: string;
  act(page: Page): Promise<unknown>;
  /** Waits until there is what it leads to. */
  shows?(page: Page): Promise<unknown>;
}

/** A page and what is done on it, in this order. */
export interface Scene {
  path(account: FullAccount): string;
  /** Waits until the page is shown. */
  ready(page: Page): Promise<unknown>;
  interactions: readonly Interaction[];
}

/** The time for which a button is held down. */
const HELD_MS = 60;

/** Clicks what is found, as a hand does it: Playwright's own click looks around in the page meanwhile. */
const click =
  (find: (page: Page) => Locator): Interaction['act'] =>
  async (page) => {
    const found = find(page);
    await found.scrollIntoViewIfNeeded();
    const box = await found.boundingBox();
    if (!box) throw new Error(`${found} is not there`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(HELD_MS);
    await page.mouse.up();
  };
const press =
  (key: string): Interaction['act'] =>
  (page) =>
    page.keyboard.press(key, { delay: HELD_MS });
const type =
  (text: string): Interaction['act'] =>
  (page) =>
    page.keyboard.type(text, { delay: 2 * HELD_MS });

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('row');
const text =
  (words: string): Interaction['shows'] & {} =>
  (page) =>
    page.getByText(words).first().waitFor();
const gone: Interaction['shows'] = (page) => dialog(page).waitFor({ state: 'hidden' });

const openCall: Interaction = {
  name: 'call: open',
  act: click((page) => rows(page).nth(3)),
  shows: (page) => dialog(page).getByRole('tabpanel').waitFor(),
};
const older: Interaction = { name: 'call: older (j)', act: press('j') };
const close: Interaction = { name: 'call: close (Escape)', act: press('Escape'), shows: gone };
const tab = (name: string): Interaction => ({
  name: `call: tab ${name}`,
  act: click((page) => page.getByRole('tab', { name })),
  shows: (page) => page.getByRole('tab', { name, selected: true }).waitFor(),
});
const clearFilters: Interaction = {
  name: 'calls: clear filters',
  act: click((page) => page.getByRole('button', { name: 'Clear filters' })),
  shows: text('Page 1'),
};
const openPalette: Interaction = {
  name: 'palette: open (Ctrl K)',
  act: press('Control+k'),
  shows: (page) => page.getByRole('option').first().waitFor(),
};
const among = (where: string, interaction: Interaction): Interaction => ({
  ...interaction,
  name: interaction.name.replace(/^\w+/, where),
});

/** The list of found calls is as long as someone lets it become. */
const showMore = async (page: Page) => {
  for (let clicks = 0; clicks < 7; clicks++) {
    const before = await rows(page).count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).nth(before).waitFor();
  }
};

export const scenes: readonly Scene[] = [
  {
    path: ({ webhook }) => `/webhooks/${webhook}`,
    ready: text('Page 1'),
    interactions: [
      openCall,
      tab('Raw headers'),
      tab('Raw body'),
      tab('Changes'),
      tab('Dispatches'),
      older,
      close,
      {
        name: 'calls: only Failed',
        act: click((page) => page.getByRole('link', { name: 'Failed', exact: true })),
        shows: (page) => page.getByRole('button', { name: 'Clear filters' }).waitFor(),
      },
      clearFilters,
      { name: 'calls: type a search', act: type('glo'), shows: (page) => page.locator('mark').first().waitFor() },
      {
        name: 'test call: open',
        act: click((page) => page.getByRole('link', { name: 'Send test call' })),
        shows: (page) => dialog(page).waitFor(),
      },
      { name: 'test call: close (Escape)', act: press('Escape'), shows: gone },
      { name: 'colours: switch', act: click((page) => page.getByRole('button', { name: 'Use dark colours' })) },
      {
        name: 'address: copy (toast)',
        act: click((page) => page.getByRole('button', { name: 'Copy URL' })),
        shows: text('Copied'),
      },
    ],
  },
  {
    path: ({ webhook }) => `/webhooks/${webhook}?page=400`,
    ready: text('Page 400'),
    interactions: [
      {
        name: 'page 400: newer',
        act: click((page) => page.getByRole('link', { name: 'Newer' })),
        shows: text('Page 399'),
      },
    ],
  },
  {
    path: ({ webhook }) => `/webhooks/${webhook}?last=24h`,
    ready: showMore,
    interactions: [openCall, older, close, clearFilters].map((each) => among('200 found calls', each)),
  },
  {
    path: ({ webhook, largest }) => `/webhooks/${webhook}?inv=${largest}`,
    ready: (page) => page.getByRole('tabpanel').getByText('Success').waitFor(),
    interactions: [
      among('1 MiB', tab('Raw body')),
      {
        name: '1 MiB: open a branch',
        act: click((page) =>
          dialog(page)
            .getByRole('button', { name: /^Unfold / })
            .nth(1),
        ),
      },
      { name: '1 MiB: n more', act: click((page) => dialog(page).getByRole('button', { name: /more$/ }).last()) },
      { name: '1 MiB: Raw', act: click((page) => page.getByRole('button', { name: 'Raw', exact: true })) },
      { name: '1 MiB: Tree', act: click((page) => page.getByRole('button', { name: 'Tree', exact: true })) },
      among('1 MiB', tab('Changes')),
      among('1 MiB', tab('Dispatches')),
      among('1 MiB', close),
    ],
  },
  {
    path: () => '/targets',
    ready: text('Target 199'),
    interactions: [
      {
        name: '200 targets: open one',
        act: click((page) => rows(page).nth(5).getByRole('cell').first()),
        shows: (page) => page.getByRole('switch').waitFor(),
      },
      {
        name: '200 targets: back',
        act: click((page) => page.getByRole('main').getByRole('link', { name: 'Targets' })),
        shows: text('Target 199'),
      },
    ],
  },
  {
    path: () => '/webhooks',
    ready: text('Webhook number 23'),
    interactions: [
      openPalette,
      { name: 'palette: type', act: type('web') },
      { name: 'palette: down', act: press('ArrowDown') },
      { name: 'palette: close (Escape)', act: press('Escape'), shows: gone },
    ],
  },
  {
    path: () => '/webhooks/new',
    ready: (page) =>
      page
        .getByRole('checkbox', { name: /^Target / })
        .first()
        .waitFor(),
    interactions: [
      {
        name: 'new webhook: tick one of 200',
        act: click((page) => page.getByRole('checkbox', { name: /^Target / }).nth(5)),
      },
      { name: 'new webhook: into the name', act: click((page) => page.getByRole('textbox', { name: 'Name' })) },
      { name: 'new webhook: type the name', act: type('Hello') },
    ],
  },
  {
    path: () => '/dashboard',
    ready: text('Webhook number 23'),
    interactions: [
      among('dashboard', openPalette),
      { name: 'dashboard: close (Escape)', act: press('Escape'), shows: gone },
      {
        name: 'dashboard: to the webhooks',
        act: click((page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' })),
        shows: text('Webhook number 23'),
      },
      {
        name: 'dashboard: back to it',
        act: click((page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' })),
        shows: (page) => page.getByRole('region', { name: 'Your Targets' }).getByText('Target 199').waitFor(),
      },
    ],
  },
];
