import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** A white box with a border; `title` makes it a named region. */
export function Panel({
  title,
  aside,
  children,
  padded = true,
  className,
  tone,
  headingId,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  padded?: boolean;
  className?: string;
  tone?: 'danger';
  headingId?: string;
}) {
  return (
    <section
      aria-labelledby={headingId}
      className={clsx(
        'min-w-0 rounded-panel border bg-surface shadow-panel',
        tone === 'danger' ? 'border-err-fill' : 'border-line',
        className,
      )}
    >
      {title !== undefined && (
        <div
          className={clsx(
            'flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5',
            !padded && 'border-b border-line',
          )}
        >
          <h2 id={headingId} className="text-h2 font-semibold">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children !== undefined && (
        <div className={clsx(padded && 'px-4 pb-5 md:px-5', padded && title === undefined && 'pt-5')}>{children}</div>
      )}
    </section>
  );
}

const noticeTones = {
  info: 'bg-accent-soft text-ink [&>svg]:text-accent-text',
  warn: 'bg-warn-soft text-ink [&>svg]:text-warn',
  error: 'bg-err-soft text-err',
  ok: 'bg-ok-soft text-ink [&>svg]:text-ok',
} as const;

/** An important sentence with an icon; errors are announced immediately. */
export function Notice({
  tone = 'info',
  icon,
  children,
  className,
}: {
  tone?: keyof typeof noticeTones;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={clsx(
        'flex items-start gap-3 rounded-panel px-4 py-3 text-body forced-colors:border [&>svg]:mt-0.5 [&>svg]:shrink-0',
        noticeTones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}

/** The content of an empty list: a sentence, and the next step. */
export function EmptyState({
  title,
  text,
  icon,
  children,
}: {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      {icon && <div className="grid size-11 place-items-center rounded-full bg-sunken text-ink-2">{icon}</div>}
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-md text-meta text-ink-2">{text}</p>}
      {children}
    </div>
  );
}

/** An error with a retry in place of a list that could not be loaded, because its toast disappears. */
export function FailedLoad({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center text-ink-2">
      <p>{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** A grey block with the final size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('skeleton', className)} />;
}
