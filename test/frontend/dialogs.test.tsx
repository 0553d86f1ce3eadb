import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestCallDialog } from '../../frontend/src/features/invocations/test-call-dialog.tsx';
import { CodeDialog } from '../../frontend/src/features/targets/code-dialog.tsx';
import { session, toasts } from '../../frontend/src/lib/services.ts';
import type { Target } from '../../frontend/src/lib/wire.ts';
import { Confirm } from '../../frontend/src/ui/confirm.tsx';
import { Dialog } from '../../frontend/src/ui/dialog.tsx';
import { accountPerTest, forgetAccount } from './support/account.ts';
import { fakeFetch, json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { tokenUntil } from './support/token.ts';

afterEach(() => {
  cleanup();
  forgetAccount();
  vi.useRealTimers();
});

describe('a dialog', () => {
  it('closes with Escape and with its close button', async () => {
    const onClose = vi.fn();
    render(
      <Dialog open title="Almost there" onClose={onClose}>
        text
      </Dialog>,
    );
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  });

  it('is labelled by its title, and can be moved without dragging', () => {
    render(
      <Dialog open title="Invocation Details" onClose={() => {}}>
        text
      </Dialog>,
    );
    expect(screen.getByRole('dialog', { name: 'Invocation Details' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Move aside' }));
    expect(screen.getByRole('button', { name: 'Back to the middle' }).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a confirmation', () => {
  it('focuses the safe button, and acts only on the confirming button', async () => {
    const onConfirm = vi.fn();
    render(
      <Confirm title="Delete Target" verb="Delete" onConfirm={onConfirm} onCancel={() => {}}>
        Do you want to delete this Target?
      </Confirm>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
    expect(screen.getByRole('alertdialog').textContent).toContain('Do you want to delete this Target?');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

describe('the activation dialog', () => {
  const wire = (status: string) => ({
    id: 9,
    name: 'Phone',
    status,
    options: { ActivationKey: 'K7QW2MZP', ActivationUrl: 'https://chat.example/bot', bot_name: 'bot' },
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
    target_type: 'chat',
    number_of_dispatches: 0,
    last_dispatch_at: '0001-01-01T00:00:00Z',
    associated_webhooks: [],
  });
  const target: Target = {
    id: 9,
    name: 'Phone',
    status: 'pending',
    statusReason: undefined,
    options: wire('pending').options,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    targetType: 'chat',
    numberOfDispatches: 0,
    lastDispatchAt: '0001-01-01T00:00:00Z',
    associatedWebhooks: [],
  };
  let status: string;
  let asked: () => number;

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    status = 'pending';
    const { fetch, calls } = fakeFetch(({ path }) => json(path === '/targets/9' ? wire(status) : {}));
    asked = () => calls.filter(({ path }) => path === '/targets/9').length;
    vi.stubGlobal('fetch', fetch);
    session.signIn(7, tokenUntil(Date.now() + 3_600_000));
  });

  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  it('shows the code and checks for the activation every 15 seconds', async () => {
    await renderPage(<CodeDialog target={target} onClose={() => {}} />);
    expect((await screen.findByText('K7QW2MZP')).tagName).toBe('CODE');
    expect(screen.getByRole('dialog', { name: 'Almost there' })).toBeTruthy();
    await advance(1_000);
    const before = asked();
    await advance(15_000);
    expect(asked()).toBe(before + 1);
    await advance(15_000);
    expect(asked()).toBe(before + 2);
  });

  it('checks on Refresh, and says if the code has not arrived', async () => {
    await renderPage(<CodeDialog target={target} onClose={() => {}} />);
    await advance(1_000);
    const before = asked();
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await advance(100);
    expect(asked()).toBe(before + 1);
    expect(screen.getByText('The code has not arrived yet.')).toBeTruthy();
  });

  it('shows Target activated and opens the targets once the code has arrived', async () => {
    const page = await renderPage(<CodeDialog target={target} onClose={() => {}} />);
    await screen.findByText('K7QW2MZP');
    status = 'active';
    await advance(16_000);
    expect(toasts.list()).toMatchObject([{ severity: 'success', summary: 'Target activated' }]);
    expect(page.path()).toBe('/targets');
  });
});

describe('the dialog for a test call', () => {
  const api = accountPerTest();
  it('focuses the default call when it is known', async () => {
    const calls = Promise.withResolvers<Response>();
    api.routes['GET /webhook/5/invocations'] = () => calls.promise;
    const webhook = { id: 5, name: 'GitHub', enabled: true, useTemplate: false, targetIds: [], routing: [] };
    await renderPage(<TestCallDialog webhook={webhook as never} onClose={() => {}} />);
    const [first] = await screen.findAllByRole('radio');
    await waitFor(() => expect(document.activeElement).toBe(first));
    calls.resolve(json([]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'GitHub, push' })));
  });
});
