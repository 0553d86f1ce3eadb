import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stepsFor } from '../../frontend/src/features/invocations/sender-steps.ts';
import { NewTargetChoice } from '../../frontend/src/features/targets/new-target-choice.tsx';
import { TargetPage } from '../../frontend/src/features/targets/target-page.tsx';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { freeName } from '../../frontend/src/features/webhooks/rules.ts';
import { readBeginning } from '../../frontend/src/features/webhooks/search.ts';
import { toasts } from '../../frontend/src/lib/services.ts';
import { accountPerTest, wireTarget } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, type } from './support/screen.ts';

const newTarget = (props: ComponentProps<typeof NewTargetChoice>) => <NewTargetChoice {...props} />;
const pressed = (name: string) => button(name).getAttribute('aria-pressed');

describe('a new webhook for a service', () => {
  const api = accountPerTest();
  const made = () => api.sent('POST').map(({ path, body }) => [path, body]);
  beforeEach(() => {
    api.routes['GET /targets'] = () => json([]);
    api.routes['POST /webhooks'] = () => json({ webhook_id: 12, route: 'r' }, 201);
  });

  it('is named after the service and shows an example, but keeps a typed name', async () => {
    await renderPage(<NewWebhookPage newTarget={newTarget} />);
    fireEvent.click(await screen.findByRole('button', { name: 'GitHub' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('GitHub');
    expect(screen.getByText('Example:').textContent).not.toBe('');
    expect(pressed('GitHub')).toBe('true');
    fireEvent.click(button('Stripe'));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Stripe');
    type('Name', 'Payments');
    fireEvent.click(button('GitHub'));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Payments');
  });

  it('checks the signature of the sender that a link names, unless its box is cleared', async () => {
    api.routes['GET /targets'] = () => json([wireTarget(9, 'Ops')]);
    api.routes['PUT /webhook/12/verification'] = () => problem(500, 'Not now');
    const page = await renderPage(<NewWebhookPage sender="github" target={9} newTarget={newTarget} />);
    const box = await screen.findByLabelText<HTMLInputElement>('Verify calls');
    expect([pressed('GitHub'), box.checked]).toEqual(['true', true]);
    fireEvent.click(button('Alertmanager'));
    expect(screen.queryByLabelText('Verify calls')).toBeNull();
    fireEvent.click(button('GitHub'));
    fireEvent.click(button('Create'));
    // The webhook exists even if its verification could not be set.
    await waitFor(() => expect(page.path()).toBe('/webhooks/12'));
    expect(api.sent('PUT').map(({ path, body }) => [path, body])).toEqual([
      ['/webhook/12/verification', { mode: 'report', sender: 'github' }],
    ]);
    expect(toasts.list()).toMatchObject([{ severity: 'error', detail: 'Not now' }]);

    await renderPage(<NewWebhookPage target={9} newTarget={newTarget} />);
    fireEvent.click((await screen.findAllByRole('button', { name: 'GitHub' })).at(-1) as HTMLElement);
    expect(screen.getAllByLabelText<HTMLInputElement>('Verify calls').at(-1)?.checked).toBe(false);
  });

  it('finds a service by its name, and selects the first one with Enter', async () => {
    await renderPage(<NewWebhookPage newTarget={newTarget} />);
    const search = await screen.findByLabelText('Search services');
    expect(screen.queryByRole('button', { name: 'Calendly' })).toBeNull();
    fireEvent.change(search, { target: { value: 'calen' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(pressed('Calendly')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Calendly');
  });

  it('is created together with a target, and its page shows the service’s steps', async () => {
    api.routes['POST /targets'] = () => json(wireTarget(9, 'Mock'), 201);
    const page = await renderPage(<NewWebhookPage sender="github" newTarget={newTarget} />);
    const note = await screen.findByText(/You have no active targets yet/);
    expect(note.textContent).toMatch(/Choose a new one below, or create a target on a separate page\.$/);
    expect(hrefOf('create a target on a separate page')).toBe('/targets/new');
    expect(screen.getByText('0 of 10')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Mock' }));
    expect(screen.getByText('1 of 10')).toBeTruthy();
    expect(screen.queryByText(/You have no active targets yet/)).toBeNull();
    fireEvent.click(button('Create'));
    await waitFor(() => expect(page.path()).toBe('/webhooks/12'));
    expect(made()).toMatchObject([
      ['/targets', { name: 'Mock', type: 'mock' }],
      ['/webhooks', { webhook: { name: 'GitHub', format: 'rich', time_zone: 'UTC' }, targets: [{ id: 9 }] }],
    ]);
  });

  it('says what its new target still needs, and creates nothing until then', async () => {
    await renderPage(<NewWebhookPage sender="github" newTarget={newTarget} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Microsoft Teams' }));
    expect(screen.getByText('Webhook URL is required')).toBeTruthy();
    fireEvent.click(button('Create'));
    type('Webhook URL', 'https://elsewhere.example');
    expect(screen.getAllByText('The URL is not a valid Azure Webhook URL').length).toBeGreaterThan(0);
    expect(made()).toEqual([]);
  });

  it('waits while its target is set up at the provider, and is created once the target is active', async () => {
    const assign = vi.fn();
    vi.spyOn(window.location, 'assign').mockImplementation(assign);
    const options = { AuthUrl: 'https://chat.example/authorize' };
    api.routes['POST /targets'] = () => json(wireTarget(9, 'Slack', { status: 'pending', options }), 201);
    await renderPage(<NewWebhookPage sender="github" newTarget={newTarget} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Slack' }));
    fireEvent.click(button('Create'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://chat.example/authorize'));
    expect(made().map(([path]) => path)).toEqual(['/targets']);

    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Slack'));
    const page = await renderPage(<TargetPage id={9} setup={undefined} />);
    await waitFor(() => expect(page.path()).toBe('/webhooks/12'));
    expect(made().at(-1)).toMatchObject([
      '/webhooks',
      { webhook: { name: 'GitHub', format: 'rich' }, targets: [{ id: 9 }] },
    ]);
    await renderPage(<TargetPage id={9} setup={undefined} />);
    expect(made()).toHaveLength(2);
  });

  it('reads target and service from the URL, and suggests an unused target name', () => {
    expect(readBeginning({ target: '9', sender: 'github', x: 1 })).toEqual({ target: 9, sender: 'github' });
    expect(readBeginning({ target: '-1', sender: 'x'.repeat(41) })).toEqual({});
    expect(freeName('Slack', [{ name: 'Slack' }, { name: 'Slack 2' }])).toBe('Slack 3');
    expect(freeName('Slack')).toBe('Slack');
  });

  it('has steps for every service', () => {
    expect(stepsFor('GitHub')[0]).toMatch(/Settings > Webhooks > Add webhook/);
    expect(stepsFor('Nobody knows')[0]).toMatch(/^In Nobody knows/);
  });
});
