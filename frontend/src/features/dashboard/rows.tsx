import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

/** Number of rows shown until the user asks for all of them. */
export const FEW = 5;

/** The button that shows all rows of a panel. */
export const ShowAll = ({ count, onPress }: { count: number; onPress(): void }) => (
  <div className="border-t border-line px-2 py-1.5">
    <Button tone="link" size="small" onClick={onPress}>
      {texts.all(formatNumber(count))}
    </Button>
  </div>
);

/** Placeholder rows in their final height while a panel loads. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className="flex h-[77px] flex-col justify-center gap-3 px-4 md:px-5">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
