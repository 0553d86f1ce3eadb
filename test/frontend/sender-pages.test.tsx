import list from 'virtual:sender-list';
import pages from 'virtual:sender-pages';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SenderPage } from '../../frontend/src/features/senders/sender-page.tsx';
import { SendersPage } from '../../frontend/src/features/senders/senders-page.tsx';
import { texts } from '../../frontend/src/features/senders/texts.ts';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { readBeginning } from '../../frontend/src/features/webhooks/search.ts';
import { marks } from '../../integrations/targets/marks.gen.tsx';
import { accountPerTest, forgetAccount, wireTarget } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { hrefOf, region } from './support/screen.ts';

const factsOf = async (slug: string) => {
  const load = pages[slug];
  if (!load) throw new Error(`no page of ${slug}`);
  return (await load()).default;
};
const pageOf = async (slug: string, search = {}) =>
  renderPage(<SenderPage sender={await factsOf(slug)} search={search} />);
const messageShown = () => document.querySelector('[data-message]')?.textContent ?? '';
/** A provider can put parts of a title elsewhere, such as its link. */
const wordsOf = (title = '') => title.split(/\W+/);

const api = accountPerTest();
beforeEach(() => {
  api.routes['GET /targets'] = () => json([wireTarget(9, 'Ops')]);
});

describe('the public page of a sender', () => {
  // One component shows all of them, so every sixth is rendered. The journey over the public pages opens each.
  it.each(Object.keys(pages).filter((slug, index) => index % 6 === 0 || slug === 'github'))(
    'shows messages, setup and verification, and leads to a filled-in webhook: %s',
    async (slug) => {
      const { name, examples, proof, setup } = await factsOf(slug);
      await pageOf(slug);
      expect(document.title).toBe(`${texts.page.title(name)} - Tellhook`);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(`${name} webhooks as chat messages`);
      expect(examples.length).toBeGreaterThan(0);
      for (const word of wordsOf(examples[0]?.title)) expect(messageShown()).toContain(word);
      expect(
        region('Setup')
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(setup);
      expect([setup.length, setup.every((step) => step.length > 3)]).toEqual([3, true]);
      expect(region('Verification').queryAllByRole('listitem')).toHaveLength(proof ? 3 : 0);

      const use = new URL(hrefOf('Create a webhook') ?? '', 'https://tellhook.example');
      expect(use.pathname).toBe('/webhooks/new');
      cleanup();
      await renderPage(<NewWebhookPage {...readBeginning(Object.fromEntries(use.searchParams))} target={9} />);
      expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe(name);
      expect(screen.getByRole('button', { name, pressed: true })).toBeTruthy();
      expect(screen.queryByLabelText<HTMLInputElement>('Verify calls')?.checked).toBe(proof ? true : undefined);
    },
  );

  it('leads visitors through the registration', async () => {
    forgetAccount();
    await pageOf('google-cloud');
    expect(hrefOf('Create a webhook')).toBe('/register?next=%2Fwebhooks%2Fnew%3Fsender%3Dgoogle-cloud');
  });

  it('shows each example in each app, by links that work without code', async () => {
    const { examples } = await factsOf('stripe');
    const [first, second] = examples;
    await pageOf('stripe');
    const links = region('Examples').getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(examples.map(({ title }) => title));
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([
      'true',
      ...Array(links.length - 1).fill(null),
    ]);
    expect(links[1]?.getAttribute('href')).toBe('/page?example=2&app=slack');
    const apps = region('Message')
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('/page?example=1&app='));
    expect(apps.map(({ textContent }) => textContent)).toEqual(marks.map(({ name }) => name));

    for (const { slug } of marks) {
      cleanup();
      await pageOf('stripe', { example: 2, app: slug });
      for (const word of wordsOf(second?.title)) expect(messageShown(), slug).toContain(word);
      expect(messageShown(), slug).not.toContain(first?.title);
    }
  });

  it('ignores an example and an app that do not exist', async () => {
    await pageOf('github', { example: 99, app: 'nothing' });
    expect(region('Examples').getAllByRole('link')[0]?.getAttribute('aria-current')).toBe('true');
  });
});

describe('the page of all senders', () => {
  it('lists every sender in a group, and each that is only verified with its steps', async () => {
    await renderPage(<SendersPage />);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    const known = Object.keys(pages).map((slug) => `/senders/${slug}`);
    expect(new Set(links)).toEqual(
      new Set([...known, ...list.verified.map(({ slug }) => `/docs/verify#from-${slug}`)]),
    );
    expect(links).toHaveLength(known.length + list.verified.length);
    expect(list.groups.map(({ group }) => group)).not.toContain('other');
    expect(screen.getAllByRole('region')).toHaveLength(list.groups.length + 1);
  });

  it('finds senders by name', async () => {
    await renderPage(<SendersPage />);
    const search = screen.getByLabelText('Search services');
    fireEvent.change(search, { target: { value: 'git' } });
    expect(screen.getByRole('link', { name: 'GitLab' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Stripe' })).toBeNull();
    expect(screen.getAllByRole('region').map((each) => each.querySelector('h2')?.textContent)).toEqual([
      'Code and releases',
      'Also verified',
    ]);
    fireEvent.change(search, { target: { value: 'no such service' } });
    expect(screen.getByRole('status').textContent).toMatch(/^No service has this name\./);
  });
});
