import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo } from 'react';
import { dispatchesQuery } from '../../data/invocations.ts';
import { byPlace } from '../../data/targets.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Ago, useNow } from '../../ui/time.tsx';
import { DispatchesCell, type MarkedTargets, StatusCell } from './dispatch-cells.tsx';
import { atTargets } from './dispatch-rules.ts';
import { type ListedCall, MessageCell } from './message-cell.tsx';
import { texts } from './texts.ts';

interface Props {
  row: ListedCall;
  marked: MarkedTargets;
  selected: boolean;
  fresh: boolean;
  /** The search text; rows show where it was found. */
  wanted?: string | undefined;
  /** True if rows show the start of the body below the message. */
  withBody: boolean;
  /** The target by which the list is filtered; rows show the status of its message. */
  target?: number | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** Height of a row in a wide window, including its border; doubled if the body is shown below the message. */
export const ROW_PX = 36;

/** The columns of rows and header, also next to an open call. On phones, a row is a two-line card. */
export const COLUMNS =
  '@min-[600px]:grid-cols-[7.5rem_minmax(0,1fr)_8rem_9.5rem] @min-[900px]:grid-cols-[13rem_minmax(0,1fr)_11.5rem_9.5rem]';

/**
 * Skips layout and painting of rows out of sight, because opening a call next to the list resizes hundreds of them.
 * Browsers cannot skip table rows, so rows are grids.
 */
const ONLY_IN_SIGHT =
  '[content-visibility:auto] [contain-intrinsic-size:auto_36px] @max-[600px]:[contain-intrinsic-size:auto_80px]';

/** The row is memoised, because the list can be long and dialogs open above it. */
export const InvocationRow = memo(function InvocationRow({
  row,
  marked,
  selected,
  fresh,
  wanted,
  withBody,
  target,
  onOpen,
}: Props) {
  const queryClient = useQueryClient();
  const now = useNow();
  const prefetch = () => void queryClient.prefetchQuery(dispatchesQuery(row.id));
  const date = formatDateTime(row.invokedAt, now);
  const buttonId = `open-${row.id}`;
  const compare = byPlace([...marked.keys()]);
  const states = atTargets(row.dispatches, (id) => marked.get(id)?.status).toSorted((one, other) =>
    compare(one.targetId, other.targetId),
  );
  return (
    <tr
      aria-selected={selected}
      onClick={() => onOpen(row.id, document.getElementById(buttonId) as HTMLElement)}
      onPointerEnter={prefetch}
      className={clsx(
        'grid cursor-pointer items-center hover:bg-sunken aria-selected:bg-accent-soft @max-[600px]:grid-cols-[minmax(0,1fr)_auto_auto] @max-[600px]:gap-x-3 @max-[600px]:px-4 @max-[600px]:py-2 @min-[600px]:min-h-9',
        COLUMNS,
        ONLY_IN_SIGHT,
        fresh && 'row-new',
      )}
    >
      <td className="flex items-baseline gap-x-2 pr-2 @max-[600px]:row-start-2 @max-[600px]:text-meta @min-[600px]:pl-4 @min-[900px]:pl-5">
        <button
          type="button"
          id={buttonId}
          aria-haspopup="dialog"
          aria-label={texts.open(row.message, date)}
          onFocus={prefetch}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.id, event.currentTarget);
          }}
          className="min-h-6 rounded-[4px] text-left whitespace-nowrap hover:underline"
        >
          {date}
        </button>
        <span className="text-meta text-ink-3 @max-[900px]:hidden">
          <Ago date={row.invokedAt} />
        </span>
      </td>
      <td className="min-w-0 @max-[600px]:col-span-3 @max-[600px]:row-start-1 @min-[600px]:pl-4">
        <MessageCell row={row} wanted={wanted} withBody={withBody} />
      </td>
      <td className="@min-[600px]:pl-4">
        <DispatchesCell row={row} states={states} marked={marked} now={now} />
      </td>
      <td className="min-w-0 @max-[600px]:text-right @min-[600px]:pr-2 @min-[600px]:pl-4">
        <StatusCell row={row} states={states} target={target} now={now} />
      </td>
    </tr>
  );
});
