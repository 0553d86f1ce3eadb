import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReserveHeight } from '../../frontend/src/ui/reserve-height.tsx';

describe('the placeholder for content that is loading', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.restoreAllMocks();
  });
  const held = (ready: boolean) => {
    const { container } = render(
      <ReserveHeight what="notices" ready={ready}>
        Two lines
      </ReserveHeight>,
    );
    return container.firstElementChild as HTMLElement;
  };

  it('is as high as the content was last time at this window width', () => {
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
