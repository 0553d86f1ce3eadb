import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { useTargetKinds, useTargets } from '../../data/targets.ts';
import { useGrowing } from '../../ui/use-growing.ts';
import { COLUMNS, InvocationRow, type ListedCall, type MarkedTargets, ROW_PX } from './invocation-row.tsx';
import { texts } from './texts.ts';

const head = 'px-4 py-2.5 text-left text-label font-[550] text-ink-2';

interface Props {
  rows: readonly ListedCall[];
  selected: string | undefined;
  /** Rows that just came. */
  fresh: ReadonlySet<string>;
  /** The searched text; rows show where it was found. */
  wanted?: string | undefined;
  /** The target whose messages are looked at. */
  target?: number | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** The calls, newest first; a row becomes a card on phones. The button in its first cell opens it. */
export const InvocationTable = memo(function InvocationTable({ rows, selected, fresh, ...rest }: Props) {
  const { grown, missing } = useGrowing(rows);
  const marked = useMarkedTargets();
  return (
    <div className="@container">
      <table className="block">
        <thead className="block @max-[600px]:sr-only">
          <tr className={clsx('grid border-b border-line', COLUMNS)}>
            <th className={clsx(head, 'pl-5')}>{texts.columns.date}</th>
            <th className={head}>{texts.columns.body}</th>
            <th className={head}>{texts.columns.dispatches}</th>
            <th className={clsx(head, 'pr-5')}>{texts.columns.status}</th>
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
  const { data: kinds, isPending: waiting } = useTargetKinds();
  return useMemo(() => {
    const pathsOf = new Map(kinds?.map(({ slug, icon }) => [slug, icon.paths]));
    const byId = new Map(targets?.map(({ id, name, targetType }) => [id, { name, paths: pathsOf.get(targetType) }]));
    return { byId, waiting };
  }, [targets, kinds, waiting]);
}
