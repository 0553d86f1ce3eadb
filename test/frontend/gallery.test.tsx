import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exhibits } from '../../frontend/gallery/exhibits.tsx';
import { Gallery } from '../../frontend/gallery/gallery.tsx';
import { Held } from '../../frontend/src/ui/held.tsx';

/**
 * Whatever the user interface's folder exports under a capitalised name is a part that pages can use. A late one looks
 * like the part whose code it fetches.
 */
const modules = import.meta.glob<Record<string, unknown>>('../../frontend/src/ui/*.tsx', { eager: true });
const isPart = ([name, value]: [string, unknown]) =>
  /^(?!Late)[A-Z][a-z]/.test(name) && (typeof value === 'function' || typeof value === 'object');
const parts = Object.values(modules).flatMap((module) =>
  Object.entries(module)
    .filter(isPart)
    .map(([name]) => name),
);

describe('the page of all parts', () => {
  beforeAll(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  });
  afterEach(cleanup);

  it('has every part of the user interface, and nothing else', () => {
    expect(exhibits.map(({ name }) => name).sort()).toEqual(parts.sort());
  });

  it('shows each in all its states, in light and in dark', async () => {
    render(<Gallery />);
    await waitFor(() => expect(document.querySelectorAll('h1')).not.toHaveLength(0));
    const lists = [...document.querySelectorAll('dl')];
    for (const { name, states } of exhibits) {
      const shown = lists.filter((list) => list.parentElement?.getAttribute('aria-label') === name);
      expect([name, ...shown.map(({ children }) => children.length)]).toEqual([
        name,
        ...['light', 'dark'].map(() => Object.keys(states).length),
      ]);
      for (const state of shown.flatMap(({ children }) =>
        [...children].map(({ lastElementChild }) => lastElementChild),
      ))
        expect([name, state?.childNodes.length]).not.toEqual([name, 0]);
    }
  });
});

describe('the place of what is not known yet', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.restoreAllMocks();
  });
  const held = (ready: boolean) => {
    const { container } = render(
      <Held what="notices" ready={ready}>
        Two lines
      </Held>,
    );
    return container.firstElementChild as HTMLElement;
  };

  it('is as high as it was the last time in a window of this width', () => {
    expect(held(false).style.minHeight).toBe('');
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        changed: () => void;
        constructor(changed: () => void) {
          this.changed = changed;
        }
        observe() {
          this.changed();
        }
        disconnect() {}
      },
    );
    expect(held(true).style.minHeight).toBe('');
    expect(held(false).style.minHeight).toBe('84px');
    vi.stubGlobal('innerWidth', innerWidth - 100);
    expect(held(false).style.minHeight).toBe('');
  });
});
