import { ChevronLeft, ChevronRight } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { buttonLook } from './button.tsx';

/** Links to the newer and the older page of a list, so each page has a URL that can be shared. */
export function Pager({ children, page, hasOlder }: { children: ReactNode; page: number; hasOlder: boolean }) {
  const look = clsx(buttonLook({ tone: 'secondary' }), 'size-8 !px-0');
  const off = (label: string, icon: ReactNode) => (
    <button type="button" disabled aria-label={label} className={look}>
      {icon}
    </button>
  );
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 text-meta text-ink-2 md:px-5"
    >
      <span>{children}</span>
      <span className="flex items-center gap-2">
        {page > 1 ? (
          <Link
            to="."
            search={(old: object) => ({ ...old, page: page === 2 ? undefined : page - 1 })}
            aria-label="Newer"
            className={look}
          >
            <ChevronLeft size={16} aria-hidden />
          </Link>
        ) : (
          off('Newer', <ChevronLeft size={16} aria-hidden />)
        )}
        <span>Page {page}</span>
        {hasOlder ? (
          <Link to="." search={(old: object) => ({ ...old, page: page + 1 })} aria-label="Older" className={look}>
            <ChevronRight size={16} aria-hidden />
          </Link>
        ) : (
          off('Older', <ChevronRight size={16} aria-hidden />)
        )}
      </span>
    </nav>
  );
}
