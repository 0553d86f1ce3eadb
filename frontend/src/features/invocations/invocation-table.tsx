import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { dispatchesQuery } from '../../data/invocations.ts';
import { plural } from '../../lib/format.ts';
import { invocationLook } from '../../lib/status.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Invocation } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { useGrowing } from '../../ui/use-growing.ts';
import { texts } from './texts.ts';

const head = 'px-4 py-2.5 text-left text-label font-[550] text-ink-2 first:md:pl-5 last:md:pr-5';

/** The height of a row in a wide window. */
const ROW_PX = 41;

/** A call of a list; one that was searched for has the text around what was found. */
type ListedCall = Invocation & { excerpt?: string | undefined };

interface Props {
  rows: readonly ListedCall[];
  selected: string | undefined;
  /** Rows that just came. */
  fresh: ReadonlySet<string>;
  /** What was searched for; rows show where it was found. */
  wanted?: string | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** The calls, newest first; a row becomes a card of two lines on phones. The button in its first cell opens it. */
export const InvocationTable = memo(function InvocationTable({ rows, selected, fresh, wanted, onOpen }: Props) {
  const { grown, missing } = useGrowing(rows);
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
        {grown.map((row) => (
          <Row
            key={row.id}
            row={row}
            selected={row.id === selected}
            fresh={fresh.has(row.id)}
            wanted={wanted}
            onOpen={onOpen}
          />
        ))}
        {missing > 0 && <tr aria-hidden style={{ height: `${missing * ROW_PX}px` }} />}
      </tbody>
    </table>
  );
});

/** Drawn again only when its call changes: the list may be long, and a dialog opens and closes above it. */
const Row = memo(function Row({
  row,
  selected,
  fresh,
  wanted,
  onOpen,
}: Omit<Props, 'rows' | 'selected' | 'fresh'> & { row: ListedCall; selected: boolean; fresh: boolean }) {
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
      <td className="py-2 pr-2 pl-4 min-[360px]:whitespace-nowrap max-md:p-0 md:pl-5">
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
      <td
        className={clsx(
          'truncate px-4 py-2 text-ink-2 max-md:col-start-1 max-md:row-start-2 max-md:p-0',
          // What was found is not cut off where there is little room.
          wanted !== undefined && 'max-md:whitespace-normal max-md:wrap-anywhere',
        )}
      >
        {row.duplicateOf !== undefined && (
          <span className="mr-2">
            <Badge tone="idle">{texts.repeat}</Badge>
          </span>
        )}
        {row.excerpt !== undefined && wanted !== undefined ? (
          <code className="text-code">
            <Marked text={row.excerpt} wanted={wanted.trim()} />
          </code>
        ) : row.rawBody === '' ? (
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
});

/** The text with what was searched for marked, as often as it is there. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const parts: ReactNode[] = [];
  const low = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let done = 0;
  for (let at = low.indexOf(needle); at >= 0 && needle !== ''; at = low.indexOf(needle, done)) {
    const end = at + needle.length;
    parts.push(
      text.slice(done, at),
      <mark key={at} className="rounded-[3px] bg-warn-soft px-0.5 text-ink">
        {text.slice(at, end)}
      </mark>,
    );
    done = end;
  }
  return [...parts, text.slice(done)];
}
