import { Skeleton } from '../../ui/panel.tsx';

/** The webhook's page in its final geometry. */
export function WebhookSkeleton() {
  return (
    <div className="page-width pb-16 pt-7" aria-busy="true">
      <Skeleton className="mb-3 h-5 w-48" />
      <Skeleton className="mb-5 h-9 w-80 max-w-full" />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-12 w-full !rounded-panel" />
        <div className="grid gap-4 lg:grid-cols-[1.25fr_1fr]">
          <Skeleton className="h-[295px] !rounded-panel" />
          <Skeleton className="h-[295px] !rounded-panel" />
        </div>
        <Skeleton className="h-96 w-full !rounded-panel" />
      </div>
    </div>
  );
}
