import { Skeleton } from '../../ui/panel.tsx';

/** The webhook page's placeholder, with the same layout. */
export function WebhookSkeleton() {
  return (
    <div className="page-width pt-3 pb-16" aria-busy="true">
      <Skeleton className="mb-3 h-9 w-80 max-w-full" />
      <WebhookBodySkeleton />
    </div>
  );
}

/** The skeleton below the heading: a call's path and the calls. */
export const WebhookBodySkeleton = () => (
  <div className="flex flex-col gap-2.5" aria-busy="true">
    <Box className="h-16 overflow-hidden" lines={1} />
    <CallsSkeleton />
  </div>
);

/** The placeholder for the calls. */
export const CallsSkeleton = () => <Box className="h-96" lines={6} />;

/** A panel whose title and lines are loading. */
const Box = ({ className, lines }: { className: string; lines: number }) => (
  <div className={`flex flex-col gap-5 rounded-panel border border-line bg-surface p-5 shadow-panel ${className}`}>
    {Array.from({ length: lines }, (_, index) => `line-${index}`).map((key) => (
      <Skeleton key={key} className="h-4 w-3/4 shrink-0 first:w-28" />
    ))}
  </div>
);
