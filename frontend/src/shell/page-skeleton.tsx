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
