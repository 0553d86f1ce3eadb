import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownOptions } from '../../frontend/src/features/targets/options.ts';
import { TargetPage } from '../../frontend/src/features/targets/target-page.tsx';
import { NewWebhookPage } from '../../frontend/src/features/webhooks/new-webhook-page.tsx';
import { readBeginning } from '../../frontend/src/features/webhooks/search.ts';
import { toasts } from '../../frontend/src/lib/services.ts';
import { accountPerTest, wireAccount, wireKind, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { button, hrefOf, region } from './support/screen.ts';

const labels = (options: Record<string, unknown>) => shownOptions(options).map(({ label }) => label);

describe('a target’s options', () => {
  it('have readable labels, without ids', () => {
    expect(
      labels({ channel: '#ops', channel_id: 'C1', team: 'Acme', configuration_url: 'https://chat.example/c' }),
    ).toEqual(['App settings', 'Channel', 'Workspace']);
    expect(labels({ chatId: '-100', chatType: 'group', chatTitle: 'Ops' })).toEqual(['Chat', 'Chat type']);
    expect(labels({ signing_secret: 'whsec_***', previousSecretHint: 'x' })).toEqual([
      'Previous secret hint',
      'Signing secret',
    ]);
  });

  it('have the label of their form field', () => {
    expect(shownOptions({ url: 'x' }, [{ name: 'url', label: 'Webhook URL' }])).toMatchObject([
      { label: 'Webhook URL', type: 'text' },
    ]);
  });

  it('become links only for safe URLs', () => {
    const types = (url: string) => shownOptions({ configuration_url: url }).map(({ type }) => type);
    expect(types('https://chat.example/c')).toEqual(['link']);
    expect(types('javascript:alert(1)')).toEqual(['text']);
    expect(shownOptions({ url: 'https://chat.example/***' })).toMatchObject([{ type: 'text' }]);
  });

  it('show dates as dates, and leave out empty values', () => {
    expect(shownOptions({ lastInboundAt: '2026-11-20T08:00:00.000Z', team: '', headers: {} })).toEqual([
      {
        name: 'lastInboundAt',
        label: 'Last message received',
        type: 'date',
        value: '2026-11-20T08:00:00.000Z',
      },
    ]);
  });

  it('show the connected number once there is no code left', () => {
    expect(labels({ number: '+43 *** 12' })).toEqual(['Number']);
    expect(labels({ number: '+43 1 234', ActivationKey: 'K7QW2MZP' })).toEqual([]);
  });
});

describe('a target’s page without webhooks', () => {
  const api = accountPerTest();
  beforeEach(() => {
    const options = { channel: '#ops', configuration_url: 'https://chat.example/configure' };
    const target = wireTarget(9, 'Ops', { target_type: 'chat', options });
    api.routes['GET /targets/9'] = () => json(target);
    api.routes['GET /targets'] = () => json([target, wireTarget(10, 'Phone', { status: 'pending' })]);
  });

  it('links to a new webhook, and to the configuration', async () => {
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText('No webhook uses this target yet.');
    expect(hrefOf('Create New Webhook')).toBe('/webhooks/new?target=9');
    expect(screen.getByText('App settings')).toBeTruthy();
    expect(hrefOf('https://chat.example/configure')).toBe('https://chat.example/configure');
  });

  it('shows the advice of its type', async () => {
    const hint = 'Invite the app to the channel.';
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { target_type: 'chat', options: { hint } }));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    expect(await screen.findAllByText(hint)).toHaveLength(1);
  });

  it('offers to repeat a failed switch only while that can succeed', async () => {
    let answer = () => problem(500, 'Something broke');
    api.routes['PUT /targets/9'] = () => answer();
    await renderPage(<TargetPage id={9} setup={undefined} />);
    fireEvent.click(await screen.findByRole('switch'));
    await waitFor(() => expect(toasts.list()).toMatchObject([{ summary: 'Couldn’t save the target' }]));
    answer = () => problem(409, 'Not now');
    toasts.list()[0]?.again?.();
    await waitFor(() =>
      expect(api.sent('PUT').map(({ body }) => body)).toEqual([{ enabled: false }, { enabled: false }]),
    );
    await waitFor(() => expect(toasts.list().at(-1)).toMatchObject({ detail: 'Not now', again: undefined }));
  });

  it('links to a webhook form in which the target is selected, if it is active', async () => {
    await renderPage(<NewWebhookPage {...readBeginning({ target: '9' })} />);
    expect((await screen.findByLabelText<HTMLInputElement>('Ops')).checked).toBe(true);
    expect(screen.getByText('1 of 10')).toBeTruthy();
    cleanup();
    await renderPage(<NewWebhookPage {...readBeginning({ target: '10' })} />);
    expect((await screen.findByLabelText<HTMLInputElement>('Ops')).checked).toBe(false);
    expect(screen.getByText('0 of 10')).toBeTruthy();
    for (const target of ['-1', 'x', '', undefined]) expect(readBeginning({ target })).toEqual({});
  });

  it('links to the existing webhooks if no more can be created', async () => {
    api.routes['GET /user/7'] = () => json(wireAccount({}, { webhook_limit_hit: true }));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await waitFor(() => expect(hrefOf('Use it in a webhook')).toBe('/webhooks'));
  });
});

describe('a target’s page that its provider rejected', () => {
  const api = accountPerTest();

  it('shows the number of rejected messages once it works again, and resends those of all webhooks with one click', async () => {
    const used = {
      associated_webhooks: [
        { id: 5, name: 'Deploys', enabled: true },
        { id: 6, name: 'Orders', enabled: true },
      ],
    };
    const left = { 5: 40, 6: 4 };
    let state = 'running';
    for (const id of [5, 6] as const) {
      api.routes[`POST /webhook/${id}/replays/count`] = () => json({ messages: left[id], left_today: 1500 });
      api.routes[`POST /webhook/${id}/replays`] = () => json({ id: `r${id}`, state: 'running' }, 201);
      api.routes[`GET /replay/r${id}`] = () => json({ id: `r${id}`, state, queued: left[id] });
    }
    const search = (invocations: object[]) => json({ invocations, at: '2026-11-20T08:00:00.000Z', searched: 1 });
    api.routes['GET /webhook/5/invocations/search'] = () => {
      const dispatches = [{ target_id: 9, status: state === 'done' ? 'success' : 'error' }];
      return search([{ id: 'a', invoked_at: '2026-11-20T07:55:45.000Z', dispatches }]);
    };
    api.routes['GET /webhook/6/invocations/search'] = () => search([]);
    let target = wireTarget(9, 'Ops', { ...used, status: 'inactive', status_reason: 'The channel is gone.' });
    api.routes['GET /targets/9'] = () => json(target);
    api.routes['PUT /targets/9'] = () => {
      target = wireTarget(9, 'Ops', used);
      return json(target);
    };
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText('The channel is gone.');
    expect(screen.queryByText(/accepts messages/)).toBeNull();
    fireEvent.click(button('Reactivate'));
    await screen.findByText('This target is active and accepts messages.');
    await screen.findByText('44 messages from the last 30 days did not arrive.');
    const recent = within(screen.getByRole('region', { name: 'Recent messages' }));
    await recent.findByText('Failed');
    fireEvent.click(button('Resend 44 messages'));
    await screen.findByText('44 messages are being resent.');
    await recent.findByText('Waiting');
    const started = api.sent('POST').filter(({ path }) => /replays$/.test(path));
    expect(started.map(({ path }) => path)).toEqual(['/webhook/5/replays', '/webhook/6/replays']);
    for (const { body } of started) expect(body).toMatchObject({ status: 'error', target_id: 9 });
    expect(hrefOf('failed calls of Deploys')).toBe('/webhooks/5?status=error&target=9');
    expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull();
    state = 'done';
    await screen.findByText('44 messages were queued.', {}, { timeout: 8_000 });
    await recent.findByText('Success');
  });
});

describe('a target’s webhooks', () => {
  const api = accountPerTest();

  it('are not called enabled if the plan rejects their calls', async () => {
    const reason = 'Your plan has 3 webhooks.';
    api.routes['GET /webhooks'] = () =>
      json([wireWebhook(5, 'Deploys'), wireWebhook(6, 'Sales', { status: 'disabled', disabled_reason: reason })]);
    const associated_webhooks = [5, 6].map((id) => ({ id, name: `Hook ${id}`, enabled: true }));
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { associated_webhooks }));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    const list = within(await screen.findByRole('region', { name: 'Associated Webhooks' }));
    await list.findByText('Over limit');
    expect(list.getAllByText('Enabled')).toHaveLength(1);
  });
});

describe('a target’s page that lost its access', () => {
  const api = accountPerTest();
  const associated_webhooks = [{ id: 5, name: 'Deploys', enabled: true }];
  const gone = { target_type: 'slack', status: 'inactive', status_code: 'connection-revoked', associated_webhooks };
  beforeEach(() => {
    api.routes['POST /webhook/5/replays/count'] = () => json({ messages: 3, left_today: 1500 });
  });

  it('only offers to reconnect, shows the rejected messages, and explains the missing test', async () => {
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { ...gone, status_reason: 'The app was removed.' }));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    // One notice has the reason, what was missed, the help and the button.
    const reason = await screen.findByText(/^The app was removed\. 3 messages from the last 30 days did not arrive\./);
    const notice = within(reason.parentElement as HTMLElement);
    await notice.findByRole('button', { name: /^Reconnect to Slack/ });
    notice.getByRole('link', { name: 'How to fix this' });
    expect(screen.getAllByText(/The app was removed/)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull());
    expect(screen.queryByLabelText('Target is active')).toBeNull();
    expect(button('Send Test Message').disabled).toBe(true);
    expect(screen.getByText('Fix this target first.')).toBeTruthy();
  });

  it('offers to resend rejected messages after the return from the provider', async () => {
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { target_type: 'slack', associated_webhooks }));
    await renderPage(<TargetPage id={9} setup="connected" />);
    await screen.findByRole('button', { name: 'Resend 3 messages' });
  });
});

describe('a target’s page in use', () => {
  const api = accountPerTest();
  const call = (id: string, status: string, title?: string) => ({
    id,
    invoked_at: '2026-11-20T07:55:45.000Z',
    dispatches: [{ target_id: 9, status }],
    ...(title && { message: { title } }),
  });
  const found =
    (...invocations: object[]) =>
    () =>
      json({ invocations, at: '2026-11-20T08:00:00.000Z', searched: 1 });
  beforeEach(() => {
    const associated_webhooks = [5, 6].map((id) => ({ id, name: `Hook ${id}`, enabled: true }));
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { associated_webhooks }));
    api.routes['GET /webhook/5/invocations/search'] = found(call('a', 'success', 'Deployed shop'));
    api.routes['GET /webhook/6/invocations/search'] = found(call('b', 'retrying'));
  });

  it('has its last messages first, and its settings folded', async () => {
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText('Message settings');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Recent messages', 'Message settings', 'Fallback', 'Details', 'Associated Webhooks']);
    expect(screen.getByText('Message settings').closest('details')?.open).toBe(false);
  });

  it('lists recent messages with their status, newest first, each linked to its call', async () => {
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText('Deployed shop');
    const rows = screen.getByRole('region', { name: 'Recent messages' }).querySelectorAll('li');
    expect([...rows].map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Call from .*Hook 6.*Retrying$/),
      expect.stringMatching(/^Deployed shop.*Hook 5.*Success$/),
    ]);
    expect(hrefOf('Deployed shop')).toBe('/webhooks/5?inv=a');
  });

  it('shows a message as waiting while the target is disabled', async () => {
    api.routes['GET /targets/9'] = () =>
      json(
        wireTarget(9, 'Ops', { status: 'disabled', associated_webhooks: [{ id: 6, name: 'Hook 6', enabled: true }] }),
      );
    await renderPage(<TargetPage id={9} setup={undefined} />);
    await screen.findByText(/^Call from/);
    expect(await region('Recent messages').findByText('Waiting')).toBeTruthy();
    expect(region('Recent messages').queryByText('Retrying')).toBeNull();
  });

  it('shows the newest delivered message as it looks in the chat', async () => {
    const associated_webhooks = [{ id: 5, name: 'Hook 5', enabled: true }];
    api.routes['GET /targets/9'] = () => json(wireTarget(9, 'Ops', { target_type: 'slack', associated_webhooks }));
    const rich = {
      title: [{ text: 'Deployed shop' }],
      link: 'https://ci.example/7',
      blocks: [{ kind: 'quote', runs: [{ text: 'at last' }] }],
      facts: [],
    };
    api.routes['GET /invocation/a/dispatches'] = () =>
      json([
        {
          id: 'a-9',
          dispatched_at: '2026-11-20T07:55:45.000Z',
          status: 'success',
          rendered_message: 'Deployed shop\nby Ada\n> at last',
          rich,
          error_message: '',
          note: '',
          retry_count: 0,
          next_attempt_at: '0001-01-01T00:00:00Z',
          attempts: [],
          target: { id: 9, name: 'Ops', target_type: 'slack', status: 'active' },
        },
      ]);
    await renderPage(<TargetPage id={9} setup={undefined} />);
    const arrived = await screen.findByRole('region', { name: 'Preview of the latest delivered message' });
    // The message is formatted, without the markup of its text.
    expect((await within(arrived).findByRole<HTMLAnchorElement>('link', { name: 'Deployed shop' })).href).toBe(
      'https://ci.example/7',
    );
    expect(arrived.textContent).toContain('at last');
    expect(arrived.textContent).not.toContain('> at last');
    // The preview shows the time of arrival, not the current time.
    expect(arrived.querySelector('time')?.dateTime).toBe('2026-11-20T07:55:45.000Z');
  });

  it('can rename the target', async () => {
    api.routes['PUT /targets/9'] = ({ body }) => json(wireTarget(9, (body as { name: string }).name));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Rename' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('Ops');
    fireEvent.change(field, { target: { value: ' War room ' } });
    fireEvent.click(button('Save'));
    await waitFor(() => expect(api.sent('PUT')).toMatchObject([{ path: '/targets/9', body: { name: 'War room' } }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('names the failed action, the reason, and the request id for support', async () => {
    api.routes['PUT /targets/9'] = () => problem(500, 'Something went wrong here.');
    await renderPage(<TargetPage id={9} setup={undefined} />);
    fireEvent.click(await screen.findByRole('switch'));
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([
        {
          severity: 'error',
          summary: 'Couldn’t save the target',
          detail: 'Something went wrong here. (request request-1)',
        },
      ]),
    );
    api.routes['PUT /targets/9'] = () => {
      throw new TypeError('Failed to fetch');
    };
    fireEvent.click(screen.getByRole('switch'));
    await waitFor(() => expect(toasts.list().at(-1)?.detail).toMatch(/^No connection\. The request failed and/));
    expect(toasts.list().at(-1)?.code).toBe('offline');
  });
});

describe('a target’s fallback', () => {
  const api = accountPerTest();
  const ops = (more: object = {}) => wireTarget(9, 'Ops', more);
  const open = async (more: object = {}) => {
    api.routes['GET /targets/9'] = () => json(ops(more));
    api.routes['GET /targets'] = () =>
      json([ops(), wireTarget(10, 'Me'), wireTarget(11, 'New', { status: 'pending' })]);
    api.routes['PUT /targets/9'] = () => json(ops());
    await renderPage(<TargetPage id={9} setup={undefined} />);
    return screen.findByLabelText<HTMLSelectElement>('Also send it to');
  };

  it('is chosen among the other targets, with its minutes', async () => {
    const select = await open();
    await screen.findByRole('option', { name: 'Me' });
    expect([...select.options].map(({ text }) => text)).toEqual(['No target', 'Me', 'New']);
    expect(screen.queryByLabelText('Minutes after the call')).toBeNull();
    fireEvent.change(select, { target: { value: '10' } });
    expect(screen.getByText(/not delivered within 10 minutes/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Minutes after the call'), { target: { value: '1441' } });
    fireEvent.click(button('Save fallback'));
    expect(await screen.findByText('Enter a whole number from 1 to 1,440')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Minutes after the call'), { target: { value: '5' } });
    fireEvent.click(button('Save fallback'));
    await waitFor(() =>
      expect(api.sent('PUT')).toMatchObject([{ body: { fallback_target_id: 10, fallback_after_minutes: 5 } }]),
    );
  });

  it('is shown as it is, can be removed, and says if its target is not active', async () => {
    const select = await open({ fallback_target_id: 11, fallback_after_minutes: 30 });
    await screen.findByRole('option', { name: 'New' });
    expect([select.value, screen.getByLabelText<HTMLInputElement>('Minutes after the call').value]).toEqual([
      '11',
      '30',
    ]);
    expect(screen.getByText(/New is not active yet/)).toBeTruthy();
    fireEvent.change(select, { target: { value: '' } });
    fireEvent.click(button('Save fallback'));
    await waitFor(() => expect(api.sent('PUT')).toMatchObject([{ body: { fallback_target_id: null } }]));
  });

  it('shows the API’s reason if it is rejected', async () => {
    const select = await open();
    await screen.findByRole('option', { name: 'Me' });
    api.routes['PUT /targets/9'] = () => problem(400, 'The fallbacks would form a cycle. Choose another target.');
    fireEvent.change(select, { target: { value: '10' } });
    fireEvent.click(button('Save fallback'));
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([
        { summary: 'Couldn’t save the target', detail: expect.stringContaining('form a cycle') },
      ]),
    );
  });
});

describe('a target’s message settings', () => {
  const api = accountPerTest();
  const kindWith = (slug: string, more: object) => [wireKind(slug, slug, more)];

  it('are chosen in one form, with ids in the provider’s format', async () => {
    api.routes['GET /targets/list'] = () =>
      json(
        kindWith('slack', {
          setup: 'redirect',
          settings: {
            link: true,
            silent_below: false,
            mention: { pattern: '^[UWS][A-Z0-9]{5,14}$', hint: 'U… or S…' },
          },
        }),
      );
    api.routes['GET /targets/9'] = () =>
      json({ ...wireTarget(9, 'Ops'), target_type: 'slack', options: { channel: '#a' } });
    api.routes['PUT /targets/9'] = ({ body }) =>
      json({ ...wireTarget(9, 'Ops'), target_type: 'slack', options: (body as { options: object }).options });
    await renderPage(<TargetPage id={9} setup={undefined} />);
    fireEvent.change(await screen.findByLabelText('Mention'), { target: { value: 'ids' } });
    fireEvent.change(screen.getByLabelText(/^IDs/), { target: { value: '@alice' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /Open in Tellhook/ }));
    fireEvent.change(screen.getByLabelText('Messages per minute'), { target: { value: '0' } });
    fireEvent.click(button('Save settings'));
    expect(await screen.findByText('Enter a whole number from 1 to 600, or leave empty')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Messages per minute'), { target: { value: '12' } });
    expect(await screen.findByText(/Enter one to five IDs/)).toBeTruthy();
    expect(api.sent('PUT')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^IDs/), { target: { value: '<@U0123456>, S0123456' } });
    fireEvent.change(screen.getByLabelText('Messages with mentions'), { target: { value: 'warning' } });
    fireEvent.click(button('Save settings'));
    await waitFor(() =>
      expect(api.sent('PUT')).toMatchObject([
        {
          body: {
            options: {
              mention: { who: ['U0123456', 'S0123456'], from: 'warning' },
              link: 'hidden',
              max_per_minute: 12,
            },
          },
        },
      ]),
    );
  });

  it('include only those of its type', async () => {
    api.routes['GET /targets/list'] = () =>
      json(kindWith('telegram', { setup: 'code', settings: { link: false, silent_below: true } }));
    const options = { chatTitle: 'Team', silent_below: 'warning' };
    api.routes['GET /targets/9'] = () => json({ ...wireTarget(9, 'Ops'), target_type: 'telegram', options });
    await renderPage(<TargetPage id={9} setup={undefined} />);
    expect((await screen.findByLabelText<HTMLSelectElement>('Silent messages')).value).toBe('warning');
    expect(screen.queryByLabelText('Mention')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByText('Silent below')).toBeNull();
  });

  it('can move it to another place: a new code is shown, and the old place until the code arrives', async () => {
    api.routes['GET /targets/list'] = () => json(kindWith('telegram', { setup: 'code', movable: true }));
    const options = { chatTitle: 'Team', topicId: 7, topicName: 'Deploys' };
    const target = (more: object = {}) => ({
      ...wireTarget(9, 'Ops'),
      target_type: 'telegram',
      options: { ...options, ...more },
    });
    api.routes['GET /targets/9'] = () => json(target());
    api.routes['PUT /targets/9'] = () =>
      json(target({ ActivationKey: 'ABCD1234', expires_at: new Date(Date.now() + 60_000).toISOString() }));
    await renderPage(<TargetPage id={9} setup={undefined} />);
    expect(await screen.findByText('Deploys')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'New code' }));
    expect(await screen.findByText('ABCD1234')).toBeTruthy();
    expect(api.sent('PUT')).toMatchObject([{ body: { options: { renew: true } } }]);
  });
});
