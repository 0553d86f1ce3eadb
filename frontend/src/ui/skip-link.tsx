import type { ReactNode } from 'react';

/** Leads the keyboard past what stands before an element, which can take the focus; in sight only while it has it. */
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
