import { Skeleton } from './panel.tsx';

/** A placeholder as high as the expected rows, so the content below doesn't move. On phones, a row has two lines. */
export const MessageListSkeleton = ({ rows }: { rows: number }) => (
  <div aria-busy="true">
    {Array.from({ length: Math.max(1, rows) }, (_, index) => `row-${index}`).map((key) => (
      <div key={key} className="h-[54px] px-4 py-3 md:h-[41px] md:px-5">
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
    ))}
  </div>
);
