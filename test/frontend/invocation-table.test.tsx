import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BodyTab } from '../../frontend/src/features/invocations/body-tab.tsx';
import { DispatchCard } from '../../frontend/src/features/invocations/dispatch-card.tsx';
import { HeadersTab } from '../../frontend/src/features/invocations/headers-tab.tsx';
import { InvocationTable } from '../../frontend/src/features/invocations/invocation-table.tsx';
import { SentMessages } from '../../frontend/src/features/invocations/sent-messages.tsx';
import { queryClient } from '../../frontend/src/lib/services.ts';
import type { Dispatch, Invocation } from '../../frontend/src/lib/wire.ts';
import { wireTarget } from './support/account.ts';
import { fakeFetch, json } from './support/api.ts';
import { renderPage } from './support/render.tsx';

beforeEach(() => vi.stubGlobal('fetch', fakeFetch(() => json([])).fetch));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const NEVER = '0001-01-01T00:00:00Z';
const row = (id: string, more: Partial<Invocation> = {}): Invocation => ({
  id,
  invokedAt: '2026-11-20T07:55:45.000Z',
  ip: '203.0.113.11',
  method: 'POST',
  query: '',
  contentType: 'application/json',
  rawHeaders: '{}',
  rawBody: '{"a":1}',
  rawBodyEncoding: 'utf8',
  rawBodyTruncated: false,
  size: 7,
  status: 'success',
  numDispatches: 2,
  dispatches: [
    { targetId: 1, status: 'success' },
    { targetId: 2, status: 'success' },
  ],
  ...more,
});

const show = (element: React.ReactElement) =>
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);

describe('the table of invocations', () => {
  const table = (rows: Invocation[], onOpen = vi.fn()) => {
    show(<InvocationTable rows={rows} selected={undefined} fresh={new Set()} onOpen={onOpen} />);
    return onOpen;
  };

  it('shows severity and failed deliveries by shapes as well as by colours', () => {
    const about = (severity: 'ok' | 'warning' | 'critical') => ({ message: { title: severity, severity } });
    table([
      row('1', about('ok')),
      row('2', about('warning')),
      row('3', { ...about('critical'), dispatches: [{ targetId: 1, status: 'error' }] }),
    ]);
    const lines = screen.getAllByRole('row').slice(1);
    const icon = (line: HTMLElement) =>
      /lucide-((?:circle|triangle|octagon)-\w+)/.exec(
        within(line).getAllByRole('cell')[1]?.querySelector('svg[class*="lucide"]')?.getAttribute('class') ?? '',
      )?.[1];
    expect(lines.map(icon)).toEqual(['circle-check', 'triangle-alert', 'octagon-alert']);
    const dots = (line: HTMLElement) => [...line.querySelectorAll('[data-dot]')].map(({ innerHTML }) => innerHTML);
    const [arrived, , failed] = lines.map(dots);
    expect(arrived).toHaveLength(2);
    expect(failed?.[0]).not.toBe(arrived?.[0]);
    // The shapes differ by their fill, not only by colour.
    expect(failed?.[0]).toContain('fill="none"');
    expect(arrived?.[0]).not.toContain('fill="none"');
  });

  it('has one line per call, and shows the raw body on request or around a match', () => {
    const message = { title: 'Shop is open' };
    table([row('1', { message })]);
    expect(screen.queryByText('{"a":1}')).toBeNull();
    cleanup();
    show(
      <InvocationTable
        rows={[row('1', { message })]}
        selected={undefined}
        fresh={new Set()}
        withBody
        onOpen={vi.fn()}
      />,
    );
    expect(screen.getByText('{"a":1}')).toBeTruthy();
    cleanup();
    const found = { ...row('1', { message }), excerpt: 'say "a"' };
    show(<InvocationTable rows={[found]} selected={undefined} fresh={new Set()} wanted="say" onOpen={vi.fn()} />);
    expect(screen.getByText('say').tagName).toBe('MARK');
  });

  it('marks a match in the headline there, and does not repeat the headline below', () => {
    const found = { ...row('1', { message: { title: 'Shop is open' } }), excerpt: 'Shop is open' };
    show(<InvocationTable rows={[found]} selected={undefined} fresh={new Set()} wanted="IS op" onOpen={vi.fn()} />);
    expect(screen.getByText('is op').tagName).toBe('MARK');
    expect(screen.getAllByText(/Shop/)).toHaveLength(1);
  });

  it('has the four columns of the specification', () => {
    table([row('1')]);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Invocation Date',
      'Raw Body',
      'Dispatches',
      'Status',
    ]);
  });

  it('says no content for an empty body, and shows the status in words', () => {
    table([row('1', { rawBody: '', status: 'partial' })]);
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement);
    expect(cells.getByText('no content')).toBeTruthy();
    expect(cells.getByText('Partially Failed')).toBeTruthy();
  });

  it('says no content only once next to a message without a body', () => {
    const empty = row('1', { rawBody: '', message: { title: 'Nightly job' } });
    table([empty]);
    expect(screen.getByText('no content')).toBeTruthy();
    cleanup();
    show(<InvocationTable rows={[empty]} selected={undefined} fresh={new Set()} withBody onOpen={vi.fn()} />);
    expect(screen.getAllByText('no content')).toHaveLength(1);
    cleanup();
    table([row('1', { message: { title: 'Nightly job' } })]);
    expect(screen.queryByText('no content')).toBeNull();
  });

  it('shows the message that people got, and the service that sent the call', () => {
    const message = { sender: 'GitHub', event: 'issues', title: 'GitHub: octocat opened #41 "Spelling error"' };
    table([row('1', { message, deliveredAfterMs: 412 })]);
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement);
    expect(cells.getByText('octocat opened #41 "Spelling error"')).toBeTruthy();
    expect(cells.getByText('GitHub · issues')).toBeTruthy();
    expect(cells.getByText('412 ms')).toBeTruthy();
    expect(cells.getByRole('button').getAttribute('aria-label')).toMatch(
      /^Open GitHub issues, octocat opened #41 "Spelling error", 20 Nov/,
    );
  });

  it('shows method and query of a call without a body', () => {
    table([row('1', { rawBody: '', method: 'GET', query: 'source=cron&job=nightly' })]);
    expect(screen.getByText('GET ?source=cron&job=nightly')).toBeTruthy();
  });

  it('shows each message’s status and target', async () => {
    vi.stubGlobal(
      'fetch',
      fakeFetch(({ path }) => json(path === '/targets' ? [wireTarget(1, 'Ops'), wireTarget(2, 'Phone')] : [])).fetch,
    );
    table([
      row('1', {
        status: 'pending',
        dispatches: [
          { targetId: 1, status: 'retrying', nextAttemptAt: '2999-01-01T00:00:00Z' },
          { targetId: 2, status: 'success' },
        ],
      }),
    ]);
    expect(await screen.findByText('Ops: Retrying.')).toBeTruthy();
    expect(screen.getByText('Phone: Success.')).toBeTruthy();
    expect(screen.getByText(/^: next attempt in /)).toBeTruthy();
  });

  it('shows that quiet hours hold a message, and when it is sent', () => {
    const nextAttemptAt = '2999-01-01T00:00:00Z';
    table([
      row('1', {
        status: 'pending',
        dispatches: [
          { targetId: 1, status: 'held', nextAttemptAt },
          { targetId: 2, status: 'skipped' },
        ],
      }),
    ]);
    expect(screen.getByText('Held')).toBeTruthy();
    expect(screen.getByText(/^: quiet hours, sent in /)).toBeTruthy();
    expect(screen.queryByText('Retrying')).toBeNull();
  });

  it('shows a message to a disabled target as waiting, without a next attempt', async () => {
    const targets = [wireTarget(1, 'Ops', { status: 'disabled' })];
    vi.stubGlobal('fetch', fakeFetch(({ path }) => json(path === '/targets' ? targets : [])).fetch);
    const nextAttemptAt = '2999-01-01T00:00:00Z';
    table([row('1', { status: 'pending', dispatches: [{ targetId: 1, status: 'retrying', nextAttemptAt }] })]);
    expect(await screen.findByText('Ops: Waiting.')).toBeTruthy();
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(screen.queryByText(/next attempt|Retrying/)).toBeNull();
  });

  it('shows each message of a held or delayed call with the call’s status', async () => {
    const pending = { status: 'pending', dispatches: [{ targetId: 1, status: 'pending' }] } as const;
    table([row('1', { ...pending, dispatches: [...pending.dispatches], held: { by: 'paused' } })]);
    expect(screen.getByText('Deleted target: Held.')).toBeTruthy();
    cleanup();
    const invokedAt = new Date(Date.now() - 60_000).toISOString();
    table([row('1', { ...pending, dispatches: [...pending.dispatches], invokedAt })]);
    expect(screen.getByText('Deleted target: Waiting.')).toBeTruthy();
    expect(screen.queryByText(/Sending/)).toBeNull();
  });

  it('shows the message’s status to the selected target', () => {
    const dispatches = [
      { targetId: 1, status: 'error' },
      { targetId: 2, status: 'pending' },
    ] as const;
    show(
      <InvocationTable
        rows={[row('1', { status: 'pending', dispatches: [...dispatches] })]}
        selected={undefined}
        fresh={new Set()}
        target={1}
        onOpen={vi.fn()}
      />,
    );
    expect(screen.getByText('Failed')).toBeTruthy();
    expect(screen.queryByText('1 failed, 1 waiting')).toBeNull();
  });

  it('shows a long status in full in its tooltip, since a narrow list cuts it off', () => {
    const dispatches = [
      { targetId: 1, status: 'error' as const },
      { targetId: 2, status: 'pending' as const },
    ];
    table([row('1', { status: 'pending', dispatches })]);
    expect(screen.getByTitle('1 failed, 1 waiting').textContent).toBe('1 failed, 1 waiting');
    expect(screen.getByText('1 failed, 1 waiting').className).toContain('truncate');
  });

  it('opens an invocation by a click on its row or its button', () => {
    const onOpen = table([row('1'), row('2')]);
    fireEvent.click(screen.getAllByRole('row')[2] as HTMLElement);
    expect(onOpen).toHaveBeenLastCalledWith('2', expect.any(HTMLElement));
    fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);
    expect(onOpen).toHaveBeenLastCalledWith('1', expect.any(HTMLElement));
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('shows a hostile body as text', () => {
    table([row('1', { rawBody: '<img src=x onerror=alert(1)>' })]);
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('a dispatch', () => {
  const dispatch = (more: Partial<Dispatch>): Dispatch => ({
    id: 'd',
    dispatchedAt: '2026-11-20T07:55:46.000Z',
    status: 'success',
    renderedMessage: 'Deployed shop-api',
    errorMessage: '',
    note: '',
    retryCount: 0,
    nextAttemptAt: NEVER,
    attempts: [],
    target: { id: 1, name: 'Ops channel', targetType: 'chat', status: 'active' },
    ...more,
  });

  it('shows message, error, note and the later deletion of its target', () => {
    const told = dispatch({
      status: 'error',
      errorMessage: '503 from the provider.',
      note: 'Sent as plain text.',
      target: { id: 1, name: 'Old pager', targetType: 'chat', status: 'deleted' },
    });
    show(
      <>
        <SentMessages webhookName="Deploys" receivedAt={undefined} dispatches={[told]} />
        <DispatchCard dispatch={told} />
      </>,
    );
    for (const text of ['Old pager', 'Failed', 'Deployed shop-api']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    // The error and the note are about the same fact, so they share a box.
    expect(screen.getByText('503 from the provider. Sent as plain text.')).toBeTruthy();
    expect(screen.getByText('This target was deleted after the dispatch.')).toBeTruthy();
    expect(document.querySelector('li time')?.getAttribute('datetime')).toBe('2026-11-20T07:55:46.000Z');
    expect(document.querySelector('li svg')).not.toBeNull();
  });

  it('has no warning if its owner resent it', () => {
    show(<DispatchCard dispatch={dispatch({ status: 'pending', note: 'Resent manually.' })} />);
    expect(screen.getByText('Resent manually.').className).not.toContain('warn');
  });

  it('says only once that its target was deleted', async () => {
    const gone = { id: 1, name: 'Old pager', targetType: 'chat', status: 'deleted' } as const;
    const told = dispatch({ note: 'The target was deleted afterwards.', noteCode: 'target-deleted', target: gone });
    await renderPage(<DispatchCard dispatch={told} />);
    expect(screen.getAllByText(/deleted/)).toHaveLength(1);
  });

  it('is waiting if it was never attempted or its target is disabled', () => {
    const nextAttemptAt = '2999-01-01T00:00:00Z';
    const off = { id: 1, name: 'Ops channel', targetType: 'chat', status: 'disabled' } as const;
    show(<DispatchCard dispatch={dispatch({ status: 'error', nextAttemptAt })} />);
    expect(screen.getByText('Waiting')).toBeTruthy();
    cleanup();
    const tried = dispatch({ status: 'error', retryCount: 2, nextAttemptAt, target: off });
    show(<DispatchCard dispatch={tried} />);
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(screen.queryByText(/next attempt/)).toBeNull();
  });

  it('is retrying while another attempt is planned', () => {
    show(
      <DispatchCard dispatch={dispatch({ status: 'error', retryCount: 2, nextAttemptAt: '2999-01-01T00:00:00Z' })} />,
    );
    expect(screen.getByText('Retrying')).toBeTruthy();
    expect(screen.getByText(/retried 2 times/)).toBeTruthy();
  });

  it('shows a severity above information, if known', () => {
    const about = (severity: 'critical' | 'info') =>
      dispatch({ subject: { state: 'open', severity, title: 'Deploy failed' } });
    show(<DispatchCard dispatch={about('critical')} />);
    expect(screen.getByText('Critical')).toBeTruthy();
    cleanup();
    show(<DispatchCard dispatch={about('info')} />);
    expect(screen.queryByText('Info')).toBeNull();
  });

  it('shows a message with its chat’s formatting, and as plain text until the code is loaded', async () => {
    const rich = {
      title: [{ text: 'Deploy failed' }],
      link: 'https://ci.example/7',
      severity: 'critical',
      blocks: [],
      facts: [{ label: 'Branch', runs: [{ text: 'main' }] }],
    } as const;
    const target = { id: 1, name: 'Ops channel', targetType: 'slack', status: 'active' } as const;
    const told = dispatch({ renderedMessage: 'Deploy failed\nBranch: main', rich: rich as never, target });
    const { container } = show(<SentMessages webhookName="Deploys" receivedAt={undefined} dispatches={[told]} />);
    expect(container.textContent).toContain('Deploy failed\nBranch: main');
    expect((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Deploy failed' })).href).toBe(
      'https://ci.example/7',
    );
    expect(container.querySelector<HTMLElement>('.border-l-4')?.style.borderLeftColor).not.toBe('');
    expect(container.querySelector('b')?.textContent).toBe('Tellhook');
  });

  it('says that there was no message only after it failed permanently', () => {
    const failed = { status: 'error', errorMessage: 'Line 1: unknown helper', renderedMessage: '' } as const;
    show(<DispatchCard dispatch={dispatch(failed)} />);
    expect(screen.getByText('This dispatch has no message.')).toBeTruthy();
    cleanup();
    show(<DispatchCard dispatch={dispatch({ ...failed, nextAttemptAt: '2999-01-01T00:00:00Z' })} />);
    expect(screen.queryByText(/has no message/)).toBeNull();
  });

  it('shows a reason as an error only if no further attempt follows', async () => {
    const colourOf = (text: string) => (screen.getByText(text).className.includes('bg-err-soft') ? 'red' : 'yellow');
    const disabled = { status: 'error', errorMessage: 'The target is disabled by its owner' } as const;
    await renderPage(<DispatchCard dispatch={dispatch({ ...disabled, nextAttemptAt: '2999-01-01T00:00:00Z' })} />);
    expect(colourOf(disabled.errorMessage)).toBe('yellow');
    cleanup();
    await renderPage(<DispatchCard dispatch={dispatch(disabled)} />);
    expect(colourOf(disabled.errorMessage)).toBe('red');
  });
});

describe('the raw parts of an invocation', () => {
  it('are a tree for JSON, with the raw text one click away', () => {
    show(<BodyTab invocation={row('1', { rawBody: '{"deep":{"value":42}}' })} />);
    expect(screen.getByText('"deep"')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Raw' }));
    expect(screen.getByText('{"deep":{"value":42}}')).toBeTruthy();
  });

  it('draw a large body step by step after a click on its tab, and copy all of it', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ id: index, deep: { list: [1, 2, 3] } }));
    show(<BodyTab invocation={row('1', { rawBody: JSON.stringify({ many, text: 'y'.repeat(50_000) }) })} />);
    const lines = (await screen.findAllByRole('treeitem')).length;
    expect(lines).toBeLessThan(150);
    expect(screen.getByText(/^"y+…$/).textContent).toHaveLength(2001);
    fireEvent.click(screen.getByRole('button', { name: '4950 more' }));
    expect(screen.getAllByRole('treeitem').length - lines).toBe(50);
    fireEvent.click(screen.getByRole('button', { name: 'Unfold $.many[0]' }));
    expect(screen.getByRole('button', { name: 'Copy value of $.many[0]' })).toBeTruthy();
  });

  it('are one Tab stop, and arrow keys move through the tree and fold it', () => {
    show(<BodyTab invocation={row('1', { rawBody: '{"deep":{"value":42},"last":true}' })} />);
    const tree = screen.getByRole('tree');
    const stops = () => [...tree.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toHaveLength(1);
    stops()[0]?.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    const here = () => document.activeElement?.textContent ?? '';
    press('ArrowDown');
    expect(document.activeElement?.getAttribute('aria-level')).toBe('2');
    press('ArrowRight');
    expect(here()).toContain('42');
    expect(stops()).toEqual([document.activeElement]);
    press('ArrowLeft');
    press('ArrowLeft');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
    press('End');
    expect(here()).toContain('"last"');
    press('Home');
    expect(document.activeElement?.getAttribute('aria-level')).toBe('1');
  });

  it('are copied with the tree’s keys, which the dialog around it does not receive', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const around = vi.fn();
    show(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the window
      <div onKeyDown={around}>
        <BodyTab invocation={row('1', { rawBody: '{"deep":[7]}' })} />
      </div>,
    );
    screen.getAllByRole('treeitem')[2]?.focus();
    fireEvent.keyDown(document.activeElement as Element, { key: 'p' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'c' });
    expect(writeText.mock.calls).toEqual([['$.deep[0]'], ['7']]);
    expect(around).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('hide secret headers until the user reveals them', () => {
    show(<HeadersTab rawHeaders='{"cookie":"session=1","x-event":"push"}' />);
    expect(screen.getByText('push')).toBeTruthy();
    expect(screen.queryByText('session=1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show cookie' }));
    expect(screen.getByText('session=1')).toBeTruthy();
  });
});
