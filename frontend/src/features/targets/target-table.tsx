import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useFailing } from '../../data/overview.ts';
import { useTargetKinds } from '../../data/targets.ts';
import { formatNumber } from '../../lib/format.ts';
import { targetLook } from '../../lib/status.ts';
import type { Target, TargetKind } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { PlainLink } from '../../ui/plain-link.tsx';
import { Time } from '../../ui/time.tsx';
import { KindTile } from '../../ui/type-tile.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { useStable } from '../../ui/use-stable.ts';
import { texts } from './texts.ts';

/** The height of a row in a wide window. */
const ROW_PX = 57;

const cell = 'px-4 py-2.5 first:md:pl-5 last:md:pr-5';

const head = `${cell} text-left text-label font-[550] text-ink-2`;

/** The list of targets. A click on a row selects and opens its target. On phones, a row is a two-line card. */
export function TargetTable({ targets }: { targets: readonly Target[] }) {
  const [selected, setSelected] = useState<number>();
  const { grown, missing } = useGrowing(targets);
  const kinds = useTargetKinds();
  const failing = useFailing();
  const navigate = useNavigate();
  const open = useStable((id: number) => {
    setSelected(id);
    void navigate({ to: '/targets/$id', params: { id } });
  });
  const { columns } = texts.list;
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          <th className={`${head} max-lg:hidden`}>{columns.id}</th>
          {/* The column is as wide as the longest kind name, because the names can load later. */}
          <th className={`${head} w-48`}>{columns.type}</th>
          <th className={head}>{columns.name}</th>
          <th className={head}>{columns.status}</th>
          <th className={`${head} !text-right whitespace-nowrap`}>{columns.dispatches}</th>
          <th className={`${head} whitespace-nowrap`}>{columns.last}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {grown.map((target) => (
          <Row
            key={target.id}
            target={target}
            kind={kinds.data?.find(({ slug }) => slug === target.targetType)}
            waiting={kinds.isPending}
            failing={failing.includes(target.id)}
            selected={selected === target.id}
            onOpen={open}
          />
        ))}
        {missing > 0 && <tr aria-hidden style={{ height: `${missing * ROW_PX}px` }} />}
      </tbody>
    </table>
  );
}

/** The row is memoised, because there can be hundreds. */
const Row = memo(function Row({
  target,
  kind,
  waiting,
  failing,
  selected,
  onOpen,
}: {
  target: Target;
  /** The target's kind; undefined if it is not offered here, or while the kinds are loading. */
  kind: TargetKind | undefined;
  waiting: boolean;
  /** True if the target currently accepts no messages. */
  failing: boolean;
  selected: boolean;
  onOpen(id: number): void;
}) {
  const id = String(target.id);
  return (
    <tr
      aria-selected={selected}
      // The button that copies the id must not open the target.
      onClick={({ target: at }) => (at as Element).closest('button') ?? onOpen(target.id)}
      className="cursor-pointer hover:bg-sunken aria-selected:bg-accent-soft max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:px-4 max-md:py-3"
    >
      <td className={`${cell} max-lg:hidden`}>
        <span title={id} className="flex items-center gap-1 font-mono text-code whitespace-nowrap text-ink-2">
          …{id.slice(-4)}
          <CopyButton text={id} label={texts.list.copyId(target.name)} detail={texts.list.idCopied(id)} small />
        </span>
      </td>
      <td className={`${cell} max-md:row-span-2 max-md:p-0`}>
        <span className="flex items-center gap-2.5">
          <KindTile kind={kind} waiting={waiting} />
          <span className="whitespace-nowrap text-ink-2 max-lg:sr-only">
            {kind?.name ?? (waiting ? ' ' : target.targetType)}
          </span>
        </span>
      </td>
      <td className={`${cell} min-w-0 max-md:p-0 md:w-full md:max-w-0`}>
        <PlainLink
          href={`/targets/${target.id}`}
          className="flex min-h-6 min-w-0 items-center font-semibold hover:text-accent-text hover:underline"
        >
          <span className="truncate">{target.name}</span>
        </PlainLink>
      </td>
      <td className={`${cell} max-md:p-0`}>
        <Status look={targetLook(target, failing)} hint={target.statusReason} />
      </td>
      <td
        className={`${cell} text-right max-md:col-start-2 max-md:row-start-2 max-md:p-0 max-md:text-left max-md:text-meta max-md:text-ink-2`}
      >
        {formatNumber(target.numberOfDispatches)}
        <span className="md:hidden"> {target.numberOfDispatches === 1 ? 'dispatch' : 'dispatches'}</span>
      </td>
      <td className={`${cell} max-md:hidden whitespace-nowrap`}>
        <Time date={target.lastDispatchAt} />
      </td>
    </tr>
  );
});

export const TableSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-3 p-5">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-9 w-full" />
    ))}
  </div>
);
