import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Returns a value only after the window was painted without it, so the page responds to a click before slow rendering
 * begins. Until then, returns undefined or the earlier value.
 * @param wait false to return the value immediately
 */
export function useAfterPaint<Value>(value: Value, wait: boolean): Value | undefined {
  const [painted, setPainted] = useState<Value>();
  useEffect(() => {
    if (!wait) return;
    let later: ReturnType<typeof setTimeout>;
    // A frame's callbacks run before it is painted; a timer that they start runs after it.
    const frame = requestAnimationFrame(() => {
      later = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [value, wait]);
  return wait ? painted : value;
}

/**
 * Draws its content once the window has been painted without it.
 * @param instead shown until then
 */
export const AfterPaint = ({ children, instead = null }: { children: ReactNode; instead?: ReactNode }): ReactNode =>
  useAfterPaint(true, true) ? children : instead;
