import { Logo } from '../ui/icons.tsx';
import { PRODUCT } from '../ui/page.tsx';
import { Skeleton } from '../ui/panel.tsx';

/** Stands where a page will be: heading, line, panel. */
export function PageSkeleton() {
  return (
    <div className="page-width pb-16 pt-7" aria-busy="true">
      <Skeleton className="mb-3 h-8 w-64 max-w-full" />
      <Skeleton className="mb-6 h-4 w-96 max-w-full" />
      <Skeleton className="h-64 w-full !rounded-panel" />
    </div>
  );
}

/** The whole window before any code ran: the bar with the product's name, and a page's place. */
export function AppSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="page-width flex h-14 items-center gap-2.5 text-h2 font-semibold tracking-[-0.01em]">
          <Logo />
          {PRODUCT}
        </div>
      </div>
      <main className="flex-1">
        <PageSkeleton />
      </main>
    </div>
  );
}
