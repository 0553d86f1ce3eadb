import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RequestInput } from '#contract/messages';
import type { HoldOrder } from '#contract/states';
import { InvitationPage } from '../../frontend/src/features/accounts/invitation-page.tsx';
import { DebugPage } from '../../frontend/src/features/debug/debug-page.tsx';
import { KeyRequestPage } from '../../frontend/src/features/settings/key-request-page.tsx';
import { SettingsPage } from '../../frontend/src/features/settings/settings-page.tsx';
import { NewTargetPage } from '../../frontend/src/features/targets/new-target-page.tsx';
import { TargetPage } from '../../frontend/src/features/targets/target-page.tsx';
import { TargetsPage } from '../../frontend/src/features/targets/targets-page.tsx';
import { session } from '../../frontend/src/lib/services.ts';
import { accountPerTest, NEVER, toastLines, wireAccount, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, region } from './support/screen.ts';

const api = accountPerTest();

describe('the list of targets', () => {
  it('is a table in which selecting a row opens the target', async () => {
    const page = await renderPage(<TargetsPage setup={undefined} />);
    const row = (await screen.findByText('Ops')).closest('tr') as HTMLTableRowElement;
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Type',
      'Name',
      'Status',
      '# Dispatches',
      'Last Dispatch',
    ]);
    expect(screen.getByText('Pending').closest('[class*="text-warn"]')).not.toBeNull();
    expect(hrefOf('New Target')).toBe('/targets/new');
    // Users only copy an id, so its end is enough.
    expect(row.cells[0]?.textContent).toMatch(/^…\d{1,4}$/);
    fireEvent.click(within(row).getByRole('button', { name: 'Copy the ID of Ops' }));
    expect(page.path()).not.toBe('/targets/1');
    fireEvent.click(row);
    await waitFor(() => expect(page.path()).toBe('/targets/1'));
  });

  it('shows the text of the specification at the limit', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({}, { target_limit_hit: true }));
    await renderPage(<TargetsPage setup={undefined} />);
    const note = await screen.findByText(/^You hit the limit/);
    expect(note.textContent).toBe(
      'You hit the limit of Targets you can create. If you need or want more targets, please consider upgrading to a premium tier in your settings',
    );
  });
});

const apiKey = (id: string, more: object = {}) => ({
  id,
  name: 'Laptop',
  hint: '…K3fQ',
  scopes: ['read', 'send'],
  created_at: '2026-10-10T10:00:00.000Z',
  last_used_at: NEVER,
  expires_at: NEVER,
  ...more,
});

describe('the password in the settings', () => {
  it('is only requested after a click on its button', async () => {
    await renderPage(<SettingsPage />);
    const panel = within(await screen.findByRole('region', { name: 'Password' }));
    expect(panel.queryByLabelText('Current password')).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')));
  });
});

describe('API keys', () => {
  it('are listed with their permissions, and revoked after a confirmation', async () => {
    const thisHour = new Date(Date.now() - 30 * 60_000).toISOString();
    let keys = [
      apiKey('a'.repeat(20), { last_used_at: thisHour }),
      apiKey('b'.repeat(20), { name: 'CI', expires_at: '2020-01-01T00:00:00.000Z' }),
    ];
    api.routes['GET /keys'] = () => json({ keys, max_keys: 2 });
    api.routes[`DELETE /keys/${'a'.repeat(20)}`] = () => {
      keys = keys.slice(1);
      return new Response(null, { status: 204 });
    };
    await renderPage(<SettingsPage />, '/page#keys');
    const list = await screen.findByRole('list', { name: 'API keys' });
    expect(list.textContent).toContain('CI…K3fQExpiredRead, Send · used never');
    expect(screen.getByText(/Read, Send · used within the hour$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
    expect(toastLines()).toEqual(['Success / “Laptop” was revoked']);
  });

  it('are shown once when they are created, and an error is shown in place', async () => {
    api.routes['GET /keys'] = () => json({ keys: [], max_keys: 2 });
    api.routes['POST /keys'] = () => problem(403, 'Your plan allows 2 keys.');
    await renderPage(<SettingsPage />, '/page#keys');
    await screen.findByRole('region', { name: 'API keys' });
    const panel = region('API keys');
    fireEvent.click(await panel.findByRole('button', { name: 'Create key' }));
    fireEvent.change(panel.getByLabelText('Name'), { target: { value: 'CI' } });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Write' }));
    fireEvent.click(panel.getByRole('checkbox', { name: 'Send' }));
    fireEvent.click(panel.getByRole('button', { name: 'Create key' }));
    expect((await panel.findByRole('alert')).textContent).toContain('Your plan allows 2 keys.');
    expect(api.sent('POST').at(-1)?.body).toEqual({ name: 'CI', scopes: ['read', 'write'], expires_in_days: 90 });
    api.routes['POST /keys'] = () => json({ ...apiKey('c'.repeat(20)), key: 'thk_secret' }, 201);
    fireEvent.click(panel.getByRole('button', { name: 'Create key' }));
    expect(await panel.findByText('thk_secret')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('thk_secret')).toBeNull());
  });
});

describe('a restricted API key', () => {
  it('is created for the selected webhooks, and names them in the list', async () => {
    const bound = { ...apiKey('d'.repeat(20)), webhook_ids: [6, 404] };
    api.routes['GET /keys'] = () => json({ keys: [bound], max_keys: 2 });
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys'), wireWebhook(6, 'Orders')]);
    api.routes['POST /keys'] = () => problem(403, 'Your plan allows 2 keys.');
    await renderPage(<SettingsPage />, '/page#keys');
    expect(await screen.findByText('only Orders, a deleted webhook')).toBeTruthy();
    const panel = region('API keys');
    fireEvent.click(panel.getByRole('button', { name: 'Create key' }));
    fireEvent.click(panel.getByRole('checkbox', { name: 'Limit to specific webhooks' }));
    fireEvent.click(await panel.findByRole('checkbox', { name: 'Orders' }));
    fireEvent.click(panel.getByRole('button', { name: 'Create key' }));
    await panel.findByRole('alert');
    expect(api.sent('POST').at(-1)?.body).toMatchObject({ webhook_ids: [6] });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Limit to specific webhooks' }));
    fireEvent.click(panel.getByRole('button', { name: 'Create key' }));
    await waitFor(() => expect(api.sent('POST').at(-1)?.body).not.toHaveProperty('webhook_ids'));
  });
});

describe('a target', () => {
  const used = [{ id: 5, name: 'Deploys', enabled: true }];
  const show = async (more: object = {}) => {
    let target = wireTarget(1, 'Ops', { associated_webhooks: used, ...more });
    api.routes['GET /targets/1'] = () => json(target);
    api.routes['PUT /targets/1'] = ({ body }) => {
      target = { ...target, status: (body as { enabled: boolean }).enabled ? 'active' : 'disabled' };
      return json(target);
    };
    api.routes['DELETE /targets/1'] = () => new Response(null, { status: 204 });
    const page = await renderPage(<TargetPage id={1} setup={undefined} />);
    await screen.findByRole('heading', { name: 'Ops' });
    return page;
  };

  it('shows its details and the webhooks that use it', async () => {
    await show();
    const heading = screen.getByRole('heading', { level: 1, name: /Ops/ });
    await waitFor(() => expect(heading.querySelector('svg')).not.toBeNull());
    const facts = screen.getByRole('region', { name: 'Details' }).textContent;
    for (const text of ['Created10 Oct', 'Last DispatchNever', 'Number of dispatches3', 'Type'])
      expect(facts).toContain(text);
    expect(region('Associated Webhooks').getByRole('link', { name: 'Deploys' }).getAttribute('href')).toBe(
      '/webhooks/5',
    );
  });

  it('shows a message if its type is unknown', async () => {
    await show({ target_type: 'pager' });
    await waitFor(() => expect(document.querySelector('h1 .lucide-message-square')).not.toBeNull());
  });

  it('can be disabled and enabled', async () => {
    await show();
    fireEvent.click(screen.getByRole('switch', { name: 'Target is active' }));
    await waitFor(() => expect(toastLines()).toEqual(['Saved / Target saved successfully']));
    expect(api.sent('PUT')[0]?.body).toMatchObject({ enabled: false });
    await waitFor(() => expect(screen.getAllByText('Disabled').length).toBeGreaterThan(0));
    fireEvent.click(screen.getByRole('switch', { name: 'Target is active' }));
    await waitFor(() => expect(api.sent('PUT')[1]?.body).toMatchObject({ enabled: true }));
    await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull());
  });

  it('is deleted after a confirmation', async () => {
    const page = await show({ associated_webhooks: [] });
    expect(button('Delete Target').textContent, 'words, not only an icon').toBe('Delete Target');
    fireEvent.click(button('Delete Target'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Do you want to delete this Target?')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Target' }));
    await waitFor(() => expect(page.path()).toBe('/targets'));
    expect(toastLines()).toEqual(['Target deleted / Target successfully deleted']);
  });

  it('is deleted only after a warning if it is in use', async () => {
    const id = 1;
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys', { target_ids: [id] }), wireWebhook(6, 'Orders', { target_ids: [id, 2] })]);
    await show();
    fireEvent.click(button('Delete Target'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText(
        'Warning: This target is still in use by at least one Webhook. Are you sure...? All orphaned webhooks will automatically be disabled',
      ),
    ).toBeTruthy();
    // A webhook with another target stays enabled.
    expect(await dialog.findByText(/^Disabled with it/)).toHaveProperty(
      'textContent',
      'Disabled with it, because they have no other target: Deploys',
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(api.sent('DELETE')).toEqual([]);
  });

  it.each([
    ['active', 'text-ok'],
    ['inactive', 'text-err'],
    ['pending', 'text-warn'],
    ['disabled', 'text-idle'],
  ])('shows the status %s as a badge in %s', async (status, colour) => {
    await show({ status });
    const word = status.replace(/^./, (letter) => letter.toUpperCase());
    expect(screen.getAllByText(word)[0]?.closest(`[class*="${colour}"]`)).not.toBeNull();
  });
});

describe('a new target of a guided type with a URL', () => {
  it('requests the URL in a dialog, and accepts only URLs that its type allows', async () => {
    api.routes['POST /targets'] = () => json(wireTarget(3, 'Releases', { target_type: 'msteams' }), 201);
    const page = await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Microsoft Teams');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Releases' } });
    fireEvent.click(screen.getByLabelText('Microsoft Teams'));
    fireEvent.click(button('Proceed'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Almost there' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    const type = (value: string) => fireEvent.change(dialog.getByLabelText('Webhook URL'), { target: { value } });
    type('https://elsewhere.example');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByText('The URL is not a valid Azure Webhook URL')).toBeTruthy();
    expect(api.sent('POST')).toEqual([]);
    type('https://logic.azure/workflows');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(page.path()).toBe('/targets/3'));
    expect(toastLines()).toEqual(['Target created / Microsoft Teams target created']);
  });
});

describe('the settings', () => {
  const show = async (profile: object) => {
    api.routes['GET /user/7'] = () => json(wireAccount(profile));
    const page = await renderPage(<SettingsPage />);
    await screen.findByRole('heading', { name: 'Account Status' });
    return page;
  };
  const until = '2026-12-14T10:00:00.000Z';

  it('show free accounts their limits and the benefits of premium', async () => {
    await show({});
    expect(await screen.findByRole('button', { name: 'Upgrade to Premium' })).toBeTruthy();
    const status = screen.getByRole('region', { name: 'Account Status' }).textContent;
    for (const text of ['1 of 1', '2 of 5', '13 of 25', '€2.99', 'unlimited', '1,500', 'guaranteed eventual delivery'])
      expect(status).toContain(text);
    expect(screen.getByText(/cannot be changed; in urgent cases, contact support/)).toBeTruthy();
  });

  it('show premium accounts the next transaction, and cancel after a confirmation', async () => {
    await show({ status: 'premium', 'premium-until': until, benefits_until: until });
    expect(screen.getByRole('region', { name: 'Account Status' }).textContent).toContain(
      'Next transaction14 Dec 2026, €2.99',
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText('Do you really want to cancel your subscription?')).toBeTruthy();
    expect(api.sent('POST')).toEqual([]);
  });

  it('show cancelled accounts the end date and a way to continue', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await show({ status: 'premium_cancelled', 'premium-until': soon });
    expect(screen.getByRole('region', { name: 'Account Status' }).textContent).toContain('Premium ends');
    expect(await screen.findByRole('button', { name: 'Re-subscribe' })).toBeTruthy();
  });

  it('send notices by email, to targets, or both', async () => {
    const profile: Record<string, unknown> = { notices: true, notice_email: 'always', notice_target_ids: [2] };
    const targets = [wireTarget(1, 'Ops'), wireTarget(2, 'Phone'), wireTarget(3, 'Old', { status: 'inactive' })];
    api.routes['GET /targets'] = () => json(targets);
    api.routes['GET /user/7'] = () => json(wireAccount(profile));
    api.routes['PUT /user/7/notices'] = ({ body }) => {
      const { email, target_ids, muted_events } = body as RequestInput<'setNotices'>;
      if (muted_events) profile.notice_muted_events = muted_events;
      if (email !== undefined) Object.assign(profile, { notices: email, notice_email: email ? 'always' : 'fallback' });
      if (target_ids) profile.notice_target_ids = target_ids;
      return new Response(null, { status: 204 });
    };
    await renderPage(<SettingsPage />, '/page#notices');
    const email = () => screen.getByRole('switch', { name: 'By email' }).getAttribute('aria-checked');
    fireEvent.click(await screen.findByRole('switch', { name: 'By email' }));
    expect(await screen.findByText('Only if a target can’t receive a notice.')).toBeTruthy();
    expect(email()).toBe('false');
    fireEvent.click(screen.getByRole('switch', { name: 'By email' }));
    await waitFor(() => expect([profile.notices, email()]).toEqual([true, 'true']));
    const more = screen.getByLabelText<HTMLSelectElement>('Add a target');
    expect([...more.options].map(({ text }) => text)).toEqual(['Add a target', 'Ops']);
    fireEvent.change(more, { target: { value: '1' } });
    await screen.findByRole('button', { name: 'Remove Ops' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove Phone' }));
    await waitFor(() => expect(profile.notice_target_ids).toEqual([1]));
    const paused = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Messages wait for a failing target' });
    fireEvent.click(paused());
    await waitFor(() => expect(profile.notice_muted_events).toEqual(['target_paused']));
    await waitFor(() => expect(paused().checked).toBe(false));
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(5);
    fireEvent.click(paused());
    await waitFor(() => expect(profile.notice_muted_events).toEqual([]));
  });

  it('list recent notices with the result for each recipient', async () => {
    api.routes['GET /targets'] = () => json([wireTarget(1, 'Ops')]);
    api.routes['GET /user/7/notices'] = () =>
      json([
        {
          ...{ created_at: '2026-03-01T12:00:00.000Z', title: 'No calls to “Backup” for 25 hours', pending: false },
          link: 'https://app.example.com/webhooks/5',
          recipients: [
            { target_id: 1, status: 'error', error_message: 'The target is disabled.' },
            { target_id: null, status: 'success' },
          ],
        },
      ]);
    await renderPage(<SettingsPage />, '/page#notices');
    const list = (await screen.findByText('Recent notices')).closest('details') as HTMLDetailsElement;
    expect(api.calls.some(({ path }) => path === '/user/7/notices')).toBe(false);
    list.open = true;
    fireEvent(list, new Event('toggle'));
    const link = await screen.findByRole('link', { name: 'No calls to “Backup” for 25 hours' });
    expect(link.getAttribute('href')).toBe('/webhooks/5');
    expect(screen.getByText('Ops failed: The target is disabled. · email')).toBeTruthy();
  });

  it('offer the order of held calls, and explain each choice', async () => {
    let order = 'newest-day-first';
    api.routes['GET /user/7'] = () => json(wireAccount({ hold_order: order as HoldOrder }));
    api.routes['PUT /user/7/hold-order'] = ({ body }) => {
      order = (body as { order: string }).order;
      return new Response(null, { status: 204 });
    };
    await renderPage(<SettingsPage />);
    const held = within(await screen.findByRole('group', { name: 'Held calls' }));
    expect(held.getByText(/^New calls use the daily quota first\./)).toBeTruthy();
    fireEvent.click(held.getByRole('radio', { name: 'Order of arrival' }));
    await waitFor(() => expect(order).toBe('arrival'));
    expect(await held.findByText(/New calls wait behind them\.$/)).toBeTruthy();
  });

  it('treat admins as premium', async () => {
    await show({ status: 'admin' });
    expect(screen.getByText('Admin')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upgrade to Premium' })).toBeNull();
  });

  it('delete the account after a confirmation, log out and open the login page', async () => {
    api.routes['DELETE /user/7'] = () => new Response(null, { status: 204 });
    const page = await show({});
    fireEvent.click(region('Danger Zone').getByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Do you really want to delete your account?')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'ada@example.org' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Account' }));
    await waitFor(() => expect(page.path()).toBe('/login'));
    expect(session.get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
  });
});

describe('the debug page', () => {
  it('refreshes the token with a POST', async () => {
    api.routes['POST /token/refresh'] = () => json({ access_token: 'fresh' });
    await renderPage(<DebugPage />);
    fireEvent.click(await screen.findByRole('button', { name: /^Refresh Token/ }));
    await waitFor(() => expect(session.get().access_token).toBe('fresh'));
    expect(api.sent('POST').map(({ path, body }) => [path, body])).toEqual([['/token/refresh', { user_id: 7 }]]);
  });
});

describe('the code from a terminal', () => {
  const request = {
    name: 'tellhook on laptop',
    ip: '203.0.113.5',
    created_at: '2026-10-10T10:00:00.000Z',
    expires_at: '2026-10-10T10:10:00.000Z',
  };
  const typeCode = async (code: string) => {
    await renderPage(<KeyRequestPage />);
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
    fireEvent.click(button('Continue'));
  };

  it('shows the requesting program, and gives it the key that the user configures', async () => {
    api.routes['GET /keys/requests/bcdf-ghjk'] = () => json(request);
    api.routes['POST /keys/requests/bcdf-ghjk/answer'] = () => new Response(null, { status: 204 });
    await typeCode(' bcdf-ghjk ');
    expect(await screen.findByText('“tellhook on laptop”')).toBeTruthy();
    expect(screen.getByText('203.0.113.5')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('A program is requesting a key');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send' }));
    fireEvent.click(button('Allow'));
    expect(await screen.findByText(/^Your terminal will receive its key/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Done');
    expect(api.sent('POST').at(-1)?.body).toEqual({
      key: { name: 'tellhook on laptop', scopes: ['read'], expires_in_days: 90 },
    });
  });

  it('can be denied, and an error is shown in place', async () => {
    api.routes['GET /keys/requests/BCDFGHJK'] = () => json(request);
    api.routes['POST /keys/requests/BCDFGHJK/answer'] = ({ body }) =>
      (body as { key: unknown }).key === null
        ? new Response(null, { status: 204 })
        : problem(403, 'Your plan allows 2 keys.');
    await typeCode('BCDFGHJK');
    fireEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your plan allows 2 keys.');
    fireEvent.click(button('Deny'));
    expect(await screen.findByText('The program will not receive a key.')).toBeTruthy();
  });

  it('is requested again if it is malformed or unknown', async () => {
    api.routes['GET /keys/requests/BBBB-BBBB'] = () =>
      json(
        { title: 'Not found', status: 404, code: 'not-found', detail: 'Code not found', instance: 'request-1' },
        404,
      );
    await typeCode('1234-5678');
    expect(screen.getByText('A code has eight letters.')).toBeTruthy();
    expect(api.sent('GET').filter(({ path }) => path.includes('requests'))).toEqual([]);
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'BBBB-BBBB' } });
    fireEvent.click(button('Continue'));
    expect(await screen.findByText(/^This code is unknown/)).toBeTruthy();
  });
});

describe('an invitation for another address', () => {
  it('is rejected by the server, with a button that logs out', async () => {
    const detail = 'This invitation was sent to another address. Sign in with the address that received it.';
    const sent = { owner: 'boss@example.org', email: 'other@example.org', role: 'viewer', expires_at: NEVER };
    api.routes['POST /invitations/read'] = () => json(sent);
    const refusal = { type: 'about:blank', title: 'Forbidden', status: 403, detail, code: 'invitation-for-another' };
    api.routes['POST /workspaces'] = () => json(refusal, 403);
    await renderPage(<InvitationPage token="a-token" />);
    await screen.findByText('boss@example.org invites other@example.org to their team as a viewer.');
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
    fireEvent.click(button('Accept invitation'));
    await screen.findByText(detail);
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
    fireEvent.click(button('Log out'));
    await waitFor(() => expect(session.get().logged_in).toBe(false));
  });
});
