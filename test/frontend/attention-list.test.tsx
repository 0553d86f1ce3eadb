import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { summed } from '../../frontend/src/data/missed.ts';
import { DashboardPage } from '../../frontend/src/features/dashboard/dashboard-page.tsx';
import { byTrouble, inTrouble } from '../../frontend/src/features/dashboard/rules.ts';
import { TargetPage } from '../../frontend/src/features/targets/target-page.tsx';
import { TargetsPage } from '../../frontend/src/features/targets/targets-page.tsx';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { WebhooksPage } from '../../frontend/src/features/webhooks/webhooks-page.tsx';
import { Palette } from '../../frontend/src/shell/palette.tsx';
import { accountPerTest, wireAccount, wireTarget, wireWebhook } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, region } from './support/screen.ts';

const used = { associated_webhooks: [{ id: 5, name: 'Deploys', enabled: true }] };
const since = '2026-11-20T07:55:45.000Z';

describe('the list of problems on the dashboard', () => {
  const api = accountPerTest();
  const stats = (undelivered: object[]) => () =>
    json({ from: since, to: since, calls: 0, delivered: 0, partial: 0, failed: 0, waiting: 0, hours: [], undelivered });
  const asked = () => api.calls.filter(({ path }) => path.endsWith('/stats')).map(({ path }) => path);

  beforeEach(() => {
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys', { target_ids: [1, 2] }), wireWebhook(6, 'Orders', { target_ids: [3] })]);
    api.routes['GET /webhook/5/stats'] = stats([
      { target_id: 1, failed: 44, waiting: 0, retrying: 0, since },
      { target_id: 2, failed: 0, waiting: 3, retrying: 1, since },
    ]);
  });

  it('is at the top, with the provider’s error, the rejected and waiting messages, and the fix', async () => {
    api.routes['GET /targets'] = () =>
      json([
        wireTarget(2, 'Phone', used),
        wireTarget(1, 'Ops', { ...used, status: 'inactive', status_reason: 'The channel is gone.' }),
        wireTarget(3, 'Fine'),
      ]);
    api.failing.push(2);
    await renderPage(<DashboardPage />);
    const needs = await screen.findByRole('region', { name: /^Needs attention/ });
    await screen.findByText('44 rejected');
    expect(needs.textContent).toMatch(/^Needs attention3 messages from the last 24 hours are waiting/);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Target', 'Problem', 'Since', 'Last 24 hours', 'Fix'],
    ]);
    const [, ops, phone] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(ops).toMatch(/^OpsThe channel is gone\..*44 rejectedFix$/);
    expect(phone).toMatch(/^PhoneIsn’t receiving messages\..*3 waiting$/);
    expect(hrefOf('Fix: Ops')).toBe('/targets/1');
    expect(
      screen.getAllByRole('link', { name: /^(44 rejected|3 waiting)$/ }).map((link) => link.getAttribute('href')),
    ).toEqual(['/webhooks/5?status=error&target=1', '/webhooks/5?status=pending&target=2']);
    // Working targets cause no requests.
    expect(asked()).toEqual(['/webhook/5/stats']);
  });

  it('names a target that has accepted nothing for more than a day', async () => {
    api.routes['GET /targets'] = () => json([wireTarget(2, 'Phone', used)]);
    api.routes['GET /webhook/5/stats'] = stats([
      {
        target_id: 2,
        failed: 0,
        waiting: 0,
        retrying: 0,
        since,
        paused_since: since,
        paused_reason: 'Slack: HTTP 500.',
      },
    ]);
    api.failing.push(2);
    await renderPage(<DashboardPage />);
    await screen.findByRole('region', { name: 'Needs attention' });
    const [, phone] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(phone).toMatch(/^PhoneSlack: HTTP 500\./);
    expect(hrefOf('Earlier messages')).toBe('/webhooks/5?status=pending&target=2');
    expect(screen.queryByText(/No issues/)).toBeNull();
  });

  it('is hidden while every target accepts its messages, and then loads no webhook', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', { open_errors: 0 })]);
    await renderPage(<DashboardPage />);
    await screen.findByText(/No issues: all targets are accepting messages\. 5 calls today\./);
    expect(asked()).toEqual([]);
  });

  it('names the webhooks whose messages did not arrive before their target worked again', async () => {
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys', { open_errors: 2 }), wireWebhook(6, 'Orders', { open_errors: 0 })]);
    await renderPage(<DashboardPage />);
    await screen.findByText(/^All targets are accepting messages\. 2 messages from the last 3 days did not arrive:/);
    expect(hrefOf('Deploys (2)')).toBe('/webhooks/5?status=error');
    expect(screen.queryByText(/No issues|Orders \(/)).toBeNull();
  });

  it.each([
    ['is followed up', { follow: 'auto' }],
    ['has to be acknowledged', { follow: 'off', acknowledge: { from: 'critical', steps: [] } }],
  ] as const)('does not say that all is well while a matter is open that %s', async (_, settings) => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', settings as never)]);
    const matter = { title: 'CPU high', state: 'open', severity: 'critical', count: 1, target_ids: [1] };
    api.routes['GET /webhook/5/matters'] = () =>
      json([{ ...matter, opened_at: since, latest_at: since, invocation_id: 'a'.repeat(28) }]);
    await renderPage(<DashboardPage />);
    await screen.findByRole('heading', { name: '1 open matter, 1 critical' });
    expect(hrefOf('View matters')).toBe('/webhooks/5');
    expect(screen.queryByText(/No issues/)).toBeNull();
  });

  it('includes every call that waits for its quota, and when the last one is sent', async () => {
    const held = { invocations_held: 75, invocations_held_until: '2026-11-23T00:00:00.000Z' };
    api.routes['GET /user/7'] = () => json(wireAccount({}, held));
    await renderPage(<DashboardPage />);
    await screen.findByText(/^85 calls received, 10 sent today\. 75 calls over your daily quota are held; the last/);
    expect(screen.queryByText(/No issues/)).toBeNull();
  });

  it('includes webhooks that accept no calls because their owner’s plan ended', async () => {
    const beyond = {
      status: 'disabled',
      disabled_reason: 'Your plan allows 1 webhook. This webhook is over the limit.',
    } as const;
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys'), wireWebhook(6, 'Orders', beyond), wireWebhook(7, 'Alerts', beyond)]);
    await renderPage(<DashboardPage />);
    const needs = await screen.findByRole('region', { name: 'Needs attention' });
    expect(needs.textContent).toContain('2 webhooks are over your plan’s limit and accept no calls.');
    expect(hrefOf('Your plan')).toBe('/user/settings');
    expect(screen.queryByText(/No issues/)).toBeNull();
    expect(screen.getAllByText('Over limit')).toHaveLength(2);
  });

  it('leaves out unused targets, and targets whose messages are only on their way', async () => {
    api.routes['GET /webhook/5/stats'] = stats([{ target_id: 2, failed: 0, waiting: 3, retrying: 0, since }]);
    api.routes['GET /targets'] = () =>
      json([wireTarget(2, 'Phone', used), wireTarget(9, 'Old', { status: 'inactive' })]);
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', { open_errors: 0 })]);
    api.failing.push(2, 9);
    await renderPage(<DashboardPage />);
    await screen.findByText(/No issues/);
  });

  it('is sorted by urgency, and adds up the numbers of all webhooks', () => {
    const target = (id: number, status: 'active' | 'inactive' | 'disabled') => ({
      id,
      status,
      associatedWebhooks: [{ id: 5, name: 'Deploys', enabled: true }],
    });
    const all = [target(1, 'active'), target(2, 'disabled'), target(3, 'active'), target(4, 'inactive')];
    expect(inTrouble(all, [3]).map(({ id }) => id)).toEqual([4, 3, 2]);
    expect(byTrouble(all).map(({ id }) => id)).toEqual([4, 2, 1, 3]);
    const later = '2026-11-21T07:55:45.000Z';
    expect(
      summed([
        { failed: 1, waiting: 2, retrying: 1, since: later },
        { failed: 3, waiting: 0, retrying: 0, since },
      ]),
    ).toEqual({ failed: 4, waiting: 2, retrying: 1, since });
    expect(summed([{ failed: 0, waiting: 0, retrying: 0, since }])).toBeUndefined();
    const early = '2026-11-19T05:00:00.000Z';
    const paused = { failed: 0, waiting: 0, retrying: 0, since: early, pausedSince: early };
    expect(summed([paused, { failed: 0, waiting: 1, retrying: 1, since }])).toMatchObject({
      since,
      pausedSince: early,
    });
  });
});

describe('a target that isn’t receiving messages', () => {
  const api = accountPerTest();
  /** Its lane is not paused yet, so this is the error of a retried message. */
  const reason = 'Slack is having problems. The message is retried automatically.';
  beforeEach(() => {
    const targets = [wireTarget(1, 'Ops'), wireTarget(2, 'Phone', used)];
    api.routes['GET /targets'] = () => json(targets);
    api.routes['GET /targets/2'] = () => json(targets[1]);
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', { target_ids: [2] })]);
    api.routes['GET /webhook/5/stats'] = () =>
      json({
        ...{ undelivered: [{ target_id: 2, failed: 0, waiting: 16, retrying: 1, since, paused_reason: reason }] },
        hours: [],
      });
    api.failing.push(2);
  });
  const rowOf = (name: string) => screen.getByText(name).closest('tr, li, [role=option]')?.textContent;

  it('shows on its page why and since when how many messages wait, and where they are', async () => {
    await renderPage(<TargetPage id={2} setup={undefined} />);
    await screen.findByText(/^16 waiting$/);
    expect(screen.getByText(/isn’t receiving messages/).parentElement?.textContent).toMatch(
      /^Phone isn’t receiving messages\. Slack is having problems\. 16 messages have been waiting since 20 Nov/,
    );
    expect(hrefOf('View waiting calls for Deploys')).toBe('/webhooks/5?status=pending&target=2');
  });

  it('is marked in the list of targets, on the dashboard and in the list of webhooks', async () => {
    await renderPage(<TargetsPage setup={undefined} />);
    await waitFor(() => expect(rowOf('Phone')).toContain('Waiting'));
    expect(rowOf('Ops')).toContain('Active');
    cleanup();
    await renderPage(<WebhooksPage />);
    await screen.findByText('1 of 1 target waiting');
    cleanup();
    await renderPage(<DashboardPage />);
    await screen.findByRole('heading', { name: 'Your Targets' });
    await screen.findByRole('cell', { name: 'Slack is having problems.' });
    await waitFor(() => expect(region('Your Targets').getByText('Waiting')).toBeTruthy());
  });

  it('is marked in the command palette', async () => {
    await renderPage(<Palette />);
    await waitFor(() => expect(rowOf('Phone')).toContain('Waiting'));
    expect(rowOf('Ops')).toBe('Ops');
    expect(rowOf('Deploys')).toContain('1 of 1 target waiting');
  });
});

describe('a new account', () => {
  const api = accountPerTest();
  it('shows its first steps above everything else, beginning with the service', async () => {
    api.routes['GET /webhooks'] = () => json([]);
    api.routes['GET /targets'] = () => json([]);
    await renderPage(<DashboardPage />);
    const steps = await screen.findByRole('region', { name: 'Get your first message' });
    await screen.findByRole('link', { name: 'GitHub' });
    expect(hrefOf('GitHub')).toBe('/webhooks/new?sender=github');
    for (const heading of ['Limits', 'Your Webhooks'])
      expect(
        steps.compareDocumentPosition(screen.getByRole('heading', { name: heading })) &
          Node.DOCUMENT_POSITION_FOLLOWING,
      ).not.toBe(0);
  });
});

describe('an account with many targets', () => {
  const api = accountPerTest();
  beforeEach(() => {
    api.routes['GET /targets'] = () =>
      json(Array.from({ length: 30 }, (_, index) => wireTarget(index + 1, `Target ${index + 1}`)));
  });

  it('shows a few on the dashboard, and all of them after a click', async () => {
    await renderPage(<DashboardPage />);
    await screen.findByText('Target 5');
    expect(screen.queryByText('Target 6')).toBeNull();
    fireEvent.click(button('Show all 30'));
    await screen.findByText('Target 30');
  });

  it('finds them by name in their list and in the webhook form', async () => {
    await renderPage(<TargetsPage setup={undefined} />);
    fireEvent.change(await screen.findByLabelText('Find a target by name'), { target: { value: 'get 30' } });
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await renderPage(<NewWebhookPage />);
    const field = (await screen.findAllByLabelText('Find a target by name')).at(-1) as HTMLElement;
    expect(screen.queryByLabelText('Target 30')).toBeNull();
    expect(screen.getByText('18 more. Search by name.')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'get 30' } });
    expect(screen.getByLabelText('Target 30')).toBeTruthy();
  });

  it('lists fifty of them, and fifty more after each click', async () => {
    api.routes['GET /targets'] = () =>
      json(Array.from({ length: 120 }, (_, index) => wireTarget(index + 1, `Target ${index + 1}`)));
    await renderPage(<TargetsPage setup={undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show 50 more of 70' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(101));
    fireEvent.click(button('Show the last 20'));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(121));
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});

describe('the newest messages on the dashboard', () => {
  const api = accountPerTest();
  const call = (id: string, status: string, title?: string) => ({
    id,
    invoked_at: since,
    status,
    dispatches: [],
    ...(title && { message: { title } }),
  });
  const at = (time: string) => ({ last_invocation: `2026-11-20T07:5${time}.000Z` });
  const asked = () =>
    api.calls.filter(({ path }) => path.includes('/invocations')).map(({ path }) => path.split('?')[0]);

  it('are the five newest of all webhooks, each linked to its call', async () => {
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys', at('1:00')), wireWebhook(6, 'Orders', at('2:00'))]);
    api.routes['GET /webhook/5/invocations'] = () =>
      json([call('f', 'success', 'Deployed shop'), call('d', 'error'), call('b', 'success', 'Older')]);
    api.routes['GET /webhook/6/invocations'] = () =>
      json([call('e', 'partial', 'Order 7'), call('c', 'success', 'Order 6'), call('a', 'success', 'Order 5')]);
    await renderPage(<DashboardPage />);
    await screen.findByText('Deployed shop');
    const rows = screen.getByRole('region', { name: 'Newest messages' }).querySelectorAll('li');
    expect([...rows].map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Deployed shopDeploys.*Success$/),
      expect.stringMatching(/^Order 7Orders.*Partially Failed$/),
      expect.stringMatching(/^Call from .*Deploys.*Failed$/),
      expect.stringMatching(/^Order 6/),
      expect.stringMatching(/^OlderDeploys/),
    ]);
    expect(hrefOf('Order 7')).toBe('/webhooks/6?inv=e');
  });

  it('are read from no more than five webhooks, the most recently called ones', async () => {
    const webhooks = Array.from({ length: 9 }, (_, index) =>
      wireWebhook(index + 1, `Hook ${index + 1}`, at(`${index}:00`)),
    );
    api.routes['GET /webhooks'] = () => json(webhooks);
    for (const { id } of webhooks) api.routes[`GET /webhook/${id}/invocations`] = () => json([]);
    await renderPage(<DashboardPage />);
    await screen.findByText('All calls have expired.');
    expect(asked()).toEqual([9, 8, 7, 6, 5].map((id) => `/webhook/${id}/invocations`));
  });

  it('are hidden before the first call', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', { amount_invocations: 0 })]);
    await renderPage(<DashboardPage />);
    await screen.findByRole('heading', { name: 'Your Webhooks' });
    expect(screen.queryByRole('region', { name: 'Newest messages' })).toBeNull();
    expect(asked()).toEqual([]);
  });
});
