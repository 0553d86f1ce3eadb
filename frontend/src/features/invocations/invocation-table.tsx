import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { useTargets } from '../../data/targets.ts';
import { useGrowing } from '../../ui/use-growing.ts';
import type { MarkedTargets } from './dispatch-cells.tsx';
import { COLUMNS, InvocationRow, ROW_PX } from './invocation-row.tsx';
import type { ListedCall } from './message-cell.tsx';
import { texts } from './texts.ts';

const head = 'px-4 py-1.5 text-left text-label font-[550] text-ink-2';

interface Props {
  rows: readonly ListedCall[];
  selected: string | undefined;
  /** Rows that have just arrived. */
  fresh: ReadonlySet<string>;
  /** The search text; rows show where it was found. */
  wanted?: string | undefined;
  /** True if rows show the start of the body below the message. */
  withBody?: boolean;
  /** The target by which the list is filtered. */
  target?: number | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** The calls, newest first. On phones, a row is a card. The button in the first cell opens the call. */
export const InvocationTable = memo(function InvocationTable({
  rows,
  selected,
  fresh,
  withBody = false,
  ...rest
}: Props) {
  const { grown, missing } = useGrowing(rows);
  const marked = useMarkedTargets();
  return (
    <div className="@container">
      <table id="calls" tabIndex={-1} className="block outline-none">
        <thead className="block @max-[600px]:sr-only">
          <tr className={clsx('grid border-b border-line', COLUMNS)}>
            <th className={clsx(head, '@min-[900px]:pl-5')}>{texts.columns.date}</th>
            <th className={head}>{texts.columns.body}</th>
            <th className={head}>{texts.columns.dispatches}</th>
            <th className={head}>{texts.columns.status}</th>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line">
          {grown.map((row) => (
            <InvocationRow
              key={row.id}
              row={row}
              marked={marked}
              selected={row.id === selected}
              fresh={fresh.has(row.id)}
              withBody={withBody}
              {...rest}
            />
          ))}
          {missing > 0 && <tr aria-hidden className="block" style={{ height: `${missing * ROW_PX}px` }} />}
        </tbody>
      </table>
    </div>
  );
});

function useMarkedTargets(): MarkedTargets {
  const targets = useTargets().data;
  return useMemo(() => new Map(targets?.map((target) => [target.id, target])), [targets]);
}
