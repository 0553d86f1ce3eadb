import { Search } from 'virtual:icons';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type DocsEntry, loadDocsIndex, searchDocs } from '../../lib/docs-search.ts';

/** Finds headings of all pages. Arrow keys move through the matches, Enter opens the first. */
export function DocsSearch({ initial = '' }: { initial?: string }) {
  const [query, setQuery] = useState(initial);
  const [index, setIndex] = useState<readonly DocsEntry[] | 'failed'>();
  const box = useRef<HTMLDivElement>(null);
  const status = useId();
  const navigate = useNavigate();
  const load = () => {
    if (index === undefined || index === 'failed') void loadDocsIndex().then(setIndex, () => setIndex('failed'));
  };
  const wanted = query.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: load when a search starts, not on every keystroke
  useEffect(() => {
    if (wanted) load();
  }, [wanted]);
  const hits = Array.isArray(index) ? searchDocs(index, query) : [];
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') setQuery('');
    if (step === 0 || !wanted) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-hit]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  };
  const open = (hit: DocsEntry | undefined) => {
    if (!hit) return;
    setQuery('');
    void navigate({ href: hit.href });
  };
  return (
    <div ref={box} className="relative shrink-0">
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            open(hits[0]);
          }}
        >
          <Search size={16} aria-hidden className="pointer-events-none absolute top-3 left-3 text-ink-2" />
          <input
            type="search"
            name="docs-search"
            autoComplete="off"
            aria-label="Search the documentation"
            aria-describedby={status}
            placeholder="Search the docs"
            value={query}
            onFocus={load}
            onKeyDown={move}
            onChange={(event) => setQuery(event.target.value)}
            className="h-10 w-full rounded-control border border-field-line bg-surface pr-3 pl-9 text-body placeholder:text-ink-3"
          />
        </form>
      </search>
      <p id={status} role="status" className="sr-only">
        {wanted && index !== undefined && (hits.length === 0 ? 'Nothing found' : `${hits.length} found`)}
      </p>
      {wanted && (
        <div className="absolute top-11 left-0 z-20 max-h-[70dvh] w-full overflow-y-auto wrap-anywhere lg:w-104 rounded-panel border border-line bg-raised p-2 shadow-raised">
          {hits.length === 0 ? (
            <p className="px-3 py-2 text-ink-2">{wordsFor(index)}</p>
          ) : (
            <ul>
              {hits.map((hit) => (
                <li key={hit.href}>
                  <a
                    href={hit.href}
                    data-hit
                    onKeyDown={move}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      open(hit);
                    }}
                    className="block rounded-control px-3 py-2 -outline-offset-2 hover:bg-accent-soft focus-visible:bg-accent-soft"
                  >
                    <span className="block font-medium">{hit.title}</span>
                    <span className="block text-label text-ink-2">{hit.page}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

const wordsFor = (index: readonly DocsEntry[] | 'failed' | undefined): string => {
  if (index === undefined) return 'Searching …';
  return index === 'failed'
    ? 'The search could not be loaded. Try again in a moment.'
    : 'Nothing found. Try another word.';
};
