import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toModel } from '#contract/names';
import { MattersLine } from '../../frontend/src/features/dashboard/matters-line.tsx';
import { AlertingFields } from '../../frontend/src/features/webhooks/alerting-fields.tsx';
import { OpenMatters } from '../../frontend/src/features/webhooks/open-matters.tsx';
import { ResumeDialog } from '../../frontend/src/features/webhooks/resume-dialog.tsx';
import { RotateDialog } from '../../frontend/src/features/webhooks/rotate-dialog.tsx';
import { chipsOf } from '../../frontend/src/features/webhooks/setting-chips.ts';
import { queryClient } from '../../frontend/src/lib/services.ts';
import { newWebhook, type Webhook } from '../../frontend/src/lib/wire.ts';
import { accountPerTest, toastLines, wireTarget, wireWebhook } from './support/account.ts';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf } from './support/screen.ts';

const api = accountPerTest();
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
const sent = (start: string) => api.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start));

describe('the dialog for a new webhook URL', () => {
  it('begins with the option that loses no call, and sends the selected one', async () => {
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

describe('the dialog that resumes a webhook', () => {
  const open = async (held: object) => {
    api.routes['PUT /webhook/5'] = () => json(wireWebhook(5, 'Alerts'));
    api.routes['POST /webhook/5/held/discard'] = () => json({});
    const onClose = vi.fn();
    const webhook = toModel<Webhook>(wireWebhook(5, 'Alerts', { paused: true, status: 'paused', ...held }) as never);
    await renderPage(<ResumeDialog webhook={webhook} onClose={onClose} />);
    return onClose;
  };

  it('begins with the delivery of held calls', async () => {
    const onClose = await open({ held_calls: 3 });
    await waitFor(() => expect(document.activeElement).toBe(radio(/^Deliver/)));
    fireEvent.click(button('Resume'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent('POST')).toEqual([]);
    expect(sent('PUT').map(({ body }) => (body as { paused: boolean }).paused)).toEqual([false]);
  });

  it('discards held calls before it resumes the webhook', async () => {
    const onClose = await open({ held_calls: 3 });
    fireEvent.click(radio(/^Discard/));
    fireEvent.click(button('Resume'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(api.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST', 'PUT']);
  });

  it('has no options and focuses its button if no calls are held', async () => {
    await open({});
    await waitFor(() => expect(document.activeElement).toBe(button('Resume')));
    expect(screen.queryAllByRole('radio')).toEqual([]);
  });
});

describe('a webhook’s open matters', () => {
  const matter = (id: string, more: object) => ({
    ...{ title: 'CPU high', state: 'open', severity: 'critical', count: 7, target_ids: [1], invocation_id: id },
    ...{ opened_at: '2026-03-01T12:00:00.000Z', latest_at: '2026-03-01T12:04:00.000Z' },
    ...more,
  });

  it('link to their latest call, and leave out resolved ones', async () => {
    api.routes['GET /webhook/5/matters'] = () =>
      json([matter('a'.repeat(28), {}), matter('b'.repeat(28), { title: 'Disk full', state: 'resolved' })]);
    await renderPage(<OpenMatters webhookId={5} />);
    const link = await screen.findByRole('link', { name: 'CPU high' });
    expect(link.getAttribute('href')).toContain(`inv=${'a'.repeat(28)}`);
    expect(screen.getByRole('listitem').textContent).toMatch(/^Critical.*7 calls · opened/);
    expect(screen.queryByText('Disk full')).toBeNull();
  });

  it('say who acknowledged them, or can be acknowledged', async () => {
    const waiting = { waiting_invocation_id: 'c'.repeat(28), title: 'Disk full' };
    api.routes['GET /webhook/5/matters'] = () =>
      json([matter('a'.repeat(28), { acknowledged_by: 'Ops' }), matter('b'.repeat(28), waiting)]);
    api.routes[`POST /invocation/${'c'.repeat(28)}/acknowledge`] = () => json({});
    await renderPage(<OpenMatters webhookId={5} />);
    await screen.findByText('Acknowledged by Ops');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Waiting for acknowledgement only (1)' }));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Disk full'),
    ]);
    fireEvent.click(button('Acknowledge: Disk full'));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    // Everyone then sees the new state.
    await waitFor(() => expect(sent('GET /webhook/5/matters')).toHaveLength(2));
  });

  it('say that the list is cut', async () => {
    const target_ids = Array.from({ length: 200 }, (_, index) => index);
    api.routes['GET /webhook/5/matters'] = () => json([matter('a'.repeat(28), { target_ids })]);
    await renderPage(<OpenMatters webhookId={5} />);
    expect(await screen.findByText('This list covers 200 messages. There may be more matters.')).toBeDefined();
  });

  it('are summed up on the dashboard, critical ones first', async () => {
    api.routes['GET /webhook/5/matters'] = () =>
      json([...'abcde'].map((each) => matter(each.repeat(28), { severity: 'warning', title: `Disk ${each}` })));
    api.routes['GET /webhook/6/matters'] = () =>
      json([matter('f'.repeat(28), {}), matter('0'.repeat(28), { state: 'resolved' })]);
    const acknowledge = { from: 'critical', steps: [] };
    const settings = [{ follow: 'auto' }, { follow: 'off', acknowledge }, { follow: 'off' }] as const;
    const webhooks = settings.map((chosen, index) =>
      toModel<Webhook>(wireWebhook(index + 5, `Webhook ${index + 5}`, chosen as never) as never),
    );
    await renderPage(<MattersLine webhooks={webhooks} without="No issues" />);
    const heading = await screen.findByRole('heading', { name: '6 open matters, 1 critical' });
    expect(heading.parentElement?.textContent).toMatch(
      /^6 open matters, 1 critical, the oldest opened \d+ (?:d|h|min|s) ago: /,
    );
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toHaveLength(7);
    expect(screen.queryByText('No issues')).toBeNull();
    expect([hrefOf('View in Webhook 5'), hrefOf('View in Webhook 6')]).toEqual(['/webhooks/5', '/webhooks/6']);
    expect(links[0]).toBe(`/webhooks/6?inv=${'f'.repeat(28)}`);
    expect(screen.getByText(/and 1 more/)).toBeDefined();
    expect(sent('GET /webhook/7/')).toEqual([]);
  });

  it('are not shown if there are none', async () => {
    api.routes['GET /webhook/5/matters'] = () => json([]);
    await renderPage(<OpenMatters webhookId={5} />);
    await waitFor(() => expect(api.calls.some(({ path }) => path.endsWith('/matters'))).toBe(true));
    expect(screen.queryByRole('heading', { name: 'Open matters' })).toBeNull();
  });

  it('leave the dashboard without a line that all is well if they are unknown', async () => {
    const line = (id: number) =>
      renderPage(
        <MattersLine
          webhooks={[toModel<Webhook>(wireWebhook(id, 'Alerts', { follow: 'auto' }) as never)]}
          without="No issues"
        />,
      );
    api.routes['GET /webhook/5/matters'] = () => json([]);
    api.routes['GET /webhook/6/matters'] = () => json({}, 400);
    await line(5);
    await screen.findByText('No issues');
    cleanup();
    await line(6);
    await waitFor(() => expect(queryClient.getQueryState(['matters', 6])?.status).toBe('error'));
    expect(screen.queryByText('No issues')).toBeNull();
  });
});

describe('a webhook’s alerting', () => {
  const open = async (draft: Partial<Webhook> = {}) => {
    const onChange = vi.fn();
    await renderPage(<AlertingFields draft={{ ...newWebhook, ...draft }} onChange={onChange} />);
    return onChange;
  };
  const limits = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'After' });

  it('is a few sentences, all switched off', async () => {
    const onChange = await open();
    const sentences = screen.getAllByRole('switch');
    expect(sentences.map((each) => [each.getAttribute('aria-label'), each.getAttribute('aria-checked')])).toEqual([
      ['Update one message per alert, issue or run', 'false'],
      ['If no one acknowledges critical calls for 10 min, send to another target', 'false'],
      ['If no call comes for 25 h, send a notice', 'false'],
      ['After 20 messages in 1 min, combine the rest', 'false'],
    ]);
    expect(screen.queryByRole('combobox')).toBeNull();
    for (const each of sentences) fireEvent.click(each);
    expect(onChange.mock.calls).toEqual([
      [{ follow: 'auto' }],
      [{ silenceAlarmMinutes: 1500 }],
      [{ digest: { after: 20, withinSeconds: 60 } }],
    ]);
  });

  it('offers values in sentences that are on', async () => {
    const onChange = await open({ silenceAlarmMinutes: 15, digest: { after: 5, withinSeconds: 60 } });
    expect([...limits().options].map(({ text }) => text)).toEqual(['5 messages in 1 min', '20 messages in 1 min']);
    fireEvent.change(limits(), { target: { value: '20 60' } });
    fireEvent.change(screen.getByLabelText('If no call comes for'), { target: { value: '60' } });
    for (const each of screen.getAllByRole('switch', { checked: true })) fireEvent.click(each);
    expect(onChange.mock.calls).toEqual([
      [{ digest: { after: 20, withinSeconds: 60 } }],
      [{ silenceAlarmMinutes: 60 }],
      [{ silenceAlarmMinutes: null }],
      [{ digest: null }],
    ]);
  });

  it('keeps values that were set by API, and shows those behind More', async () => {
    const onChange = await open({ follow: 'reply', digest: { after: 7, withinSeconds: 300 }, silenceAlarmMinutes: 7 });
    expect(screen.getByText('More').closest('details')?.hasAttribute('open')).toBe(true);
    expect(limits().selectedOptions[0]?.text).toBe('7 messages in 5 min');
    expect(screen.getByRole('switch', { name: 'If no call comes for 7 min, send a notice' })).toBeDefined();
    fireEvent.change(screen.getByLabelText('Further calls about a matter'), { target: { value: 'update' } });
    expect(onChange).toHaveBeenCalledWith({ follow: 'update' });
  });
});

describe('a webhook’s escalation', () => {
  const target = (id: number, name: string, status = 'active') => ({ ...wireTarget(id, name), status });
  const open = async (
    draft: Partial<Webhook> = {},
    targets = [target(1, 'Chat'), target(2, 'Ops'), target(3, 'Boss')],
  ) => {
    api.routes['GET /targets'] = () => json(targets);
    const onChange = vi.fn();
    await renderPage(<AlertingFields draft={{ ...newWebhook, targetIds: [1], ...draft }} onChange={onChange} />);
    return onChange;
  };
  const sentence = (name: RegExp) => screen.getByRole<HTMLButtonElement>('switch', { name });
  const step = (afterMinutes: number, ...targetIds: number[]) => ({ afterMinutes, targetIds });

  it('begins with critical calls, ten minutes and a target that the webhook does not have', async () => {
    const onChange = await open();
    await waitFor(() => expect(sentence(/^If no one acknowledges/).disabled).toBe(false));
    fireEvent.click(sentence(/^If no one acknowledges/));
    expect(onChange).toHaveBeenCalledWith({ acknowledge: { from: 'critical', steps: [step(10, 2)] } });
  });

  it('needs another active target', async () => {
    await open({}, [target(1, 'Chat'), target(2, 'Ops', 'disabled')]);
    await screen.findByText('All active targets already get these calls. Create another one first.');
    expect(sentence(/^If no one acknowledges/).disabled).toBe(true);
  });

  it('offers minutes and targets in the sentence, and severity and further steps behind More', async () => {
    const acknowledge = { from: 'critical' as const, steps: [step(10, 2)] };
    const onChange = await open({ acknowledge });
    await waitFor(() => expect(screen.getByLabelText('Target of step 1').textContent).toBe('OpsBoss'));
    fireEvent.change(screen.getByLabelText('calls for'), { target: { value: '30' } });
    fireEvent.change(screen.getByLabelText('Target of step 1'), { target: { value: '3' } });
    fireEvent.change(screen.getByLabelText('If no one acknowledges'), { target: { value: 'always' } });
    fireEvent.click(sentence(/^After 15 min, send to a further target/));
    fireEvent.click(sentence(/^If no one acknowledges/));
    expect(onChange.mock.calls).toEqual([
      [{ acknowledge: { ...acknowledge, steps: [step(30, 2)] } }],
      [{ acknowledge: { ...acknowledge, steps: [step(10, 3)] } }],
      [{ acknowledge: { ...acknowledge, from: 'always' } }],
      [{ acknowledge: { ...acknowledge, steps: [step(10, 2), step(15, 3)] } }],
      [{ acknowledge: null }],
    ]);
  });

  it('keeps minutes and several targets that were set by API', async () => {
    const onChange = await open({ acknowledge: { from: 'always', steps: [step(7, 2, 3), step(90, 4)] } });
    const targets = screen.getByLabelText<HTMLSelectElement>('Target of step 1');
    await waitFor(() => expect(targets.selectedOptions[0]?.text).toBe('Ops and Boss'));
    expect(screen.getByLabelText<HTMLSelectElement>('calls for').value).toBe('7');
    fireEvent.click(screen.getAllByRole('switch', { checked: true })[1] as HTMLElement);
    expect(onChange).toHaveBeenCalledWith({ acknowledge: { from: 'always', steps: [step(7, 2, 3)] } });
  });
});

describe('a webhook’s chips', () => {
  const chips = (more: object) => chipsOf(toModel<Webhook>(wireWebhook(5, 'Alerts', more) as never));

  it('leave out default settings', () => expect(chips({})).toEqual([]));

  it('show settings that differ from the defaults', () => {
    const intake = {
      ...{ duplicates: 'drop', duplicate_window_minutes: 60, duplicate_fields: [], answer_handshakes: true },
      ...{ verify_token: '', methods: ['GET', 'POST'], answer: { status: 204, content_type: '', body: '' } },
    };
    const subject = { from: 'own', key: '', state: '', severity: '', title: '', link: '' };
    const more = {
      split_message: false,
      format: 'rich',
      follow: 'auto',
      digest: { after: 5, within_seconds: 60 },
      time_zone: 'Europe/Berlin',
      retention_days: 7,
      subject,
      intake,
    };
    expect(chips(more)).toEqual([
      ...['Rich formatting', 'Long messages cut', 'Europe/Berlin', 'Custom severity', 'One message per matter'],
      ...['Digest', 'Duplicates dropped'],
      ...['URL verification', 'GET, POST', 'Returns 204', 'Kept 7 days'],
    ]);
  });
});
