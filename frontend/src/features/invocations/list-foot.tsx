import type { useFoundInvocations } from '../../data/invocation-search.ts';
import { plural } from '../../lib/format.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

const words = texts.found;

/** The progress of a search, and a button to continue it. */
export function SearchFoot({
  found,
  bounded,
}: {
  found: ReturnType<typeof useFoundInvocations>;
  /** True if the search has a start time. */
  bounded: boolean;
}) {
  const { rows = [], searching, searchedUntil, unfinished, failed } = found;
  const count = plural(rows.length, 'call');
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-meta text-ink-2 md:px-5">
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {searching && <Spinner />}
        {failed ? (
          <span className="text-err">{words.failed}</span>
        ) : (
          <span>{searching && rows.length === 0 ? words.searching : words.count(count)}</span>
        )}
        {searchedUntil !== undefined ? (
          <span>
            · {words.backTo} <Time date={searchedUntil} relative={false} className="text-ink" />
          </span>
        ) : (
          !searching && !failed && !unfinished && <span>· {bounded ? words.since : words.all}</span>
        )}
      </p>
      {failed ? (
        <Button size="small" onClick={found.retry}>
          {words.retry}
        </Button>
      ) : found.stop ? (
        <Button size="small" onClick={found.stop}>
          {words.stop}
        </Button>
      ) : (
        unfinished &&
        !searching && (
          <Button size="small" onClick={found.goOn}>
            {rows.length > 0 && rows.length % 25 === 0 ? words.more : words.goOn}
          </Button>
        )
      )}
    </div>
  );
}
