import { Search, SlidersHorizontal, X } from 'virtual:icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { MAX_SEARCH_TEXT } from '#contract/bounds';
import { useOfAnyAge } from '../../data/of-any-age.ts';
import { useWebhookStats } from '../../data/stats.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { control, OwnTime, ProofChoice, StatusChoice, TargetChoice, TimeChoice, UrlChoice } from './filter-choices.tsx';
import { type InvocationSearch, isFiltered, withoutFilters } from './search.ts';
import { isNarrowed, standingLinks } from './standing-links.ts';
import { texts } from './texts.ts';

const { filter } = texts;

/** Delay between the last keystroke and a search. */
const TYPING_MS = 400;

/**
 * The filters of the calls, all stored in the URL. Statuses and search are always visible; a click shows the rest. `/`
 * focuses the search field.
 */
export const FilterBar = memo(function FilterBar({
  webhook,
  search,
  field,
  children,
}: {
  webhook: Webhook;
  search: InvocationSearch;
  field: RefObject<HTMLInputElement | null>;
  /** Settings of the list that are not filters. */
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const narrowed = isNarrowed(search);
  const choose = (change: Partial<InvocationSearch>, replace = false) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...old }: InvocationSearch) => ({ ...old, ...change }),
      replace,
      resetScroll: false,
    });
  return (
    <search className="contents">
      <Standings webhook={webhook} search={search} />
      <TextSearch key={webhook.id} q={search.q} field={field} onChange={choose} />
      <Button
        size="small"
        className="!h-8"
        icon={<SlidersHorizontal size={14} aria-hidden />}
        aria-expanded={opened || narrowed}
        disabled={narrowed}
        onClick={() => setOpened(!opened)}
      >
        {filter.choices}
      </Button>
      {isFiltered(search) && (
        <Button
          size="small"
          tone="quiet"
          icon={<X size={14} aria-hidden />}
          onClick={() => {
            void navigate({ to: '.', search: (old: InvocationSearch) => withoutFilters(old), resetScroll: false });
            field.current?.focus();
          }}
        >
          <span className="@min-[600px]:@max-[900px]:sr-only">{filter.clear}</span>
        </Button>
      )}
      {(opened || narrowed) && (
        <div className="order-last flex basis-full flex-wrap items-center gap-1.5">
          <TargetChoice webhook={webhook} target={search.target} onChange={(target) => choose({ target })} />
          <TimeChoice search={search} onChange={choose} />
          <StatusChoice chosen={search.status} onChange={(status) => choose({ status })} />
          <ProofChoice webhookId={webhook.id} chosen={search.verified} onChange={(verified) => choose({ verified })} />
          <UrlChoice webhook={webhook} chosen={search.url} onChange={(url) => choose({ url })} />
          <span className="flex flex-wrap items-center gap-x-6">{children}</span>
          {(search.since !== undefined || search.until !== undefined) && <OwnTime search={search} onChange={choose} />}
        </div>
      )}
    </search>
  );
});

/** The search field. The URL follows the typed text after a delay, and the field follows the URL. */
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
    // A search is one entry in the history, so Back leaves it in one step.
    if (next !== q) onChange({ q: next === '' ? undefined : next } as Partial<InvocationSearch>, q !== '');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer.
  useEffect(() => {
    const later = setTimeout(() => ask(typed), TYPING_MS);
    return () => clearTimeout(later);
  }, [typed]);
  return (
    <form
      className="relative min-w-0 flex-1 basis-24"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typed);
      }}
    >
      <Search size={15} aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
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
        className={clsx(control, '!h-8 !pl-8')}
      />
    </form>
  );
}

const countTones = { attention: 'text-err', waiting: 'text-warn', arrived: 'text-ink-3' } as const;

/** Links that filter calls by status, with their numbers. */
function Standings({ webhook, search }: { webhook: Webhook; search: InvocationSearch }) {
  const stats = useWebhookStats(webhook.id).data;
  const ofAnyAge = useOfAnyAge(webhook, stats);
  return (
    <nav
      aria-label={filter.standing}
      className="flex max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-0.5"
    >
      {standingLinks(search, stats, ofAnyAge).map(({ status, count, more, search: asked }) => (
        <Link
          key={status ?? 'all'}
          to="."
          search={({ page: _page, ...old }: InvocationSearch) => ({ ...old, status: undefined, ...asked })}
          resetScroll={false}
          aria-current={search.status === status ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-badge px-2 text-meta',
            search.status === status
              ? 'bg-raised font-medium text-ink shadow-panel forced-colors:underline'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {filter.statuses[status ?? 'all']}
          {count !== undefined && count > 0 && (
            <b className={clsx('font-[550]', countTones[status ?? 'arrived'])}>
              {formatNumber(count)}
              {more && '+'}
            </b>
          )}
        </Link>
      ))}
    </nav>
  );
}
