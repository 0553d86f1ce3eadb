import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { memo, type RefObject, useEffect, useState } from 'react';
import { MAX_SEARCH_TEXT } from '#contract/bounds';
import { standings } from '#contract/standing';
import type { Webhook } from '../../lib/wire.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { control, OwnTime, ProofChoice, StatusChoice, TargetChoice, TimeChoice, UrlChoice } from './filter-choices.tsx';
import { type InvocationSearch, isFiltered, withoutFilters } from './search.ts';
import { texts } from './texts.ts';

const { filter } = texts;

/** A search begins this long after the last keystroke. */
const TYPING_MS = 400;

/** The filters of the calls: all of them are in the address. `/` leads into the text field. */
export const FilterBar = memo(function FilterBar({
  webhook,
  search,
  field,
}: {
  webhook: Webhook;
  search: InvocationSearch;
  field: RefObject<HTMLInputElement | null>;
}) {
  const navigate = useNavigate();
  const filtered = isFiltered(search);
  // A phone's first window is for the calls: the choices come by a click, and stay while one of them is made.
  const [opened, setOpened] = useState(false);
  const folded = opened || filtered ? '' : 'max-md:hidden';
  const choose = (change: Partial<InvocationSearch>, replace = false) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...old }: InvocationSearch) => ({ ...old, ...change }),
      replace,
      resetScroll: false,
    });
  return (
    <search className="flex flex-col gap-2 border-b border-line px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center gap-1.5">
        <TextSearch key={webhook.id} q={search.q} field={field} onChange={choose} />
        <IconButton
          framed
          label={filter.choices}
          aria-expanded={opened || filtered}
          disabled={filtered}
          onClick={() => setOpened(!opened)}
          className="md:hidden"
        >
          <SlidersHorizontal size={16} aria-hidden />
        </IconButton>
        <div className={clsx('contents', folded)}>
          <TargetChoice webhook={webhook} target={search.target} onChange={(target) => choose({ target })} />
          <TimeChoice search={search} onChange={choose} />
          <Standings chosen={search.status} />
          <StatusChoice chosen={search.status} onChange={(status) => choose({ status })} />
          <ProofChoice webhookId={webhook.id} chosen={search.verified} onChange={(verified) => choose({ verified })} />
          <UrlChoice webhook={webhook} chosen={search.url} onChange={(url) => choose({ url })} />
        </div>
        {filtered && (
          <Button
            size="small"
            tone="quiet"
            icon={<X size={14} aria-hidden />}
            onClick={() => {
              void navigate({ to: '.', search: (old: InvocationSearch) => withoutFilters(old), resetScroll: false });
              field.current?.focus();
            }}
          >
            {filter.clear}
          </Button>
        )}
      </div>
      {(search.since !== undefined || search.until !== undefined) && <OwnTime search={search} onChange={choose} />}
    </search>
  );
});

/** The address follows what is typed after a moment; what the address says otherwise, for instance after Back, is shown. */
function TextSearch({
  q = '',
  field,
  onChange,
}: {
  q: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange(change: Partial<InvocationSearch>, replace: boolean): void;
}) {
  const [typed, setTyped] = useState(q);
  const [asked, setAsked] = useState(q);
  if (asked !== q) {
    setAsked(q);
    if (typed.trim() !== q) setTyped(q);
  }
  const ask = (text: string) => {
    const next = text.trim();
    // One step back leads out of the search, however many letters it took.
    if (next !== q) onChange({ q: next === '' ? undefined : next } as Partial<InvocationSearch>, q !== '');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock.
  useEffect(() => {
    const later = setTimeout(() => ask(typed), TYPING_MS);
    return () => clearTimeout(later);
  }, [typed]);
  return (
    <form
      className="relative min-w-0 flex-1 basis-56"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typed);
      }}
    >
      <Search size={16} aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label={filter.search}
        aria-keyshortcuts="/"
        placeholder={filter.search}
        maxLength={MAX_SEARCH_TEXT}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={clsx(control, '!pl-9')}
      />
    </form>
  );
}

function Standings({ chosen }: { chosen: InvocationSearch['status'] }) {
  return (
    <nav aria-label={filter.standing} className="flex max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-1">
      {[undefined, ...standings].map((status) => (
        <Link
          key={status ?? 'all'}
          to="."
          search={({ page: _page, ...old }: InvocationSearch) => ({ ...old, status })}
          resetScroll={false}
          aria-current={chosen === status ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-7 items-center whitespace-nowrap rounded-badge px-2.5 text-meta',
            chosen === status
              ? 'bg-raised font-medium text-ink shadow-panel forced-colors:underline'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {filter.statuses[status ?? 'all']}
        </Link>
      ))}
    </nav>
  );
}
