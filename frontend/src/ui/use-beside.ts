import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useAfterPaint } from './use-after-paint.ts';

/** From this width on there is room for a list and, beside it, what one of its rows is about. */
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

/** Where a call is shown: beside its list, in a window although there is room beside it, or in the only way there is. */
export const usePlace = (): 'beside' | 'window' | 'narrow' => useSyncExternalStore(subscribe, snapshot, () => 'narrow');

/** Remembers in this browser whether calls are shown in a window of their own. */
export function detach(wanted: boolean): void {
  if (wanted) localStorage.setItem(DETACHED_KEY, 'true');
  else localStorage.removeItem(DETACHED_KEY);
  for (const listener of listeners) listener();
}

/**
 * While something stands beside the page, the page is as much narrower (`styles.css`): at once where it opens so, and else
 * after the picture that answers the press.
 */
export function useRoomBeside(taken: boolean): void {
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
