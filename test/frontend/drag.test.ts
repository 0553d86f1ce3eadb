import { describe, expect, it } from 'vitest';
import { clampOffset } from '../../frontend/src/ui/use-drag.ts';

const bounds = { left: 260, top: 100, width: 760, viewportWidth: 1280, viewportHeight: 860 };

describe('dragging a dialog', () => {
  it('follows the pointer', () => expect(clampOffset({ x: 120, y: -40 }, bounds)).toEqual({ x: 120, y: -40 }));
  it('never moves its header above the window', () => expect(clampOffset({ x: 0, y: -500 }, bounds).y).toBe(-100));
  it('leaves a part in view at each side', () => {
    expect(clampOffset({ x: 5_000, y: 0 }, bounds).x).toBe(1280 - 64 - 260);
    expect(clampOffset({ x: -5_000, y: 0 }, bounds).x).toBe(64 - 260 - 760);
    expect(clampOffset({ x: 0, y: 5_000 }, bounds).y).toBe(860 - 64 - 100);
  });
});
