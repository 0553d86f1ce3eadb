import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const look = 'block min-w-0 flex-1 rounded-control px-2.5 py-1.5 hover:bg-sunken';

/**
 * A station on a call's way: its name and its settings in a few words. A click opens the settings.
 * @param search the search part of the address then; undefined = the station's own page, given as `to`
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
  /** The webhook whose template opens instead. */
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
