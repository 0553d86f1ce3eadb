import type { ReactNode } from 'react';

/** Moves the focus to an element further down the page; visible only while focused. */
export const SkipLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(to)?.focus();
    }}
    className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-white focus:translate-y-0"
  >
    {children}
  </a>
);
