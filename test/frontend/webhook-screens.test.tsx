import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { DashboardPage } from '../../frontend/src/features/dashboard/dashboard-page.tsx';
import { answer } from '../../frontend/src/features/editor/answer.ts';
import { ControlsCard } from '../../frontend/src/features/editor/controls-card.tsx';
import type { Work } from '../../frontend/src/features/editor/preview-answer.ts';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { WebhookPage } from '../../frontend/src/features/webhooks/webhook-page.tsx';
import { WebhooksPage } from '../../frontend/src/features/webhooks/webhooks-page.tsx';
import { accountPerTest, toastLines, wireAccount, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, region } from './support/screen.ts';

const api = accountPerTest();

describe('the dashboard', () => {
  it('shows limits, webhooks and targets with all their numbers', async () => {
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys', { limit_hit: true, errors_last_days: 1, open_errors: 1, amount_errors: 1 })]);
    api.routes['GET /targets'] = () =>
      json([wireTarget(1, 'Ops', { last_dispatch_at: '2026-11-20T08:00:00.000Z' }), wireTarget(2, 'Phone')]);
    await renderPage(<DashboardPage />);
    await screen.findByText('Welcome, ada@example.org');
    await screen.findByText('You are on the free plan.');
    expect(screen.getByText(/^Recent activity for your webhooks/)).toBeTruthy();
    const shown = region('Limits');
    for (const text of ['Target Limit', 'Webhook Limit', 'Invocation Limit', 'Invocations Left Today', '12'])
      expect(shown.getByText(text)).toBeTruthy();
    expect(shown.getAllByText('Not Hit')).toHaveLength(3);

    await screen.findByText('Deploys');
    const webhooks = region('Your Webhooks');
    expect(hrefOf('Deploys')).toBe('/webhooks/5');
    for (const text of ['Limit', '1 error in 3 days', '12', '1']) expect(webhooks.getByText(text)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Your Webhooks' }).textContent).toMatch(/12 invocations1 error5 of 25/);

    const targets = region('Your Targets');
    expect(hrefOf('Ops')).toBe('/targets/1');
    expect(targets.getAllByText('Active')).toHaveLength(2);
    const [first, second] = targets.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/Mock · 3 dispatches ?last dispatch .+created 10 Oct 2026 ?last updated /);
    expect(second).toContain('never used');
  });
});

describe('a dashboard that cannot be loaded', () => {
  it('says so in place of each part, and tries again on request', async () => {
    const answer = api.routes['GET /user/7'];
    api.routes['GET /user/7'] = () => problem(403, 'Not today');
    await renderPage(<DashboardPage />);
    await screen.findByText('The limits could not be loaded.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard');
    api.routes['GET /user/7'] = answer as NonNullable<typeof answer>;
    // All parts come in one request, and each retry button repeats it.
    const [again] = screen.getAllByRole('button', { name: 'Try again' });
    fireEvent.click(again as HTMLElement);
    await screen.findByText('Welcome, ada@example.org');
    expect(screen.getByText('Target Limit')).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    expect(api.calls.filter(({ path }) => path === '/overview')).toHaveLength(2);
  });
});

describe('the list of webhooks', () => {
  it('has a card per webhook that opens it, and a button that creates one', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(5, 'Deploys'), wireWebhook(6, 'Orders', { enabled: false })]);
    await renderPage(<WebhooksPage />);
    await screen.findByText('Deploys');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Webhooks');
    expect(hrefOf('Deploys')).toBe('/webhooks/5');
    expect(hrefOf('Create New Webhook')).toBe('/webhooks/new');
    const [on, off] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(on.parentElement?.className).toMatch(/\blg:grid-cols-2\b/);
    expect(on.querySelector('svg')?.parentElement?.className).toContain('text-ok');
    expect(off.querySelector('svg')?.parentElement?.className).toContain('text-err');
    expect(within(off).getByText('(disabled)')).toBeTruthy();
    await within(on).findByText('https://in.example/route-5');
    expect(on.textContent).toMatch(/Total invocations12Today.*5 of 25.*Last invocationNeverCreated10 Oct 2026/);
  });

  it('offers paying accounts a contact instead of an upgrade', async () => {
    api.routes['GET /user/7'] = () =>
      json(wireAccount({ status: 'premium' }, { webhook_limit_hit: true, max_webhooks: 25, webhooks: 25 }));
    await renderPage(<WebhooksPage />);
    await screen.findByText(/^You use 25 of 25 webhooks\. For more, ask about Enterprise:/);
    expect(screen.queryByText(/upgrading to premium/)).toBeNull();
    expect(hrefOf('contact us')).toBe('/landing/contact');
  });

  it('disables Create New Webhook at the limit, and suggests premium in the settings', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({}, { webhook_limit_hit: true }));
    await renderPage(<WebhooksPage />);
    await screen.findByText(/^You’ve reached your plan’s webhook limit.*upgrade to Premium/);
    expect(button('Create New Webhook').disabled).toBe(true);
    expect(hrefOf('settings')).toBe('/user/settings');
  });
});

describe('a new webhook', () => {
  it('has the fields of the specification', async () => {
    await renderPage(<NewWebhookPage />);
    await screen.findByText('Ops');
    expect(screen.getByRole('heading', { name: 'Create a New Webhook' })).toBeTruthy();
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    expect([name.placeholder, name.required]).toEqual(['Enter a name for your Webhook', true]);
    const oversize = within(screen.getByRole('group', { name: 'Oversize Messages' }));
    expect(oversize.getByLabelText<HTMLInputElement>('Split Messages').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Use Template').checked).toBe(false);
  });

  it('accepts ten targets: the counter turns red and an eleventh is blocked', async () => {
    const names = Array.from({ length: 11 }, (_, index) => `Target ${index + 1}`);
    api.routes['GET /targets'] = () => json(names.map((name, index) => wireTarget(index + 1, name)));
    await renderPage(<NewWebhookPage />);
    await screen.findByText('Target 1');
    for (const name of names.slice(0, 9)) fireEvent.click(screen.getByLabelText(name));
    expect(screen.getByText('9 of 10').className).not.toContain('text-err');
    fireEvent.click(screen.getByLabelText('Target 10'));
    expect(screen.getByText('10 of 10').className).toContain('text-err');
    expect(screen.getByLabelText<HTMLInputElement>('Target 11').disabled).toBe(true);
  });

  it('shows a failed creation in a toast', async () => {
    api.routes['POST /webhooks'] = () => problem(403, 'You’ve reached your plan’s webhook limit');
    await renderPage(<NewWebhookPage target={1} />);
    await screen.findByText('1 of 10');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Deploys' } });
    fireEvent.click(button('Create'));
    await waitFor(() => expect(toastLines()).toEqual(['Error / You’ve reached your plan’s webhook limit']));
  });
});

describe('a webhook', () => {
  const show = async () => {
    const page = await renderPage(<WebhookPage id={5} invocations={() => null} />);
    await screen.findByRole('heading', { name: 'Deploys' });
    return page;
  };

  it('is read-only at first, and its URL can be copied', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async () => {} } });
    await show();
    await screen.findByText('https://in.example/route-5');
    expect(screen.queryByLabelText('Name')).toBeNull();
    fireEvent.click(button('Copy URL'));
    await waitFor(() => expect(toastLines()).toEqual(['Copied / URL copied to Clipboard: https://in.example/route-5']));
  });

  it('is saved only with a target', async () => {
    let saved = wireWebhook(5, 'Deploys');
    api.routes['GET /webhook/5'] = () => json(saved);
    api.routes['PUT /webhook/5'] = () => {
      saved = wireWebhook(5, 'Orders');
      return new Response(null, { status: 204 });
    };
    await show();
    fireEvent.click(button('Settings'));
    fireEvent.click(await screen.findByLabelText('Ops'));
    fireEvent.click(button('Save'));
    expect(screen.getAllByText('At least one target needs to be selected').length).toBeGreaterThan(0);
    expect(api.sent('PUT')).toEqual([]);
    fireEvent.click(screen.getByLabelText('Ops'));
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Orders' } });
    fireEvent.click(screen.getByRole('tab', { name: 'Incoming calls' }));
    fireEvent.change(await screen.findByLabelText('Keep calls for (days)'), { target: { value: '3' } });
    fireEvent.click(screen.getByRole('tab', { name: 'Message' }));
    fireEvent.change(await screen.findByLabelText('Time zone'), { target: { value: 'Europe/Berlin' } });
    fireEvent.click(button('Save'));
    await waitFor(() => expect(toastLines()).toEqual(['Webhooks saved / Changes successfully saved']));
    expect(api.sent('PUT')[0]?.body).toMatchObject({
      name: 'Orders',
      target_ids: [1],
      retention_days: 3,
      format: 'plain',
      time_zone: 'Europe/Berlin',
    });
  });

  it('reads severity, title and link by its owner’s rules, which are tested on the latest call before saving', async () => {
    const call = {
      ...{ id: '0mhp1kz9q', raw_body: '{"prio":"P1"}', raw_body_encoding: 'text', raw_headers: 'X-A: b' },
      ...{ content_type: 'application/json', query: '', method: 'POST', invoked_at: '2026-11-20T08:00:00.000Z' },
    };
    let answer: object = { subject_problem: { field: 'severity', code: 'T1006', message: 'Not a function' } };
    await show();
    api.routes['GET /webhook/5/invocations'] = () => json([call]);
    api.routes['POST /templates/sandbox'] = () => json({ rendered_message: 'm', ...answer });
    api.routes['PUT /webhook/5'] = () => new Response(null, { status: 204 });
    fireEvent.click(button('Settings'));
    fireEvent.click(await screen.findByRole('tab', { name: 'Message' }));
    fireEvent.change(await screen.findByLabelText('Source'), { target: { value: 'own' } });
    fireEvent.change(screen.getByLabelText('Severity'), { target: { value: 'prio' } });
    fireEvent.click(button('Preview with the latest call'));
    expect(await screen.findByText(/Not a function \(T1006\)/)).toBeTruthy();
    answer = { subject: { state: 'open', severity: 'critical', title: 'Disk full' } };
    fireEvent.click(button('Preview with the latest call'));
    expect(await screen.findByText('Detected automatically: Disk full')).toBeTruthy();
    expect(screen.getByText('Result: critical')).toBeTruthy();
    expect(screen.queryByText(/T1006/)).toBeNull();
    const subject = { from: 'own', severity: 'prio', state: '', title: '', link: '', key: '' };
    expect(api.sent('POST').at(-1)?.body).toMatchObject({ body: '{"prio":"P1"}', template: '', subject });
    fireEvent.click(button('Save'));
    await waitFor(() => expect(api.sent('PUT')[0]?.body).toMatchObject({ subject }));
  });

  it('is unchanged after Discard', async () => {
    await show();
    fireEvent.click(button('Settings'));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Orders' } });
    fireEvent.click(button('Discard'));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Deploys' })).toBeTruthy();
    expect(api.sent('PUT')).toEqual([]);
  });

  it('is deleted after a confirmation', async () => {
    api.routes['DELETE /webhook/5'] = () => new Response(null, { status: 204 });
    const page = await show();
    fireEvent.click(button('Settings'));
    fireEvent.click(await screen.findByRole('tab', { name: 'Danger' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Webhook' }));
    expect(await screen.findByText('Do you want to delete this Webhook?')).toBeTruthy();
    expect(api.sent('DELETE')).toEqual([]);
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(page.path()).toBe('/webhooks'));
    expect(api.sent('DELETE').map(({ path }) => path)).toEqual(['/webhook/5']);
  });
});

describe('the editor’s controls', () => {
  it('confirm that the template was saved back', async () => {
    api.routes['PUT /webhook/5'] = () => new Response(null, { status: 204 });
    api.routes['GET /webhook/5/invocations'] = () => json([]);
    const webhook = toModel(wireWebhook(5, 'Deploys'));
    await renderPage(
      <ControlsCard
        webhook={webhook as never}
        template="Order {{ id }}"
        facts={{ body: '' }}
        picker={null}
        onRevert={() => {}}
      />,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Save Back' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByRole('button', { name: 'Save Back' }));
    await waitFor(() => expect(toastLines()).toEqual(['Success / Saved Template']));
    expect(api.sent('PUT')[0]?.body).toMatchObject({ use_template: true, template: 'Order {{ id }}' });
  });

  it('include rules for severity, title and link, and show their results with every keystroke', async () => {
    /** A worker that runs in this thread. */
    class ThisThread {
      private listener: (event: { data: unknown }) => void = () => {};
      addEventListener(type: string, listener: (event: { data: unknown }) => void) {
        if (type === 'message') this.listener = listener;
      }
      postMessage(work: Work) {
        this.listener({ data: { began: true } });
        void answer(work).then((said) => this.listener({ data: { answer: said } }));
      }
      terminate() {}
    }
    vi.stubGlobal('Worker', ThisThread);
    api.routes['PUT /webhook/5'] = () => new Response(null, { status: 204 });
    const webhook = { ...toModel(wireWebhook(5, 'Deploys')), format: 'rich' };
    const facts = { body: '{"prio":"P1","what":"Disk full","page":"https://status.example/7"}' };
    await renderPage(
      <ControlsCard webhook={webhook as never} template="" facts={facts} picker={null} onRevert={() => {}} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Severity, title and link' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Source'), { target: { value: 'own' } });
    expect(await dialog.findByText(/^Detected automatically: open$/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Severity'), { target: { value: '$shout(prio)' } });
    const wrong = await dialog.findByText(/\(T1006\)/);
    const field = dialog.getByLabelText('Severity');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.contains(wrong)).toBe(true);
    fireEvent.change(field, { target: { value: 'prio' } });
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'what & "!"' } });
    fireEvent.change(dialog.getByLabelText('Link'), { target: { value: 'page' } });
    expect(await dialog.findByText('Result: critical')).toBeTruthy();
    expect(dialog.getByRole<HTMLAnchorElement>('link', { name: 'Disk full!' }).href).toBe('https://status.example/7');
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastLines()).toEqual(['Saved / These rules apply to new calls.']));
    const subject = { from: 'own', severity: 'prio', state: '', title: 'what & "!"', link: 'page', key: '' };
    expect(api.sent('PUT')[0]?.body).toMatchObject({ template: '', subject });
  });
});
