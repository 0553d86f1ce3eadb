import { Skeleton } from '../../ui/panel.tsx';

/** Rows in their final height while a panel loads. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className="flex h-[77px] flex-col justify-center gap-3 px-4 md:px-5">
          <Skeleton className="h-4 w-44 max-w-full" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
