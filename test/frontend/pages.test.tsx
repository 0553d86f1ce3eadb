import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import { accountQuery, useAccount } from '../../frontend/src/data/account.ts';
import { LoginPage } from '../../frontend/src/features/accounts/login-page.tsx';
import { ResetPasswordPage } from '../../frontend/src/features/accounts/reset-page.tsx';
import { DashboardPage } from '../../frontend/src/features/dashboard/dashboard-page.tsx';
import { NewTargetPage } from '../../frontend/src/features/targets/new-target-page.tsx';
import { TargetsPage } from '../../frontend/src/features/targets/targets-page.tsx';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { WebhooksPage } from '../../frontend/src/features/webhooks/webhooks-page.tsx';
import { queryClient, session, toasts } from '../../frontend/src/lib/services.ts';
import { accountPerTest, wireAccount, wireKind, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, type } from './support/screen.ts';

const api = accountPerTest();
beforeEach(() => {
  api.routes['GET /user/7'] = () => json(wireAccount({}, { target_limit_hit: true }));
  api.routes['GET /targets/list'] = () =>
    json([
      wireKind('mock', 'Mock'),
      wireKind('asks', 'Asks', { setup: 'form', guided: true }),
      wireKind('gone', 'Gone', { enabled: false, reason: 'Not set up here' }),
    ]);
});

describe('the login page', () => {
  it('opens the dashboard after the login', async () => {
    api.routes['POST /user/login'] = () => json({ access_token: 'token', user_id: 9 });
    const page = await renderPage(<LoginPage next={undefined} />);
    type('Email', 'ada@example.org');
    type('Password', 'secret');
    fireEvent.click(button('Login'));
    await waitFor(() => expect(page.path()).toBe('/dashboard'));
    expect(session.get()).toEqual({ logged_in: true, user_id: 9, access_token: 'token' });
  });

  it('accepts a pasted password, hides it, and shows it on request', async () => {
    await renderPage(<LoginPage next={undefined} />);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await userEvent.click(field);
    await userEvent.paste('from a manager: §1"ä');
    expect([field.value, field.type, field.autocomplete]).toEqual([
      'from a manager: §1"ä',
      'password',
      'current-password',
    ]);
    await userEvent.click(button('Show password'));
    expect(field.type).toBe('text');
  });

  it('returns to the requested page', async () => {
    api.routes['POST /user/login'] = () => json({ access_token: 'token', user_id: 9 });
    const page = await renderPage(<LoginPage next="/webhooks/new" />);
    type('Email', 'ada@example.org');
    type('Password', 'secret');
    fireEvent.click(button('Login'));
    await waitFor(() => expect(page.path()).toBe('/webhooks/new'));
  });

  it('shows the server’s error in a box, and keeps the email address', async () => {
    api.routes['POST /user/login'] = () => problem(401, 'The email address or password is wrong');
    await renderPage(<LoginPage next={undefined} />);
    type('Email', 'ada@example.org');
    type('Password', 'wrong');
    fireEvent.click(button('Login'));
    expect((await screen.findByRole('alert')).textContent).toContain('The email address or password is wrong');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
  });

  it('makes no request for an invalid email address', async () => {
    await renderPage(<LoginPage next={undefined} />);
    type('Email', 'ada@');
    fireEvent.click(button('Login'));
    expect(screen.getByText('Enter an email address')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('setting a new password', () => {
  it('asks for the token only if the URL has none', async () => {
    await renderPage(<ResetPasswordPage token="abc" />);
    expect(screen.queryByLabelText('Token')).toBeNull();
    cleanup();
    await renderPage(<ResetPasswordPage token={undefined} />);
    expect(screen.getByLabelText('Token')).toBeTruthy();
  });

  it('lists all errors under one heading', async () => {
    await renderPage(<ResetPasswordPage token={undefined} />);
    type('New password', 'aBcdef12');
    type('Confirm password', 'other');
    fireEvent.click(button('Set new Password'));
    const box = await screen.findByRole('alert');
    for (const text of ['Could not set your new Password', 'Passwords do not match.', 'Token cannot be empty.']) {
      expect(box.textContent).toContain(text);
    }
  });
});

describe('the dashboard', () => {
  it('shows a greeting, numbers and warnings', async () => {
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Welcome, ada@example.org')).toBeTruthy();
    expect(await screen.findByText('Deploys')).toBeTruthy();
    expect(screen.getByText('8 errors in 3 days')).toBeTruthy();
    expect(screen.getByText('Hit')).toBeTruthy();
    expect(screen.getAllByText('Not Hit')).toHaveLength(2);
  });

  it('offers the first steps when there is nothing yet', async () => {
    api.routes['GET /targets'] = () => json([]);
    api.routes['GET /webhooks'] = () => json([]);
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('No Webhooks found')).toBeTruthy();
    expect(screen.getByText('No Targets found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Webhook' }).getAttribute('href')).toBe('/webhooks/new');
    expect(screen.getByRole('link', { name: 'Create Target' }).getAttribute('href')).toBe('/targets/new');
  });

  it('shows a failed load in a toast titled Error', async () => {
    api.routes['GET /webhooks'] = () => problem(403, 'Not today');
    await renderPage(<DashboardPage />);
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([{ severity: 'error', summary: 'Error', detail: 'Not today', life: 10_000 }]),
    );
  });

  it('requests the profile once within five seconds, however many screens open', async () => {
    await renderPage(<DashboardPage />);
    await screen.findByText('Welcome, ada@example.org');
    cleanup();
    await renderPage(<TargetsPage setup={undefined} />);
    await screen.findByText('Ops');
    expect(api.calls.filter(({ path }) => path === '/overview')).toHaveLength(1);
    expect(api.calls.map(({ path }) => path)).not.toContain('/user/7');
  });

  it('requests the profile once when one screen replaces another', async () => {
    function Screens() {
      const [isNext, setNext] = useState(false);
      const open = () => {
        // Prefetches like a route, before the next screen is rendered.
        void queryClient.prefetchQuery({ ...accountQuery(), staleTime: 0 });
        setNext(true);
      };
      return isNext ? <TargetsPage setup={undefined} /> : <Current open={open} />;
    }
    await renderPage(<Screens />);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const answer = Promise.withResolvers<void>();
    const account = api.routes['GET /user/7'];
    api.routes['GET /user/7'] = async (call) => {
      await answer.promise;
      return account?.(call) ?? problem(404, 'no account');
    };
    await queryClient.invalidateQueries({ queryKey: ['account'], refetchType: 'none' });
    const before = api.calls.length;
    fireEvent.click(button('Next'));
    await screen.findByText('Ops');
    answer.resolve();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(api.calls.slice(before).filter(({ path }) => path === '/user/7')).toHaveLength(1);
  });
});

function Current({ open }: { open(): void }) {
  useAccount();
  return (
    <button type="button" onClick={open}>
      Next
    </button>
  );
}

describe('the list of webhooks', () => {
  it('shows the URL, and says if a webhook is disabled or was never called', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys', { enabled: false, status: 'disabled' })]);
    await renderPage(<WebhooksPage />);
    expect(await screen.findByText('(disabled)')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
    expect(await screen.findByText('https://in.example/route-5')).toBeTruthy();
  });
});

describe('the list of targets', () => {
  it('disables New Target at the limit, and says why', async () => {
    await renderPage(<TargetsPage setup={undefined} />);
    await screen.findByText(/^You hit the limit of Targets you can create\./);
    expect(button('New Target').disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'settings' }).getAttribute('href')).toBe('/user/settings');
  });
});

describe('creating a webhook', () => {
  it('offers only active targets, and is disabled until name and target are given', async () => {
    await renderPage(<NewWebhookPage />);
    const ops = await screen.findByLabelText<HTMLInputElement>('Ops');
    expect(screen.getByLabelText<HTMLInputElement>('Phone').disabled).toBe(true);
    expect(button('Create').disabled).toBe(true);
    type('Name', 'Deploys');
    expect(screen.getByText('Choose at least one target')).toBeTruthy();
    fireEvent.click(ops);
    expect(button('Create').disabled).toBe(false);
  });

  it('lets the template be edited only while it is used', async () => {
    await renderPage(<NewWebhookPage />);
    await screen.findByLabelText('Ops');
    const template = screen.getByLabelText<HTMLTextAreaElement>('Template');
    expect(template.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('Use Template'));
    expect(template.disabled).toBe(false);
    const warning =
      'An empty template fails (E1000) and no message is sent. Write a template or turn off Use Template.';
    expect(screen.getByText(warning)).toBeDefined();
    type('Template', 'New order');
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('sends the fields of the specification, and opens the new webhook', async () => {
    api.routes['POST /webhooks'] = () => json({ webhook_id: 44, route: 'r' }, 201);
    const page = await renderPage(<NewWebhookPage />);
    fireEvent.click(await screen.findByLabelText('Ops'));
    type('Name', ' Deploys ');
    fireEvent.click(button('Create'));
    await waitFor(() => expect(page.path()).toBe('/webhooks/44'));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      webhook: {
        name: 'Deploys',
        ...WEBHOOK_DEFAULTS,
        target_ids: [1],
        format: 'rich',
        time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      targets: [{ id: 1 }],
    });
  });

  it('links to a new target if none is active', async () => {
    api.routes['GET /targets'] = () => json([wireTarget(2, 'Phone', { status: 'pending' })]);
    await renderPage(<NewWebhookPage />);
    expect((await screen.findByRole('link', { name: 'Create a target' })).getAttribute('href')).toBe('/targets/new');
    expect(button('Create').disabled).toBe(true);
  });
});

describe('a form whose options could not be loaded', () => {
  it.each([
    ['GET /targets', <NewWebhookPage key="webhook" />, 'The targets could not be loaded.', 'Ops'],
    ['GET /targets/list', <NewTargetPage key="target" />, 'The types could not be loaded.', 'Mock'],
  ])('says so if %s fails, and loads them again on request', async (route, page, words, choice) => {
    const works = api.routes[route] as () => Response;
    api.routes[route] = () => problem(403, 'Not today');
    await renderPage(page);
    expect(await screen.findByText(words)).toBeTruthy();
    api.routes[route] = works;
    fireEvent.click(button('Try again'));
    expect(await screen.findByLabelText(choice)).toBeTruthy();
  });
});

describe('creating a target', () => {
  it('is disabled at the limit, and says why', async () => {
    await renderPage(<NewTargetPage />);
    await screen.findByText('You’ve reached your plan’s target limit');
    expect(screen.getByText(/^You hit the limit of Targets/)).toBeTruthy();
    expect(button('Create').getAttribute('disabled')).not.toBeNull();
  });
});

describe('creating a target below the limit', () => {
  beforeEach(() => {
    api.routes['GET /user/7'] = () => json(wireAccount());
  });

  it('needs a name before a type', async () => {
    await renderPage(<NewTargetPage />);
    const mock = await screen.findByLabelText<HTMLInputElement>('Mock');
    expect(mock.disabled).toBe(true);
    fireEvent.click(screen.getByText('Mock'));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    type('Name', 'Nowhere');
    expect(mock.disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Gone').disabled).toBe(true);
    expect(screen.getByText('Not set up here')).toBeTruthy();
  });

  it('begins with the name and type from the link', async () => {
    await renderPage(<NewTargetPage name="Nowhere" type="mock" />);
    expect((await screen.findByLabelText<HTMLInputElement>('Mock')).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nowhere');
  });

  it('has the button Proceed for a guided type, and Create for the others', async () => {
    await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Mock');
    type('Name', 'Nowhere');
    fireEvent.click(screen.getByLabelText('Asks'));
    expect(button('Proceed')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Mock'));
    expect(button('Create')).toBeTruthy();
  });

  it('creates a target for HTTP from the fields of one of more services', async () => {
    api.routes['GET /targets/list'] = () =>
      json([wireKind('mock', 'Mock'), wireKind('http', 'HTTP', { setup: 'form' })]);
    const made = { ...wireTarget(9, 'Nowhere'), options: { signing_secret: 'whsec_shownOnce' } };
    api.routes['POST /targets'] = () =>
      problem(400, 'Wrong', [{ path: 'options.url', message: 'cannot be used: it is private' }]);
    const page = await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Mock');
    type('Name', 'Nowhere');
    fireEvent.click(button('More services'));
    fireEvent.click(await screen.findByRole('button', { name: 'Gotify' }));
    fireEvent.click(button('Create'));
    expect(screen.getByText('Application token is required')).toBeTruthy();
    type('Gotify URL', 'https://push.example.com/');
    type('Application token', 'AgotifyToken');
    fireEvent.click(button('Create'));
    expect(await screen.findByText('cannot be used: it is private')).toBeTruthy();
    api.routes['POST /targets'] = () => json(made, 201);
    fireEvent.click(button('Create'));
    // A service checks no signature, so its secret is not shown.
    await waitFor(() => expect(page.path()).toBe('/targets/9'));
    expect(api.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Nowhere',
      type: 'http',
      options: {
        url: 'https://push.example.com/message',
        headers: { 'X-Gotify-Key': 'AgotifyToken' },
        body_template: expect.stringContaining('"priority"'),
      },
    });
    expect(toasts.list()).toMatchObject([{ summary: 'Target created', detail: 'Gotify target created' }]);
  });

  it('forgets the service when a type is chosen', async () => {
    api.routes['GET /targets/list'] = () =>
      json([wireKind('mock', 'Mock'), wireKind('http', 'HTTP', { setup: 'form' })]);
    await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Mock');
    type('Name', 'Nowhere');
    fireEvent.click(button('More services'));
    fireEvent.click(await screen.findByRole('button', { name: 'Gotify' }));
    fireEvent.click(screen.getByLabelText('Mock'));
    expect(screen.queryByLabelText('Gotify URL')).toBeNull();
    expect(screen.getByRole('button', { name: 'Gotify' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('announces the new target and opens its page', async () => {
    api.routes['POST /targets'] = () => json(wireTarget(9, 'Nowhere'), 201);
    const page = await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Mock');
    type('Name', 'Nowhere');
    fireEvent.click(screen.getByLabelText('Mock'));
    fireEvent.click(button('Create'));
    await waitFor(() => expect(page.path()).toBe('/targets/9'));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Nowhere',
      type: 'mock',
      enabled: true,
      options: {},
    });
    expect(toasts.list()).toMatchObject([{ summary: 'Target created', detail: 'Mock target created' }]);
  });

  it('shows a name conflict as information', async () => {
    api.routes['POST /targets'] = () => problem(409, 'error when creating telegram target');
    const page = await renderPage(<NewTargetPage />);
    await screen.findByLabelText('Mock');
    type('Name', 'Nowhere');
    fireEvent.click(screen.getByLabelText('Mock'));
    fireEvent.click(button('Create'));
    await waitFor(() => expect(page.path()).toBe('/targets'));
    expect(toasts.list()).toMatchObject([
      { severity: 'info', summary: 'Target already exists', detail: 'A Target with this name already exists.' },
    ]);
  });
});
