import { Skeleton } from '../ui/panel.tsx';

/** A placeholder for a page that is loading: heading, line, panel. */
export function PageSkeleton() {
  return (
    <div className="page-width pb-16 pt-7" aria-busy="true">
      <Skeleton className="mb-3 h-8 w-64 max-w-full" />
      <Skeleton className="mb-6 h-4 w-96 max-w-full" />
      <Skeleton className="h-64 w-full !rounded-panel" />
    </div>
  );
}

/** A placeholder for an item of a list: breadcrumbs, heading, two panels next to each other. */
export const DetailSkeleton = () => (
  <div className="page-width pb-16 pt-7" aria-busy="true">
    <Skeleton className="mb-3 h-5 w-48" />
    <Skeleton className="mb-5 h-9 w-80 max-w-full" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="h-96 !rounded-panel" />
      <Skeleton className="h-96 !rounded-panel" />
    </div>
  </div>
);
