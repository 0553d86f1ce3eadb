import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that never changes but calls the latest one, for memoised components. */
export function useStable<Given extends unknown[]>(latest: (...given: Given) => void): (...given: Given) => void {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useCallback((...given: Given) => current.current(...given), []);
}
