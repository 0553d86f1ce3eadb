import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useAfterPaint } from './use-after-paint.ts';

/** At this width or more, a list and one of its rows fit next to each other. */
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

/** A call’s place: next to its list, in a window by choice, or wherever it fits. */
export const usePlace = (): 'beside' | 'window' | 'narrow' => useSyncExternalStore(subscribe, snapshot, () => 'narrow');

/** Stores in this browser whether calls are shown in their own window. */
export function detach(wanted: boolean): void {
  if (wanted) localStorage.setItem(DETACHED_KEY, 'true');
  else localStorage.removeItem(DETACHED_KEY);
  for (const listener of listeners) listener();
}

/**
 * While a pane is open next to the page, the page is narrower by its width (`styles.css`). The change is immediate if
 * the page opens with a pane, else one frame after the click.
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
