import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReserveHeight } from '../../frontend/src/ui/reserve-height.tsx';

describe('the place of what is not known yet', () => {
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
