import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts } from '../../frontend/src/lib/toasts.ts';
import { ToastsView } from '../../frontend/src/ui/toasts-view.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const box = (text: string) => screen.getByText(text).closest('[data-type]')?.closest('[role]') as HTMLElement;

describe('the toast area', () => {
  it('shows toasts that were added before and after it appeared', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Before', detail: 'one' });
    render(<ToastsView toasts={toasts} />);
    act(() => void toasts.add({ summary: 'After', detail: 'two' }));
    expect(screen.getByText('Before')).toBeTruthy();
    expect(screen.getByText('After')).toBeTruthy();
  });

  it('keeps a toast under the pointer, and restarts its time when the pointer leaves', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Saved', detail: 'Target saved successfully' });
    render(<ToastsView toasts={toasts} />);
    advance(9_000);
    fireEvent.pointerEnter(box('Saved'));
    advance(30_000);
    expect(toasts.list()).toHaveLength(1);
    fireEvent.pointerLeave(box('Saved'));
    advance(9_999);
    expect(toasts.list()).toHaveLength(1);
    advance(1);
    expect(toasts.list()).toHaveLength(0);
  });

  it('repeats a failed action on request, and removes the toast', () => {
    const toasts = createToasts();
    const again = vi.fn();
    toasts.add({ severity: 'error', summary: 'Not switched on', again });
    toasts.add({ severity: 'error', summary: 'Not sent' });
    render(<ToastsView toasts={toasts} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(again).toHaveBeenCalledOnce();
    expect(toasts.list()).toMatchObject([{ summary: 'Not sent' }]);
  });

  it('removes a toast with its close button', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Saved' });
    render(<ToastsView toasts={toasts} />);
    fireEvent.click(screen.getByLabelText('Close'));
    expect(toasts.list()).toHaveLength(0);
  });

  it('is emptied by Escape, unless a dialog is open or a toast must stay', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Saved' });
    toasts.add({ summary: 'Working', closable: false });
    render(<ToastsView toasts={toasts} />);
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(toasts.list()).toHaveLength(2);
    dialog.remove();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(toasts.list()).toMatchObject([{ summary: 'Working' }]);
  });

  it('removes a success on a click anywhere else, and keeps an error', () => {
    const toasts = createToasts();
    toasts.add({ severity: 'error', summary: 'Not saved' });
    toasts.add({ severity: 'success', summary: 'Copied' });
    render(<ToastsView toasts={toasts} />);
    fireEvent.pointerDown(screen.getByText('Copied'));
    expect(toasts.list()).toHaveLength(2);
    fireEvent.pointerDown(document.body);
    expect(toasts.list()).toMatchObject([{ summary: 'Not saved' }]);
  });

  it('has no close button for a toast that must stay', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Working', closable: false });
    render(<ToastsView toasts={toasts} />);
    expect(screen.queryByLabelText('Close')).toBeNull();
  });

  it('announces an error immediately, and hides no part of it', () => {
    const toasts = createToasts();
    toasts.add({ severity: 'error', summary: 'Error', detail: 'Not today' });
    toasts.add({ summary: 'Saved' });
    render(<ToastsView toasts={toasts} />);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['ErrorNot today']);
    expect(screen.getAllByLabelText('Close').filter((close) => close.closest('[aria-hidden="true"]'))).toEqual([]);
  });

  it('is a polite live region', () => {
    render(<ToastsView toasts={createToasts()} />);
    const region = screen.getByRole('region', { name: 'Notifications' });
    expect(region.getAttribute('aria-live')).toBe('polite');
  });
});
