import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * A value, once the window has been painted without it: so a click is answered before slow drawing begins. Until then
 * it is undefined, or its earlier value.
 * @param wait false = it is drawn quickly and there immediately
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
 * @param instead keeps its place until then
 */
export const AfterPaint = ({ children, instead = null }: { children: ReactNode; instead?: ReactNode }): ReactNode =>
  useAfterPaint(true, true) ? children : instead;
