import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { dispatchesQuery } from '../../data/invocations.ts';
import { plural } from '../../lib/format.ts';
import { invocationLook } from '../../lib/status.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Invocation } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const head = 'px-4 py-2.5 text-left text-label font-[550] text-ink-2 first:md:pl-5 last:md:pr-5';

interface Props {
  rows: readonly Invocation[];
  selected: string | undefined;
  /** Rows that just came. */
  fresh: ReadonlySet<string>;
  onOpen(id: string, opener: HTMLElement): void;
}

/** The calls, newest first; a row becomes a card of two lines on phones. The button in its first cell opens it. */
export function InvocationTable({ rows, selected, fresh, onOpen }: Props) {
  return (
    <table className="w-full table-fixed border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line">
          <th className={clsx(head, 'w-60')}>{texts.columns.date}</th>
          <th className={head}>{texts.columns.body}</th>
          <th className={clsx(head, 'w-28 !text-right')}>{texts.columns.dispatches}</th>
          <th className={clsx(head, 'w-44')}>{texts.columns.status}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {rows.map((row) => (
          <Row key={row.id} row={row} selected={row.id === selected} fresh={fresh.has(row.id)} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  row,
  selected,
  fresh,
  onOpen,
}: Omit<Props, 'rows' | 'selected' | 'fresh'> & { row: Invocation; selected: boolean; fresh: boolean }) {
  const queryClient = useQueryClient();
  const now = useNow();
  const prefetch = () => void queryClient.prefetchQuery(dispatchesQuery(row.id));
  const date = formatDateTime(row.invokedAt, now);
  const buttonId = `open-${row.id}`;
  return (
    <tr
      aria-selected={selected}
      onClick={() => onOpen(row.id, document.getElementById(buttonId) as HTMLElement)}
      onPointerEnter={prefetch}
      className={clsx(
        'cursor-pointer hover:bg-sunken aria-selected:bg-accent-soft max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3',
        fresh && 'row-new',
      )}
    >
      <td className="py-2 pr-2 pl-4 whitespace-nowrap max-md:p-0 md:pl-5">
        <button
          type="button"
          id={buttonId}
          aria-haspopup="dialog"
          aria-label={texts.open(date)}
          onFocus={prefetch}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.id, event.currentTarget);
          }}
          className="min-h-6 rounded-[4px] hover:underline"
        >
          {date}
        </button>
        <span className="ml-2 text-meta text-ink-2">
          <Ago date={row.invokedAt} />
        </span>
      </td>
      <td className="truncate px-4 py-2 text-ink-2 max-md:col-start-1 max-md:row-start-2 max-md:p-0">
        {row.rawBody === '' ? (
          <i>{texts.noContent}</i>
        ) : (
          <code className="text-code">
            {row.rawBodyEncoding === 'base64' ? `Base64 ${row.rawBody}` : row.rawBody.slice(0, 300)}
          </code>
        )}
      </td>
      <td className="px-4 py-2 text-right max-md:col-start-2 max-md:row-start-2 max-md:p-0 max-md:text-meta max-md:text-ink-2">
        <span className="md:hidden">{plural(row.numDispatches, 'dispatch', 'dispatches')}</span>
        <span className="max-md:hidden">{row.numDispatches}</span>
      </td>
      <td className="px-4 py-2 max-md:col-start-2 max-md:row-start-1 max-md:p-0 max-md:text-right md:pr-5">
        <Status look={invocationLook(row.status)} />
      </td>
    </tr>
  );
}
