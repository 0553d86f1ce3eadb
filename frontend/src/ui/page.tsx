import { ChevronRight } from 'virtual:icons';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

export const PRODUCT = 'Tellhook';

/** Sets the document's title to "Page - Product". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} - ${PRODUCT}`;
  }, [title]);
}

const widths = { full: 'max-w-[1200px]', form: 'max-w-[720px]', auth: 'max-w-[420px]' } as const;

/** The frame of a page: document title, heading, actions, content width. */
export function Page({
  title,
  heading = title,
  intro,
  badge,
  actions,
  crumbs,
  width = 'full',
  dense = false,
  children,
}: {
  title: string;
  heading?: ReactNode;
  intro?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  crumbs?: ReactNode;
  width?: keyof typeof widths;
  /** True if margins are small, so the main content begins in the first third of the window. */
  dense?: boolean;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={`page-width pb-16 ${dense ? 'pt-2 md:pt-3' : 'pt-7'}`}>
      <div className={`mx-auto w-full ${widths[width]}`}>
        {crumbs}
        <div
          className={`flex items-center justify-between gap-x-4 gap-y-3 ${dense ? 'mb-1.5 md:mb-2.5' : 'mb-5 flex-wrap'}`}
        >
          <div className={`min-w-0 max-w-full ${intro ? 'flex-[1_1_18rem]' : ''}`}>
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
              <h1
                className={`min-w-0 text-h1 font-semibold tracking-[-0.015em] wrap-anywhere ${dense ? '' : 'md:text-h1-wide'}`}
              >
                {heading}
              </h1>
              {badge}
            </div>
            {intro && <div className="mt-1 text-pretty text-ink-2">{intro}</div>}
          </div>
          {actions && <div className={`flex items-center gap-2 ${dense ? 'shrink-0' : 'flex-wrap'}`}>{actions}</div>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** The breadcrumbs: Webhooks › Deploys */
export function Crumbs({
  to,
  parent,
  here,
}: {
  to: '/webhooks' | '/targets' | '/senders';
  parent: string;
  here: string;
}) {
  return (
    <nav aria-label="Breadcrumb" className="mb-2 flex min-w-0 items-center gap-1.5 text-meta">
      <Link to={to} className="inline-flex min-h-6 items-center font-medium text-accent-text hover:underline">
        {parent}
      </Link>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
      <span aria-current="page" className="truncate text-ink-2">
        {here}
      </span>
    </nav>
  );
}
