import type { ReactNode } from 'react';
import { Logo } from '../src/ui/icons.tsx';
import { SchemeButton } from '../src/ui/scheme-button.tsx';

/** A page with a bar at the top, a list on the left and the chosen entry. Phones show either the list or the entry. */
export function Shell({
  title,
  lead,
  listName,
  list,
  reading,
  children,
}: {
  title: string;
  lead: string;
  listName: string;
  list: ReactNode;
  /** True if an entry is open, which replaces the list on phones. */
  reading: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex h-dvh flex-col">
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:p-2"
        onClick={() => document.getElementById('main')?.focus()}
      >
        Skip to the content
      </button>
      <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4">
        <a href="/" className="flex min-h-9 items-center gap-2.5 rounded-control text-h2 font-semibold">
          <Logo />
          Tellhook
        </a>
        <p className="min-w-0 flex-1 truncate">
          <b className="font-semibold">{title}</b> <span className="hidden text-ink-2 md:inline">{lead}</span>
        </p>
        <SchemeButton />
      </header>
      <div className="flex min-h-0 flex-1">
        <nav
          aria-label={listName}
          className={`w-full shrink-0 overflow-y-auto border-line bg-surface p-2 md:block md:w-68 md:border-r ${reading ? 'hidden' : ''}`}
        >
          {list}
        </nav>
        <main
          id="main"
          tabIndex={-1}
          className={`min-w-0 flex-1 ${reading ? '' : 'max-md:w-0 max-md:flex-none max-md:overflow-hidden'}`}
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** The styles of a link in the list. */
export const listLink =
  'flex min-h-9 min-w-0 items-center gap-2.5 rounded-control px-2 py-1 text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-ink';
