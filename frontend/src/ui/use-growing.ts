import { startTransition, useEffect, useState } from 'react';

/** Roughly the number of rows that fill a window. */
const ROWS = 12;
const STEP = 25;

/**
 * A long list in steps, for rows that are slow to draw. First it fills the window, then it draws the remaining rows in
 * steps, so clicks are answered in between.
 * @param first rows that fill a window
 * @returns the drawn items, and the number of missing ones, whose space is kept: a way back leads to the old place
 */
export function useGrowing<Item>(items: readonly Item[], first = ROWS): { grown: readonly Item[]; missing: number } {
  const [shown, setShown] = useState(first);
  const complete = shown >= items.length;
  useEffect(() => {
    if (complete) return;
    const later = setTimeout(() => startTransition(() => setShown(shown + STEP)), 50);
    return () => clearTimeout(later);
  }, [shown, complete]);
  return { grown: complete ? items : items.slice(0, shown), missing: Math.max(0, items.length - shown) };
}
