import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useAfterPaint } from './use-after-paint.ts';

/** From this width, a list and one opened call fit next to each other. */
const WIDE = '(min-width: 1200px)';
const DETACHED_KEY = 'call-detached';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    wide.removeEventListener('change', listener);
    listeners.delete(listener);
  };
};
const isDetached = () => localStorage.getItem(DETACHED_KEY) === 'true';
const snapshot = () => (matchMedia(WIDE).matches ? (isDetached() ? 'window' : 'beside') : 'narrow');

/** An opened call's place: next to its list, in a window by choice, or `narrow` if the two do not fit. */
export const usePlace = (): 'beside' | 'window' | 'narrow' => useSyncExternalStore(subscribe, snapshot, () => 'narrow');

/** Stores in this browser if calls are shown in a separate window. */
export function detach(wanted: boolean): void {
  if (wanted) localStorage.setItem(DETACHED_KEY, 'true');
  else localStorage.removeItem(DETACHED_KEY);
  for (const listener of listeners) listener();
}

/**
 * Makes the page narrower while a pane is open next to it (`styles.css`). The change is immediate if the page opens
 * with a pane, otherwise one frame after the click.
 */
export function useSidePanel(taken: boolean): void {
  const beside = usePlace() === 'beside' && taken;
  const [atFirst] = useState(beside);
  const made = useAfterPaint(beside, true) ?? atFirst;
  useLayoutEffect(() => {
    if (!made) return;
    document.documentElement.dataset.beside = '';
    return () => {
      delete document.documentElement.dataset.beside;
    };
  }, [made]);
}
