import { Skeleton } from '../../ui/panel.tsx';

/** The webhook's page in its final geometry. */
export function WebhookSkeleton() {
  return (
    <div className="page-width pb-16 pt-7" aria-busy="true">
      <Skeleton className="mb-3 h-5 w-48" />
      <Skeleton className="mb-5 h-9 w-80 max-w-full" />
      <WebhookBodySkeleton />
    </div>
  );
}

/** The skeleton below the heading: address and numbers, details, calls. */
export const WebhookBodySkeleton = () => (
  <div className="flex flex-col gap-4 max-sm:gap-3" aria-busy="true">
    <div className="grid gap-4 max-sm:gap-3 lg:grid-cols-2">
      <Box className="h-[135px] overflow-hidden max-md:h-12" lines={3} />
      <Box className="h-[135px] overflow-hidden max-sm:h-28" lines={3} />
    </div>
    <Box className="h-[52px] max-md:h-[46px]" lines={0} />
    <CallsSkeleton />
  </div>
);

/** The place of the calls. */
export const CallsSkeleton = () => <Box className="h-96" lines={6} />;

/** A panel whose title and lines are on their way. */
const Box = ({ className, lines }: { className: string; lines: number }) => (
  <div className={`flex flex-col gap-5 rounded-panel border border-line bg-surface p-5 shadow-panel ${className}`}>
    {Array.from({ length: lines }, (_, index) => `line-${index}`).map((key) => (
      <Skeleton key={key} className="h-4 w-3/4 shrink-0 first:w-28" />
    ))}
  </div>
);
