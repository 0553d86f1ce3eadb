import { useMemo } from 'react';
import { useInvocation } from '../../data/invocations.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Invocation } from '../../lib/wire.ts';
import { FailedLoad, Skeleton } from '../../ui/panel.tsx';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { isLarge, type Json, parseJson } from './body.ts';
import { beginningOf, type Change, changesBetween } from './changes.ts';
import { texts } from './texts.ts';

/** The differences from the previous call, field by field. */
export function ChangesTab({
  invocation,
  previous,
}: {
  invocation: Invocation;
  /** The call to compare with. If it has no id, there is nothing to compare. */
  previous: { id?: string | undefined; message?: Invocation['message'] };
}) {
  const loaded = useInvocation(previous.id);
  const before = loaded.data?.rawBody;
  // Comparing a large body takes a moment, so the tab reacts to the click first.
  const old = useAfterPaint(before, isLarge(invocation.rawBody) || (before !== undefined && isLarge(before)));
  const changes = useMemo(() => changesOf(old, invocation.rawBody), [old, invocation.rawBody]);
  if (previous.id === undefined) return <p className="text-ink-2">{texts.details.noPrevious}</p>;
  if (loaded.isError) return <FailedLoad text={texts.details.failed} onRetry={() => void loaded.refetch()} />;
  if (loaded.data === undefined || old === undefined) return <Skeleton className="h-24 w-full" />;
  if (changes === undefined) return <p className="text-ink-2">{texts.details.notJson}</p>;
  if (changes.length === 0) return <p className="text-ink-2">{texts.details.same}</p>;
  return (
    <>
      <p className="mb-3 text-meta text-ink-2">
        {texts.details.comparedWith(
          [previous.message?.sender, previous.message?.event].filter(Boolean).join(' '),
          formatDateTime(loaded.data.invokedAt),
        )}
      </p>
      <Changes changes={changes} />
    </>
  );
}

/** A row per field; on phones, the values are below its name. */
function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <table className="w-full table-fixed text-code max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="text-left text-label text-ink-2">
          <th className="py-1.5 pr-3 font-[550]">{texts.details.path}</th>
          <th className="py-1.5 pr-3 font-[550]">{texts.details.before}</th>
          <th className="py-1.5 font-[550]">{texts.details.after}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {changes.map((change) => (
          <tr key={change.path} className="align-top font-mono wrap-anywhere max-sm:block max-sm:py-2">
            <td className="py-1.5 pr-3 text-ink-2 max-sm:block max-sm:py-0.5">{change.path}</td>
            <td className="py-1.5 pr-3 max-sm:block max-sm:py-0.5">
              <Label>{texts.details.before}</Label>
              <Value value={change.before} mark="bg-err-soft text-err" />
            </td>
            <td className="py-1.5 max-sm:block max-sm:py-0.5">
              <Label>{texts.details.after}</Label>
              <Value value={change.after} mark="bg-ok-soft text-ok" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Compares two bodies field by field. Returns undefined if that is not possible. */
function changesOf(old: string | undefined, now: string): Change[] | undefined {
  if (old === undefined || old === now) return [];
  const before = parseJson(old);
  const after = parseJson(now);
  return before === undefined || after === undefined ? undefined : changesBetween(before, after);
}

/** The column's name next to each value on phones, where the table header is hidden. */
const Label = ({ children }: { children: string }) => (
  <span aria-hidden className="mr-2 inline-block w-14 font-sans text-label text-ink-2 sm:hidden">
    {children}
  </span>
);

function Value({ value, mark }: { value: Json | undefined; mark: string }) {
  if (value === undefined) return <i className="font-sans text-ink-2">{texts.details.absent}</i>;
  return <span className={`rounded-[4px] px-1 box-decoration-clone ${mark}`}>{beginningOf(value)}</span>;
}
