import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const look = 'block min-w-0 flex-1 rounded-control px-2.5 py-1.5 hover:bg-sunken';

/**
 * A step in a call's processing, with its name and a summary of its settings. A click opens the settings.
 * @param search the search parameters that open the settings; not used with `editor`
 */
export function FlowBox({
  label,
  title,
  text,
  warns = false,
  search,
  editor,
  children,
}: {
  /** Extra text for screen readers, before the visible text. */
  label: string;
  title: string;
  text: ReactNode;
  /** True if a setting is missing. */
  warns?: boolean;
  search?: object;
  /** The webhook's id, if its template opens instead. */
  editor?: number;
  children?: ReactNode;
}) {
  const words = (
    <>
      <span className="sr-only">{label}: </span>
      <span className="block truncate font-semibold" title={title}>
        {title}
      </span>
      <span className={clsx('block truncate text-meta', warns ? 'text-warn' : 'text-ink-2')}>{text}</span>
    </>
  );
  return (
    <div className="flex min-w-0 items-center gap-2">
      {editor === undefined ? (
        <Link to="." search={(old: object) => ({ ...old, ...search })} resetScroll={false} className={look}>
          {words}
        </Link>
      ) : (
        <Link to="/editor" search={{ webhook: editor }} className={look}>
          {words}
        </Link>
      )}
      {children}
    </div>
  );
}
