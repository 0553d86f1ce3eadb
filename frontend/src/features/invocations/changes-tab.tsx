import { useMemo } from 'react';
import { useInvocation } from '../../data/invocations.ts';
import type { Invocation } from '../../lib/wire.ts';
import { Skeleton } from '../../ui/panel.tsx';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { isLarge, type Json, parseJson } from './body.ts';
import { beginningOf, type Change, changesBetween } from './changes.ts';
import { texts } from './texts.ts';

/** What differs from the call before, field by field. */
export function ChangesTab({ invocation, previousId }: { invocation: Invocation; previousId: string | undefined }) {
  const previous = useInvocation(previousId);
  const before = previous.data?.rawBody;
  // Comparing with a large body takes a moment; the press on the tab is answered before.
  const old = useAfterPaint(before, isLarge(invocation.rawBody) || (before !== undefined && isLarge(before)));
  const changes = useMemo(() => changesOf(old, invocation.rawBody), [old, invocation.rawBody]);
  if (previousId === undefined) return <p className="text-ink-2">{texts.details.noPrevious}</p>;
  if (old === undefined) return <Skeleton className="h-24 w-full" />;
  if (changes === undefined) return <p className="text-ink-2">{texts.details.notJson}</p>;
  if (changes.length === 0) return <p className="text-ink-2">{texts.details.same}</p>;
  return (
    <table className="w-full table-fixed text-code">
      <thead>
        <tr className="text-left text-label text-ink-2">
          <th className="py-1.5 pr-3 font-[550]">{texts.details.path}</th>
          <th className="py-1.5 pr-3 font-[550]">{texts.details.before}</th>
          <th className="py-1.5 font-[550]">{texts.details.after}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {changes.map((change) => (
          <tr key={change.path} className="align-top font-mono wrap-anywhere">
            <td className="py-1.5 pr-3 text-ink-2">{change.path}</td>
            <td className="py-1.5 pr-3">
              <Value value={change.before} mark="bg-err-soft text-err" />
            </td>
            <td className="py-1.5">
              <Value value={change.after} mark="bg-ok-soft text-ok" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** undefined = they cannot be compared field by field. */
function changesOf(old: string | undefined, now: string): Change[] | undefined {
  if (old === undefined || old === now) return [];
  const before = parseJson(old);
  const after = parseJson(now);
  return before === undefined || after === undefined ? undefined : changesBetween(before, after);
}

function Value({ value, mark }: { value: Json | undefined; mark: string }) {
  if (value === undefined) return <i className="font-sans text-ink-2">{texts.details.absent}</i>;
  return <span className={`rounded-[4px] px-1 box-decoration-clone ${mark}`}>{beginningOf(value)}</span>;
}
