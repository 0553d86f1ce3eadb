import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvocationsPanel } from '../../frontend/src/features/invocations/invocations-panel.tsx';
import { type InvocationSearch, opensDialog } from '../../frontend/src/features/invocations/search.ts';
import { RoutingLine } from '../../frontend/src/features/routing/routing-line.tsx';
import { WebhookPage } from '../../frontend/src/features/webhooks/webhook-page.tsx';
import { closePalette, openPalette } from '../../frontend/src/lib/palette-state.ts';
import { drafts, session, toasts } from '../../frontend/src/lib/services.ts';
import { forgetAccount, wireKind, wireWebhook } from './support/account.ts';
import { fakeFetch, json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { region } from './support/screen.ts';
import { tokenUntil } from './support/token.ts';

const NEVER = '0001-01-01T00:00:00Z';
const invocation = (status: string) => ({
  id: 'call',
  invoked_at: new Date().toISOString(),
  ip: '203.0.113.11',
  method: 'POST',
  query: '',
  content_type: 'application/json',
  raw_headers: '{}',
  raw_body: '{"a":1}',
  raw_body_encoding: 'utf8',
  raw_body_truncated: false,
  size: 7,
  status,
  num_dispatches: 1,
  dispatches: [{ target_id: 1, status: status === 'partial' ? 'error' : status }],
});
const dispatch = (status: string) => ({
  id: 'call-1',
  dispatched_at: NEVER,
  status,
  rendered_message: '',
  error_message: status === 'error' ? 'The template cannot be read' : '',
  note: '',
  retry_count: 0,
  next_attempt_at: NEVER,
  attempts: [],
  target: { id: 1, name: 'Ops', target_type: 'mock', status: 'active' },
});
/** The webhook's targets. */
let ids: number[] = [];
/** Further fields of the webhook. */
let written: object = {};
const webhook = (calls: number) =>
  wireWebhook(5, 'Deploys', {
    target_ids: ids,
    amount_invocations: calls,
    invocations_this_cycle: calls,
    amount_errors: 0,
    errors_last_days: 0,
    open_errors: 0,
    ...written,
  });

const now = () => new Date().toISOString();
/** The day's undelivered messages by target. */
let undelivered: object[] = [];
/** The day's delivery times by target. */
let times: object[] = [];
const none = { delivered: 0, partial: 0, failed: 0, waiting: 0, standing: { attention: 0, waiting: 0, arrived: 0 } };
const stats = (calls: { status: string }[]) => {
  const of = (status: string) => calls.filter((each) => each.status === status).length;
  const standing = { attention: of('error'), waiting: of('pending'), arrived: of('success') };
  const counted = { delivered: of('success'), partial: 0, failed: of('error'), waiting: of('pending'), standing };
  const hours = [...Array.from({ length: 23 }, () => none), counted];
  return {
    from: now(),
    to: now(),
    calls: calls.length,
    ...counted,
    hours,
    undelivered,
    targets: times,
    complete: true,
  };
};

const answerTo = (answer: object = { invocations: [], at: now(), searched: 0 }) =>
  answer instanceof Response ? answer : json(answer);

/** The requests to the search, and its next responses. */
let asked: string[];
let answers: (object | Promise<object>)[];
let news: object[];
/** The calls that arrived after the list's newest call. */
let newer: object[];
let targets: object[];
let kinds: object[];
let listed: ReturnType<typeof invocation>[];
let loaded: string;
let dispatched: string;
/** The number of times the call was resent. */
let replays: number;
/** The number of times the held calls were discarded. */
let discarded: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  listed = [];
  asked = [];
  answers = [];
  news = [];
  newer = [];
  targets = [];
  kinds = [];
  ids = [1];
  written = {};
  undelivered = [];
  times = [];
  loaded = 'pending';
  dispatched = 'pending';
  replays = 0;
  discarded = 0;
  const { fetch } = fakeFetch(async ({ path, body }) => {
    const [address] = path.split('?');
    switch (address) {
      case '/config.json':
        return json({ apiUrl: '/api', invokeUrl: 'https://in.example', version: '1', challenge: { provider: 'pow' } });
      case '/webhook/5':
        return json(webhook(listed.length));
      case '/webhook/5/invocations':
        return json(listed);
      case '/webhook/5/stats':
        return json(stats(listed));
      case '/webhook/5/invocations/search':
        // The live list checks for calls after its newest one.
        if (path.includes('limit=1&from=')) return json({ invocations: newer, at: now(), searched: 0 });
        // Calls that arrived since the search began are requested separately.
        if (path.includes('limit=50'))
          return json({ invocations: path.includes('to=') ? listed : news, at: now(), searched: 0 });
        asked.push(path);
        return answerTo(await answers.shift());
      case '/webhook/5/held/discard':
        discarded += 1;
        return new Response(null, { status: 204 });
      case '/webhook/5/test':
        asked.push(JSON.stringify(body));
        listed = [invocation('pending')];
        return json({ id: 'call', outcome: 'accepted' }, 201);
      case '/invocation/call':
        return loaded === 'refused' ? problem(403, 'Not today') : json(invocation(loaded));
      case '/invocation/before':
        return json({ ...invocation('success'), id: 'before', raw_body: '{"a":2}' });
      case '/invocation/call/dispatches':
        return json([dispatch(dispatched)]);
      case '/invocation/call/replay':
        replays += 1;
        return json({ queued: 1 });
      case '/targets':
        return json(targets);
      case '/targets/1': {
        asked.push(JSON.stringify(body));
        const changed = { ...targets[0], status: 'active', options: { AuthUrl: 'https://slack.example/connect' } };
        if ((body as { enabled?: boolean }).enabled) targets = [changed];
        return json(changed);
      }
      case '/targets/list':
        return json(kinds);
      default:
        return problem(404, `no ${path}`);
    }
  });
  vi.stubGlobal('fetch', fetch);
  session.signIn(7, tokenUntil(Date.now() + 3_600_000));
});
afterEach(() => {
  cleanup();
  forgetAccount();
  vi.useRealTimers();
});

/** Waits for the effects of a response, which appear well before the next poll. */
const soon = (check: () => void) => waitFor(check, { timeout: 3_000 });
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const show = (search: InvocationSearch = {}) =>
  renderPage(
    <WebhookPage id={5} invocations={(data, url) => <InvocationsPanel webhook={data} url={url} search={search} />} />,
  );
/** The labels of the status filters, with their numbers. */
const counts = () =>
  within(screen.getByRole('navigation', { name: 'Quick filter' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the numbers of the last 24 hours', () => {
  it('follow the first call and its result, like the table', async () => {
    await show();
    await screen.findByText('Send your first call');
    listed = [invocation('pending')];
    await advance(6_000);
    await soon(() => expect(counts()).toEqual(['All', 'Needs attention', 'Waiting1', 'Arrived']));
    listed = [invocation('success')];
    await advance(6_000);
    await soon(() => expect(counts()).toEqual(['All', 'Needs attention', 'Waiting', 'Arrived1']));
    expect(screen.getByRole('img', { name: /^Last 24 hours, by hour. Arrived: 1. / })).toBeTruthy();
  });
});

describe('the numbers of calls that fail or wait', () => {
  it('include those before the last day, which their filter shows, too', async () => {
    listed = [invocation('success')];
    news = [{ ...invocation('error'), id: 'old', invoked_at: new Date(Date.now() - 3 * 86_400_000).toISOString() }];
    written = { amount_errors: 1 };
    await show();
    await soon(() => expect(counts()).toEqual(['All', 'Needs attention1', 'Waiting', 'Arrived1']));
    const link = screen.getByRole('link', { name: /^Needs attention/ });
    expect(link.getAttribute('href')).toContain('status=attention');
    expect(link.getAttribute('href')).not.toContain('last');
  });

  it('are not searched for if all are in the last day', async () => {
    listed = [invocation('error')];
    news = [{ ...invocation('error'), id: 'old' }];
    written = { amount_errors: 1 };
    await show();
    await soon(() => expect(counts()).toEqual(['All', 'Needs attention1', 'Waiting', 'Arrived']));
    expect(screen.getByRole('link', { name: /^Needs attention/ }).getAttribute('href')).toContain('last=24h');
  });
});

describe('the delivery times of a target', () => {
  it('describe the target to a pointer and to a screen reader', async () => {
    ids = [1, 2];
    targets = [target({}), target({ id: 2, name: 'Duty' })];
    times = [{ target_id: 2, median_delivery_ms: 840, p95_delivery_ms: 65_000 }];
    await show();
    const chip = await screen.findByRole('link', { name: 'Duty Active' });
    await soon(() => expect(chip.title).toBe('Duty, last 24 hours: median 840 ms, 95% within 1 min'));
    expect(screen.getByRole('link', { name: 'Ops channel Active' }).title).toBe('');
  });
});

describe('the filter by target', () => {
  it('compares delivery times, and leaves figures that are labelled as those of all targets', async () => {
    ids = [2, 1];
    targets = [target({}), target({ id: 2, name: 'Duty' })];
    times = [{ target_id: 2, median_delivery_ms: 840, p95_delivery_ms: 65_000 }];
    listed = [invocation('success')];
    answers = [{ invocations: listed, at: now(), searched: 1 }];
    await show({ target: 2 });
    await screen.findByText('All targets, 24h');
    const choice = await screen.findByRole('combobox', { name: 'Target' });
    await soon(() =>
      expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
        'All targets',
        'Ops channel',
        'Duty (median 840 ms, 95% within 1 min)',
      ]),
    );
  });
});

describe('a webhook whose last target was deleted', () => {
  it('asks for no call, and only offers to choose a target', async () => {
    ids = [];
    await renderPage(
      <WebhookPage
        id={5}
        routing={(data) => <RoutingLine webhook={data} />}
        invocations={(data, url) => <InvocationsPanel webhook={data} url={url} search={{}} />}
      />,
    );
    await screen.findByText('No invocations yet.');
    expect(document.body.textContent).not.toMatch(/first call|test call|curl|every call|None/i);
    expect(region('Details').getByText('No target')).toBeTruthy();
    const primary = screen.getAllByRole('button').filter(({ className }) => className.includes('bg-accent'));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Choose a target']);
  });
});

describe('a webhook that accepts no calls yet', () => {
  it('asks for no call while it is disabled, and says how to enable it', async () => {
    written = { enabled: false, status: 'disabled' };
    await show();
    await screen.findByText(/^No invocations yet\. Enable this webhook in Settings/);
    expect(document.body.textContent).not.toMatch(/first call|curl/i);
  });

  it('asks for no call while it is beyond the plan', async () => {
    written = { status: 'disabled', disabled_reason: 'Your plan has 1 webhook.' };
    await show();
    await screen.findByText('No invocations yet.');
    expect(document.body.textContent).not.toMatch(/first call|curl/i);
  });
});

describe('a webhook whose account has used its daily quota', () => {
  it('says that calls are held, and discards them after a confirmation', async () => {
    written = { limit_hit: true };
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Discard held calls' }));
    expect(discarded).toBe(0);
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await soon(() => expect(discarded).toBe(1));
    await soon(() => expect(toasts.list().at(-1)?.summary).toBe('Held calls discarded'));
  });
});

describe('unsaved settings', () => {
  const page = (search: InvocationSearch) =>
    renderPage(<WebhookPage id={5} opensDialog={() => opensDialog(search)} invocations={() => <p>calls</p>} />);
  beforeEach(() => drafts.keep(7, 'webhook-5', { name: 'Half typed' }, undefined));

  it('open again with the page', async () => {
    await page({ status: 'error' });
    await screen.findByRole('dialog', { name: 'Webhook settings' });
  });

  it('do not cover the call or dialog that a link opens', async () => {
    await page({ inv: 'call' });
    await screen.findByText('calls');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    await screen.findByRole('dialog', { name: 'Webhook settings' });
  });
});

describe('a live list', () => {
  const firstRow = () => screen.getAllByRole('row')[1]?.textContent;

  it('shows a call within about a second of its arrival', async () => {
    listed = [invocation('success')];
    await show();
    await soon(() => expect(firstRow()).toContain('Success'));
    await advance(500);
    const call = { ...invocation('success'), id: 'later', message: { title: 'Shop is open' } };
    listed = [call, ...listed];
    newer = [call];
    await advance(1_100);
    await soon(() => expect(screen.getByText('Shop is open')).toBeTruthy());
  });

  it('says that it is offline while there is no network', async () => {
    await show();
    await screen.findByText('Live');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('Offline');
    vi.restoreAllMocks();
  });

  it('shows the result of a new call as quickly', async () => {
    listed = [invocation('pending')];
    await show();
    await soon(() => expect(firstRow()).toContain('Sending'));
    listed = [invocation('success')];
    await advance(1_100);
    await soon(() => expect(firstRow()).toContain('Success'));
  });
});

const target = (more: object) => ({
  id: 1,
  name: 'Ops channel',
  status: 'active',
  options: {},
  created_at: NEVER,
  updated_at: '2026-11-20T05:52:00.000Z',
  target_type: 'slack',
  number_of_dispatches: 1,
  last_dispatch_at: NEVER,
  associated_webhooks: [],
  ...more,
});

describe('a target with a problem', () => {
  const showTrouble = async (more: object, missed: object) => {
    ids = [1];
    targets = [target(more)];
    undelivered = [{ target_id: 1, failed: 0, waiting: 0, retrying: 0, since: '2026-11-20T05:50:00.000Z', ...missed }];
    await show();
    return (await screen.findByText(/^Ops channel (takes|has|is)/)).closest('p')?.parentElement as HTMLElement;
  };

  it('is reported at the top of its webhook, with time, reason, rejected messages and a link to the fix', async () => {
    const bar = await showTrouble({ status: 'inactive', status_reason: 'The Slack app was removed.' }, { failed: 44 });
    await soon(() => expect(bar.textContent).toContain('44 rejected.'));
    expect(bar.textContent).toMatch(/has not accepted messages since 20 Nov.*The Slack app was removed\./);
    expect(within(bar).getByRole('link', { name: 'Fix: Ops channel' }).getAttribute('href')).toBe('/targets/1');
    const rejected = within(bar).getByRole('link', { name: '44 rejected.' });
    expect(rejected.getAttribute('href')).toContain('status=error');
    expect(screen.getAllByText('Inactive').length).toBeGreaterThan(0);
  });

  it('shares one notice with other problems, with the first fix, until all of them are opened', async () => {
    written = { limit_hit: true };
    const bar = await showTrouble({ status: 'inactive', status_reason: 'The Slack app was removed.' }, { failed: 44 });
    expect(bar.textContent).toMatch(/^Ops channel has not accepted messages since .*\. Daily quota used up\./);
    expect(bar.querySelectorAll('a, button')).toHaveLength(2);
    expect(within(bar).getByRole('link', { name: 'Fix: Ops channel' })).toBeTruthy();
    fireEvent.click(within(bar).getByRole('button', { name: 'Show all 2' }));
    await screen.findByRole('button', { name: 'Discard held calls' });
    await screen.findByRole('link', { name: '44 rejected.' });
    expect(document.activeElement?.textContent).toContain('The Slack app was removed.');
  });

  it('is reported in the singular for one message', async () => {
    const bar = await showTrouble({ status: 'inactive' }, { failed: 1 });
    await soon(() => expect(within(bar).getByRole('link', { name: '1 rejected.' })).toBeTruthy());
  });

  it('is reported while messages wait for it, including those behind the retried one', async () => {
    const bar = await showTrouble({}, { waiting: 12, retrying: 1 });
    expect(bar.textContent).toMatch(/isn’t receiving messages\. 12 messages have been waiting since 20 Nov/);
  });

  it('is reported when it is disabled, and can be enabled in place', async () => {
    const bar = await showTrouble({ status: 'disabled' }, { waiting: 1 });
    await soon(() => expect(bar.textContent).toContain('is disabled. 1 message is waiting for it.'));
    fireEvent.click(within(bar).getByRole('button', { name: 'Enable: Ops channel' }));
    await soon(() => expect(screen.queryByText(/is disabled/)).toBeNull());
    expect(asked).toContain('{"enabled":true}');
  });

  it('has a direct link to its provider, if its owner connects there', async () => {
    kinds = [wireKind('slack', 'Slack', { setup: 'redirect' })];
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const bar = await showTrouble(
      { status: 'inactive', status_reason: 'The Slack app was removed.', options: { channel: '#ops' } },
      {},
    );
    expect(bar.textContent).toContain('The Slack app was removed.');
    const button = await within(bar).findByRole('button', { name: /^Reconnect to Slack/ });
    // The channel is named where it has to be chosen again.
    expect(button.nextElementSibling?.textContent).toBe('was #ops');
    fireEvent.click(button);
    await soon(() => expect(left).toHaveBeenCalledWith('https://slack.example/connect'));
    expect(asked).toContain('{"options":{"renew":true}}');
  });
});

describe('the Invocation Details dialog', () => {
  const badge = () => screen.getByRole('heading', { name: 'Invocation Details' }).parentElement as HTMLElement;

  it('shows the result once the dispatches are decided, even away from the live list', async () => {
    await show({ inv: 'call', page: 2 });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 }));
    await soon(() => expect(dialog.getAllByText('Sending').length).toBeGreaterThan(1));
    loaded = 'error';
    dispatched = 'error';
    await advance(6_000);
    await soon(() => expect(dialog.queryByText('Sending')).toBeNull());
    expect(within(badge()).getByText('Failed')).toBeTruthy();
  });

  it('refreshes until the invocation is decided, even if its dispatches already are', async () => {
    dispatched = 'error';
    await show({ inv: 'call', page: 2 });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 }));
    await soon(() => expect(dialog.getByText('Sending')).toBeTruthy());
    expect(dialog.getByText('This dispatch has no message.')).toBeTruthy();
    loaded = 'error';
    await advance(6_000);
    await soon(() => expect(dialog.queryByText('Sending')).toBeNull());
  });

  it('shows the result of a bulk resend, which begins after all dispatches were finished', async () => {
    loaded = 'error';
    dispatched = 'error';
    listed = [invocation('error')];
    await show({ inv: 'call' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 }));
    await soon(() => expect(dialog.getAllByText('Failed').length).toBeGreaterThan(1));
    loaded = 'success';
    dispatched = 'success';
    listed = [invocation('success')];
    await advance(6_000);
    await soon(() => expect(dialog.queryByText('Failed')).toBeNull());
    expect(within(badge()).getByText('Success')).toBeTruthy();
  });
});

describe('the main button of a call', () => {
  const expectMain = async (word: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 });
    const main = () => [...dialog.querySelectorAll('button.bg-accent')].map(({ textContent }) => textContent);
    await soon(() => expect(main()).toEqual([word]));
  };
  beforeEach(() => {
    targets = [target({})];
  });

  it('resends a failed one', async () => {
    loaded = dispatched = 'error';
    await show({ inv: 'call' });
    await expectMain('Resend');
  });

  it('opens a delivered one in the editor', async () => {
    loaded = dispatched = 'success';
    await show({ inv: 'call' });
    await expectMain('Open in Editor');
  });
});

describe('a link to an expired call', () => {
  it('says so, and how long calls are kept', async () => {
    await show({ inv: 'unknown' });
    await screen.findByText('This call has expired, or its link is incomplete.', {}, { timeout: 5_000 });
    expect(screen.getByRole('link', { name: 'Retention by plan' })).toBeTruthy();
    // No toast repeats the message.
    expect(toasts.list().filter(({ detail }) => detail.includes('/invocation/'))).toEqual([]);
  });
});

describe('a call that cannot be loaded', () => {
  it('says so in its dialog, which tries again on request', async () => {
    loaded = 'refused';
    await show({ inv: 'call', tab: 'body' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 }));
    await dialog.findByText('The invocation could not be loaded.', {}, { timeout: 5_000 });
    loaded = 'success';
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('"a"', {}, { timeout: 5_000 });
  });
});

describe('a call’s comparison', () => {
  it('uses the previous call with the same event', async () => {
    const told = (id: string, event: string) => ({
      ...invocation('success'),
      id,
      message: { title: id, sender: 'GitHub', event },
    });
    listed = [told('call', 'push'), told('issue', 'issue'), told('before', 'push')];
    await show({ inv: 'call', tab: 'changes' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 }));
    await dialog.findByText(/^Compared with the previous GitHub push, /, {}, { timeout: 5_000 });
    expect(dialog.getByText('$.a')).toBeTruthy();
  });
});

describe('a single-key shortcut', () => {
  const openDialog = async () => {
    await show({ inv: 'call', page: 2 });
    const dialog = await screen.findByRole('dialog', { name: 'Invocation Details' }, { timeout: 5_000 });
    await within(dialog).findByText('Ops', {}, { timeout: 5_000 });
    return screen.getByRole('tab', { name: /^Dispatches/ });
  };

  it('asks before it resends a call to people, and names them', async () => {
    const inside = await openDialog();
    fireEvent.keyDown(inside, { key: 'r' });
    const question = within(await screen.findByRole('alertdialog', { name: 'Resend this call?' }));
    expect(question.getByText('Its message is sent to Ops again.')).toBeTruthy();
    expect(replays).toBe(0);
    fireEvent.click(question.getByRole('button', { name: 'Resend' }));
    await soon(() => expect(replays).toBe(1));
  });

  it('does nothing on the page while the command palette opens', async () => {
    const inside = await openDialog();
    openPalette();
    try {
      fireEvent.keyDown(inside, { key: 'r' });
      await advance(500);
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(replays).toBe(0);
    } finally {
      closePalette();
    }
  });
});

describe('the search in calls', () => {
  const found = (id: string, over: object = {}) => ({
    ...invocation('error'),
    id,
    excerpt: '…the needle in it…',
    ...over,
  });

  it('continues automatically until it is stopped, shows its progress, and then waits for a click', async () => {
    const far = { invocations: [], at: now(), searched: 1000, searched_until: '2026-11-20T10:00:00.000Z', next: 'b' };
    const sixth = Promise.withResolvers<object>();
    answers = [far, far, far, far, far, sixth.promise];
    await show({ q: 'needle', status: 'error' });
    await soon(() => expect(asked).toHaveLength(6));
    await act(async () => screen.getByRole('button', { name: 'Stop' }).click());
    await act(async () => sixth.resolve(far));
    const further = await screen.findByRole('button', { name: 'Keep searching' }, { timeout: 5_000 });
    expect(screen.getByText('No matches so far.')).toBeTruthy();
    expect(screen.getByText(/searched back to/)).toBeTruthy();
    const queries = asked.map((path) => new URLSearchParams(path.split('?')[1]));
    expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'b', 'b', 'b', 'b', 'b']);
    expect(queries[0]?.get('text')).toBe('needle');
    answers = [{ invocations: [found('call')], at: now(), searched: 5 }];
    await act(async () => further.click());
    await soon(() => expect(screen.getByText('needle').tagName).toBe('MARK'));
    expect(screen.getByText('1 call found')).toBeTruthy();
    expect(screen.getByText('· all calls searched')).toBeTruthy();
  });

  it('leaves the focus in the field while it runs', async () => {
    const answer = Promise.withResolvers<object>();
    answers = [answer.promise];
    await show({ q: 'needle' });
    const field = await screen.findByRole('searchbox');
    expect(screen.queryByRole('row')).toBeNull();
    field.focus();
    await act(async () => answer.resolve({ invocations: [found('a')], at: now(), searched: 1 }));
    await soon(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(document.activeElement).toBe(field);
  });

  it('leaves the focus in the field if it fails, so the user can change the query', async () => {
    const answer = Promise.withResolvers<object>();
    answers = [answer.promise];
    await show({ q: 'needle' });
    const field = await screen.findByRole('searchbox');
    field.focus();
    await act(async () => answer.resolve(problem(400, 'Not this')));
    await soon(() => expect(screen.getByText('The invocations could not be loaded.')).toBeTruthy());
    expect(document.activeElement).toBe(field);
  });

  it('keeps a call that is resent, with its new status', async () => {
    loaded = dispatched = 'error';
    answers = [{ invocations: [found('call')], at: now(), searched: 1 }];
    await show({ status: 'error', inv: 'call' });
    // The dialog hides the list from screen readers.
    const row = () => screen.getAllByRole('row', { hidden: true })[1]?.textContent;
    await soon(() => expect(row()).toContain('Failed'));
    loaded = dispatched = 'success';
    listed = [invocation('success')];
    const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5_000 }));
    const resend = await dialog.findAllByRole('button', { name: 'Resend' }, { timeout: 5_000 });
    await act(async () => resend.at(-1)?.click());
    await soon(() => expect(replays).toBe(1));
    await soon(() => expect(row()).toContain('Success'));
  });

  it('puts new calls first, without a click', async () => {
    answers = [{ invocations: [found('a')], at: now(), searched: 1 }];
    await show({ q: 'needle' });
    await soon(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    news = [found('b')];
    await advance(6_000);
    await soon(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  });
});

describe('a paused live list', () => {
  it('counts new calls from zero after each pause, and shows them on a click', async () => {
    listed = [invocation('success')];
    await show();
    for (const count of [1, 2]) {
      if (count === 1) fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
      await act(async () => screen.getByRole('checkbox', { name: 'Pause the live list' }).click());
      await soon(() => expect(asked).toHaveLength(count));
      news = Array.from({ length: count }, (_, index) => invocation(String(index)));
      await advance(11_000);
      const words = count === 1 ? '1 new call since then' : '2 new calls since then';
      await soon(() => expect(screen.getByRole('button', { name: words })).toBeTruthy());
      await act(async () => screen.getByRole('button', { name: words }).click());
      await soon(() => expect(screen.queryByRole('button', { name: words })).toBeNull());
      news = [];
    }
  });
});

describe('a test call', () => {
  it('is sent from the empty list with a sample, and counts towards the daily quota', async () => {
    await show({ test: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test call' }, { timeout: 5_000 }));
    expect(dialog.getByText(/Counts towards your daily quota/)).toBeTruthy();
    await act(async () => dialog.getByRole('radio', { name: 'GitHub, push' }).click());
    await act(async () => dialog.getByRole('button', { name: 'Send' }).click());
    await soon(() => expect(asked).toEqual(['{"sample":"github-push"}']));
  });

  it('says that routing rules decide which targets get it', async () => {
    const when = { match: 'all', conditions: [{ field: 'severity', op: 'is', value: 'critical' }] };
    written = { routing: [{ target_id: 1, when }] };
    await show({ test: true });
    await screen.findByText(/delivered to 1 target, if the routing rules match\./, {}, { timeout: 5_000 });
  });

  it('is the latest real call of a webhook with a template, and names the target that does not get it', async () => {
    const sample = { raw_headers: '{"user-agent":"Tellhook-Test"}', raw_body: '{"event":"order.created"}' };
    listed = [
      { ...invocation('success'), id: 'test', ...sample },
      { ...invocation('success'), raw_body: '{"service":"shop"}' },
    ];
    written = { use_template: true, template: 'Deployed {{ service }}', target_ids: [1, 2, 3] };
    targets = [target({}), target({ id: 2, name: 'Phone' }), target({ id: 3, name: 'Mail', status: 'inactive' })];
    await show({ test: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test call' }, { timeout: 5_000 }));
    const newest = await dialog.findByRole<HTMLInputElement>('radio', { name: /^Latest call,/ });
    expect(newest.checked).toBe(true);
    await dialog.findByText(/delivered to 2 of 3 targets\. Mail: inactive\./);
    await act(async () => dialog.getByRole('button', { name: 'Send' }).click());
    await soon(() => expect(asked).toEqual([JSON.stringify({ body: '{"service":"shop"}' })]));
  });

  it.each([
    ['GitHub', 'GitHub, push'],
    [undefined, 'An order, plain JSON'],
  ])('is the service’s sample for a webhook without calls: %s', async (sender, label) => {
    await show({ test: true, sender });
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test call' }, { timeout: 5_000 }));
    await soon(() => expect(dialog.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true));
  });

  it('accepts a custom body only if it is JSON', async () => {
    await show({ test: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test call' }, { timeout: 5_000 }));
    await act(async () => dialog.getByRole('radio', { name: 'Custom JSON body' }).click());
    const field = dialog.getByRole('textbox', { name: 'Body' });
    fireEvent.change(field, { target: { value: '{"a":' } });
    expect((dialog.getByRole('button', { name: 'Send' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(field, { target: { value: '{"a":1}' } });
    await act(async () => dialog.getByRole('button', { name: 'Send' }).click());
    await soon(() => expect(asked).toEqual([JSON.stringify({ body: '{"a":1}' })]));
  });
});
