import { Skeleton } from '../../ui/panel.tsx';

/** The placeholder while an editor's code loads. */
export function CodeSkeleton() {
  return (
    <div className="flex flex-1 flex-col gap-2.5 p-4">
      <Skeleton className="h-3.5 w-2/3" />
      <Skeleton className="h-3.5 w-1/2" />
      <Skeleton className="h-3.5 w-3/5" />
    </div>
  );
}
