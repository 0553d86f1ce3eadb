import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DashboardPage } from '../../frontend/src/features/dashboard/dashboard-page.tsx';
import { SettingsPage } from '../../frontend/src/features/settings/settings-page.tsx';
import { accountPerTest, toastLines, wireAccount, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, region } from './support/screen.ts';

const api = accountPerTest();

const SINCE = '2026-11-01T10:00:00.000Z';

describe('the content of an account from before its email address was confirmed', () => {
  const show = async () => {
    let since: object = { review_since: SINCE };
    api.routes['GET /user/7'] = () => json(wireAccount(since));
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys'), wireWebhook(6, 'Mine', { created_at: '2026-11-02T10:00:00.000Z' })]);
    api.routes['GET /targets'] = () => json([wireTarget(1, 'Ops'), wireTarget(2, 'Phone')]);
    api.routes['POST /user/7/review'] = () => {
      since = {};
      return new Response(null, { status: 204 });
    };
    await renderPage(<DashboardPage />);
    await screen.findByRole('heading', { name: 'Are these yours?' });
  };

  it('is listed without the owner’s later additions, and kept with one click', async () => {
    await show();
    const named = screen.getByRole('region', { name: 'Are these yours?' }).textContent;
    expect(named).toContain('WebhooksDeploysTargetsOps, Phone');
    expect(named).not.toContain('Mine');
    fireEvent.click(button('Keep and enable'));
    await waitFor(() => expect(toastLines()).toEqual(['Enabled']));
    expect(api.sent('POST').map(({ path, body }) => [path, body])).toEqual([['/user/7/review', { keep: true }]]);
    await waitFor(() => expect(screen.queryByText('Are these yours?')).toBeNull());
  });

  it('is deleted only after a confirmation that lists it', async () => {
    await show();
    fireEvent.click(button('Delete …'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Deploys')).toBeTruthy();
    expect(dialog.getByText('Ops, Phone')).toBeTruthy();
    expect(api.sent('POST')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastLines()).toEqual(['Deleted']));
    expect(api.sent('POST').map(({ body }) => body)).toEqual([{ keep: false }]);
  });

  it('can be decided again if the request failed', async () => {
    await show();
    api.routes['POST /user/7/review'] = () => problem(403, 'Not today');
    fireEvent.click(button('Keep and enable'));
    await waitFor(() => expect(toastLines()).toEqual(['Couldn’t save your choice / Not today']));
    expect(button('Keep and enable').disabled).toBe(false);
  });
});

describe('an unconfirmed email address', () => {
  it('is shown with a button for a new confirmation email', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({ email_verified: false }));
    api.routes['POST /user/7/verification'] = () => new Response(null, { status: 204 });
    await renderPage(<SettingsPage />);
    await screen.findByText(/^Not confirmed yet/);
    fireEvent.click(button('Send confirmation email'));
    await waitFor(() => expect(toastLines()).toEqual(['Email sent / Open the link in the email to ada@example.org.']));
    expect(api.sent('POST').map(({ path }) => path)).toEqual(['/user/7/verification']);
  });

  it('gets no notices yet', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({ email_verified: false }));
    await renderPage(<SettingsPage />, '/page#notices');
    expect(await screen.findByText('Sent after you confirm your address.')).toBeTruthy();
  });

  it('is not mentioned after its confirmation', async () => {
    await renderPage(<SettingsPage />);
    await screen.findByRole('heading', { name: 'Account Status' });
    expect(screen.queryByText(/^Not confirmed yet/)).toBeNull();
  });
});

describe('call storage', () => {
  it('is shown in the settings and on the dashboard, with help if it is full', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({}, { stored_bytes: 26_200_000, storage_limit_hit: true }));
    await renderPage(<SettingsPage />);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Account Status' }).textContent).toContain('Storage25 MB of 25 MB'),
    );
    // A full bar is red only if its limit stops calls, so the webhooks' bar is not.
    const bar = (name: string) =>
      screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('rect')?.getAttribute('class');
    expect([bar('Storage'), bar('Webhooks')]).toEqual(['fill-err-fill', 'fill-accent']);
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Storage 25 MB of 25 MB')).toBeTruthy();
    expect(region('Limits').getByRole('link', { name: 'Your call storage is full' }).getAttribute('href')).toBe(
      '/docs/plans#storage',
    );
  });
});
