import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts } from '../../frontend/src/lib/toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const summaries = (toasts: ReturnType<typeof createToasts>) => toasts.list().map(({ summary }) => summary);

describe('a toast', () => {
  it('closes itself after ten seconds', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Saved' });
    vi.advanceTimersByTime(9_999);
    expect(summaries(toasts)).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(summaries(toasts)).toEqual([]);
  });

  it('has the fields of the specification, with their defaults', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Saved' });
    expect(toasts.list()[0]).toEqual({
      id: expect.any(String),
      severity: 'info',
      summary: 'Saved',
      detail: '',
      life: 10_000,
      closable: true,
      group: undefined,
      again: undefined,
    });
  });

  it('closes sooner if it only reports a success', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Copied', severity: 'success' });
    toasts.add({ summary: 'Failed', severity: 'error' });
    vi.advanceTimersByTime(4_000);
    expect(summaries(toasts)).toEqual(['Failed']);
  });

  it('closes after its given time', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'Short', life: 500 });
    vi.advanceTimersByTime(500);
    expect(summaries(toasts)).toEqual([]);
  });

  it('stays while it is paused, and then gets its full time again', () => {
    const toasts = createToasts();
    const id = toasts.add({ summary: 'Saved' });
    vi.advanceTimersByTime(9_000);
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    toasts.restart(id);
    vi.advanceTimersByTime(9_999);
    expect(summaries(toasts)).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(summaries(toasts)).toEqual([]);
  });

  it('replaces an older one with the same id', () => {
    const toasts = createToasts();
    toasts.add({ id: 'copied', summary: 'First' });
    vi.advanceTimersByTime(9_000);
    toasts.add({ id: 'copied', summary: 'Second' });
    vi.advanceTimersByTime(9_000);
    expect(summaries(toasts)).toEqual(['Second']);
  });

  it('removes the oldest one when a sixth appears', () => {
    const toasts = createToasts();
    for (const summary of ['1', '2', '3', '4', '5', '6']) toasts.add({ summary });
    expect(summaries(toasts)).toEqual(['2', '3', '4', '5', '6']);
  });

  it('closes with its group', () => {
    const toasts = createToasts();
    toasts.add({ summary: 'A', group: 'upload' });
    toasts.add({ summary: 'B' });
    toasts.removeGroup('upload');
    expect(summaries(toasts)).toEqual(['B']);
  });
});
