import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Width and height in pixels. They are not secret, so they can be stored. */
const keyOf = (what: string) => `height-${what}`;

/**
 * Reserves the space of content that is still loading, with its last height in a window of the same width. So nothing
 * below it moves when it arrives. Without content it takes no space.
 * @param what names the place
 * @param waiting shown in the meantime
 * @param as a span inside a heading, which takes no box
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
      // Set through the object model, which the content security policy allows, unlike a style attribute.
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
