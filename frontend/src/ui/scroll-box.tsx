import { clsx } from 'clsx';
import type { HTMLAttributes } from 'react';

/** Scrolls oversized content. It is focusable, so the keyboard can scroll it too. */
export function ScrollBox({
  as: Box = 'div',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'pre' }) {
  return <Box tabIndex={0} className={clsx('overflow-auto', className)} {...rest} />;
}
