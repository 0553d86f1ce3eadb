import { useRouterState } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FieldTree } from '../../frontend/src/features/editor/field-tree.tsx';
import { OutCard } from '../../frontend/src/features/editor/out-card.tsx';
import type { Outcome } from '../../frontend/src/features/editor/rules.ts';
import { useNewestCall } from '../../frontend/src/features/editor/use-newest-call.ts';
import { queryClient, session } from '../../frontend/src/lib/services.ts';
import { MessageLook } from '../../frontend/src/ui/message-look.tsx';
import { looks } from '../../integrations/targets/looks.gen.tsx';
import { json } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { tokenUntil } from './support/token.ts';

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('the payload fields', () => {
  const payload = { user: { name: 'Ada' }, items: [{ sku: 'a' }, { sku: 'b' }], empty: [], note: null };
  const shown = () => {
    const onInsert = vi.fn();
    const onRepeat = vi.fn();
    render(<FieldTree payload={payload} onInsert={onInsert} onRepeat={onRepeat} />);
    return { onInsert, onRepeat };
  };

  it('are inserted into the template on a click', () => {
    const { onInsert } = shown();
    fireEvent.click(screen.getByRole('button', { name: 'name "Ada"' }));
    expect(onInsert).toHaveBeenLastCalledWith(['user', 'name'], false);
    fireEvent.click(screen.getByRole('button', { name: 'note null' }));
    expect(onInsert).toHaveBeenLastCalledWith(['note'], false);
  });

  it('report a click with a pointer, after which typing continues in the template', () => {
    const { onInsert } = shown();
    fireEvent.click(screen.getByTitle('Insert {{ note }}'), { detail: 1 });
    expect(onInsert).toHaveBeenLastCalledWith(['note'], true);
  });

  it('expand and collapse level by level', () => {
    const { onInsert } = shown();
    expect(screen.queryByRole('button', { name: 'sku "b"' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '[1]', expanded: false }));
    fireEvent.click(screen.getByRole('button', { name: 'sku "b"' }));
    expect(onInsert).toHaveBeenLastCalledWith(['items', 1, 'sku'], false);
  });

  it('offer a block only for lists with items', () => {
    const { onRepeat } = shown();
    const repeats = screen.getAllByRole('button', { name: /^Repeat/ });
    expect(repeats).toHaveLength(1);
    fireEvent.click(repeats[0] as HTMLElement);
    expect(onRepeat).toHaveBeenCalledWith(['items'], false);
  });

  it('ask before a long list is drawn completely', () => {
    render(
      <FieldTree
        payload={{ n: Array.from({ length: 120 }, (_, index) => index) }}
        onInsert={vi.fn()}
        onRepeat={vi.fn()}
      />,
    );
    expect(screen.queryByText('[60]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '70 more' }));
    expect(screen.getByText('[119]')).toBeTruthy();
  });

  it('are never rendered as markup', () => {
    const { container } = render(
      <FieldTree payload={{ '<b>x</b>': '<img src=x onerror=alert(1)>' }} onInsert={vi.fn()} onRepeat={vi.fn()} />,
    );
    expect(container.querySelector('img, b')).toBeNull();
  });
});

describe('the Out card', () => {
  const views = [
    { slug: 'telegram', names: ['Phone'] },
    { slug: 'email', names: ['Boss'] },
  ];
  const limit = { max: 4096, counted: 'markdownEscaped' };
  beforeEach(() => {
    const base = { name: '', description: '', enabled: true, icon: { paths: [], colour: '#000000' } };
    queryClient.setQueryData(
      ['target-kinds'],
      [
        { ...base, slug: 'telegram', limit },
        { ...base, slug: 'email' },
      ],
    );
  });
  const show = (outcome: Outcome, onJump = vi.fn()) =>
    renderPage(<OutCard outcome={outcome} views={views} webhookName="Shop" split onJump={onJump} />);
  const message = (text: string, warnings: { line: number; column: number }[] = []): Outcome => ({
    kind: 'message',
    live: true,
    message: text,
    rich: undefined,
    warnings,
  });

  it('shows the message as each type of target does, with its length and limit', async () => {
    await show(message('Paid: 3 euro'));
    expect(await screen.findByText('12 of 4,096 characters')).toBeTruthy();
    fireEvent.click(screen.getAllByRole('button', { pressed: false })[0] as HTMLElement);
    expect(screen.getByText('Shop: Paid: 3 euro')).toBeTruthy();
    expect(screen.getByText('12 characters')).toBeTruthy();
  });

  it('shows the parts of a long message', async () => {
    await show(message('word '.repeat(1000)));
    expect(await screen.findByText('Too long for one message: sent in 2 parts.')).toBeTruthy();
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText(/^Part 2 of 2/)).toBeTruthy();
  });

  it('warns about empty values and leads to their position', async () => {
    const onJump = vi.fn();
    await show(message('Hi ', [{ line: 1, column: 4 }]), onJump);
    expect(screen.getByText('One value is empty in this call:')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Line 1, column 4' }));
    expect(onJump).toHaveBeenCalledWith({ line: 1, column: 4 });
  });

  it('says that an empty message is not sent', async () => {
    await show(message('  '));
    expect(screen.getByText(/An empty message is not sent/)).toBeTruthy();
  });

  it('shows an error with its position, a hint and the documentation', async () => {
    const error = { text: 'Line 2, column 14: No (T2001)\nWrite &.', code: 'T2001', line: 2, column: 14 };
    const onJump = vi.fn();
    await show({ kind: 'failed', live: false, error }, onJump);
    const box = screen.getByRole('alert');
    expect(within(box).getByText('Line 2, column 14: No (T2001)')).toBeTruthy();
    expect(within(box).getByText('Write &.')).toBeTruthy();
    expect(within(box).getByRole('link').getAttribute('href')).toBe('/docs/template-reference#error-t2001');
    fireEvent.click(within(box).getByRole('button', { name: 'Show in the template' }));
    expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ line: 2, column: 14 }));
  });

  it('does not announce errors while the user types', async () => {
    const error = { text: 'Line 1, column 1: No (E1001)', code: 'E1001', line: 1, column: 1 };
    await show({ kind: 'failed', live: true, error });
    await waitFor(() => screen.getByText('Line 1, column 1: No (E1001)'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the preview was stopped', async () => {
    await show({ kind: 'trouble', trouble: 'too long' });
    expect(screen.getByText(/stopped because the template takes too long/)).toBeTruthy();
  });
});

describe('a message’s preview', () => {
  it.each([...Object.keys(looks), 'a type without a preview'])('shows the text as text for %s', (slug) => {
    const text = '<script>alert(1)</script> *Paid* & done';
    const { container } = render(<MessageLook slug={slug} shown={{ text, part: 1, parts: 1, webhookName: 'Shop' }} />);
    expect(container.querySelector('script')).toBeNull();
    expect(container.textContent).toContain('<script>alert(1)</script> *Paid* & done');
  });
});

describe('a webhook’s editor', () => {
  function Probe({ webhook, kept }: { webhook: number | undefined; kept?: string }) {
    useNewestCall(webhook, kept);
    return <p>at {useRouterState({ select: ({ location }) => location.searchStr })}</p>;
  }
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      const { pathname } = new URL(String(input), 'https://app.example');
      if (pathname === '/config.json') return json({ apiUrl: '/api', invokeUrl: 'https://in.example', version: '1' });
      asked.push(pathname);
      return json([{ id: 'newest' }, { id: 'older' }]);
    });
    session.signIn(7, tokenUntil(Date.now() + 3_600_000));
  });
  afterEach(() => session.signOut());

  it('opens with the latest call', async () => {
    await renderPage(<Probe webhook={5} />, '/editor');
    await screen.findByText('at ?inv=newest');
    expect(asked).toEqual(['/api/webhook/5/invocations']);
  });

  it('opens with the call that the draft’s input came from', async () => {
    await renderPage(<Probe webhook={5} kept="older" />, '/editor');
    await screen.findByText('at ?inv=older');
  });

  it('requests no call if no webhook is given', async () => {
    await renderPage(<Probe webhook={undefined} />, '/editor');
    await screen.findByText('at');
    expect(asked).toEqual([]);
  });
});
