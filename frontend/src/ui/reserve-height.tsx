import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** The storage key for a place's size, stored as the window's width and the content's height in pixels: `1280x200`. */
const keyOf = (what: string) => `height-${what}`;

/**
 * Reserves space for content that is still loading: its last height in a window of the same width. So nothing below
 * moves when the content arrives. If the loaded content is empty, the box takes no space.
 * @param what the name of the place
 * @param waiting shown until the content is ready
 * @param as `span` inside a heading, where a `div` is invalid
 */
export function ReserveHeight({
  what,
  ready,
  as: Box = 'div',
  className = '',
  waiting,
  children,
}: {
  what: string;
  ready: boolean;
  as?: 'div' | 'span';
  className?: string;
  waiting?: ReactNode;
  children?: ReactNode;
}) {
  const box = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (!ready) {
      const [width = 0, height = 0] = (localStorage.getItem(keyOf(what)) ?? '').split('x').map(Number);
      if (width !== innerWidth || !(height > 0)) return;
      // Set the height in code, because the content security policy forbids style attributes.
      element.style.minHeight = `${height}px`;
      element.style.display = 'block';
      return;
    }
    element.style.minHeight = '';
    element.style.display = '';
    const record = () => localStorage.setItem(keyOf(what), `${innerWidth}x${element.offsetHeight}`);
    const observer = new ResizeObserver(record);
    observer.observe(element);
    return () => observer.disconnect();
  }, [what, ready]);
  return (
    <Box
      ref={(element: HTMLElement | null) => {
        box.current = element;
      }}
      className={`empty:hidden ${className}`}
    >
      {ready ? children : waiting}
    </Box>
  );
}
