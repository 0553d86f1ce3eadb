import { startTransition, useEffect, useState } from 'react';

/** About the number of rows that fill a window. */
const ROWS = 12;
const STEP = 25;

/**
 * A long list bit by bit, for rows that take a moment to draw. At first it fills the window, then it draws the rest in
 * steps, between which a click is answered.
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
