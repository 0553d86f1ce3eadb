import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** A box of the editor: a heading with tools, and a body that fills the remaining space. */
export function Card({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface shadow-panel',
        className,
      )}
    >
      <div className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b border-line py-1.5 pr-2 pl-4">
        <h2 id={id} className="text-h2 font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
