import { useCallback, useEffect, useRef } from 'react';

/**
 * A function that stays the same while what it does follows the latest render, so that a part which is drawn again only
 * when it is given something else can have it.
 */
export function useStable<Given extends unknown[]>(latest: (...given: Given) => void): (...given: Given) => void {
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });
  return useCallback((...given: Given) => current.current(...given), []);
}
