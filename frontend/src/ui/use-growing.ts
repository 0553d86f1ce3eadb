import { startTransition, useEffect, useState } from 'react';

/** Roughly the number of rows that fill a window. */
const ROWS = 12;
const STEP = 25;

/**
 * Renders a long list in steps, for rows that are slow to render. The first step fills the window. The page responds to
 * clicks between steps.
 * @param first the number of rows that fill a window
 * @returns the items to render, and the number of missing ones. Reserve their space, so going back restores the scroll
 * position
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
