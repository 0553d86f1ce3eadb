import { useSyncExternalStore } from 'react';

/** Below this width pages have one column, with the main content first (`lg` of the style sheet). */
const WIDE = '(min-width: 64rem)';

const subscribe = (listener: () => void) => {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/**
 * True if the window is as narrow as a phone or an upright tablet. Use it only for parts that move in the document; the
 * style sheet does the rest.
 */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !matchMedia(WIDE).matches,
    () => false,
  );
