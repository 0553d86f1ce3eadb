import { useCallback, useEffect, useRef } from 'react';

/**
 * A function with a stable identity and the effect of the latest render. A part that is redrawn only for new props can
 * use it.
 */
export function useStable<Given extends unknown[]>(latest: (...given: Given) => void): (...given: Given) => void {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useCallback((...given: Given) => current.current(...given), []);
}
