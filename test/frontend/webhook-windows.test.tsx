import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { FoldedDetails } from '../../frontend/src/features/webhooks/details-panel.tsx';
import { ResumeDialog } from '../../frontend/src/features/webhooks/resume-dialog.tsx';
import { RotateDialog } from '../../frontend/src/features/webhooks/rotate-dialog.tsx';
import type { Webhook } from '../../frontend/src/lib/wire.ts';
import { accountPerTest, toastLines, wireWebhook } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button } from './support/screen.ts';

const api = accountPerTest();
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
const sent = (start: string) => api.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start));

describe('the window in which a webhook gets a new URL', () => {
  it('begins at the answer that loses no call, and sends the one that is chosen', async () => {
    api.routes['POST /webhook/5/rotate'] = () => json(wireWebhook(5, 'Alerts'));
    const onClose = vi.fn();
    await renderPage(<RotateDialog webhookId={5} onClose={onClose} />);
    await waitFor(() => expect(document.activeElement).toBe(radio(/^Keep it working for 24 hours/)));
    expect(chosen()).toEqual([true, false]);
    fireEvent.click(radio(/^Disable it now/));
    expect(chosen()).toEqual([false, true]);
    fireEvent.click(button('Change URL'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST').map(({ body }) => body)).toEqual([{ old_valid_hours: 0 }]);
    expect(toastLines()).toEqual([expect.stringContaining('URL changed')]);
  });
});

describe('the window in which the pause of a webhook ends', () => {
  const open = async (held: object) => {
    api.routes['PUT /webhook/5'] = () => json(wireWebhook(5, 'Alerts'));
    api.routes['POST /webhook/5/held/discard'] = () => json({});
    const onClose = vi.fn();
    const webhook = toModel<Webhook>(wireWebhook(5, 'Alerts', { paused: true, status: 'paused', ...held }) as never);
    await renderPage(<ResumeDialog webhook={webhook} onClose={onClose} />);
    return onClose;
  };

  it('begins at sending what is held', async () => {
    const onClose = await open({ held_calls: 3 });
    await waitFor(() => expect(document.activeElement).toBe(radio(/^Deliver/)));
    fireEvent.click(button('Resume'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST')).toEqual([]);
    expect(sent('PUT').map(({ body }) => (body as { paused: boolean }).paused)).toEqual([false]);
  });

  it('discards what is held before it resumes', async () => {
    const onClose = await open({ held_calls: 3 });
    fireEvent.click(radio(/^Discard/));
    fireEvent.click(button('Resume'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(api.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'PUT']);
  });

  it('asks nothing and begins at its button when nothing is held', async () => {
    await open({});
    await waitFor(() => expect(document.activeElement).toBe(button('Resume')));
    expect(screen.queryAllByRole('radio')).toEqual([]);
  });
});

describe('the details of a webhook on a phone', () => {
  it("say how much of today's maximum is used before they are unfolded", async () => {
    const cycle = { invocations_this_cycle: 13, max_invocations_per_cycle: 25 };
    await renderPage(
      <FoldedDetails webhook={toModel<Webhook>(wireWebhook(5, 'Alerts', cycle) as never)}>{null}</FoldedDetails>,
    );
    const line = (await screen.findByText('Details')).closest('summary');
    expect(line?.textContent).toBe('Details13 of 25 today');
  });
});
