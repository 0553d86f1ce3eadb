import { Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { memo, type RefObject, useEffect, useState } from 'react';
import { MAX_SEARCH_TEXT } from '#contract/bounds';
import { useTargets } from '../../data/targets.ts';
import { useVerification } from '../../data/verification.ts';
import type { Webhook } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, inputLook } from '../../ui/field.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import {
  type InvocationSearch,
  isFiltered,
  type LastSpan,
  lastSpans,
  proofFilters,
  statusFilters,
  withoutFilters,
} from './search.ts';
import { texts } from './texts.ts';

const { filter } = texts;

/** A search begins this long after the last key press. */
const TYPING_MS = 400;

const control = clsx(inputLook, '!h-9 text-meta');

/** What is looked for among the calls: all of it is in the address. `/` leads into its field. */
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
  const choose = (change: Partial<InvocationSearch>, replace = false) =>
    void navigate({
      to: '.',
      search: ({ page: _page, ...old }: InvocationSearch) => ({ ...old, ...change }),
      replace,
      resetScroll: false,
    });
  return (
    <search className="flex flex-col gap-2 border-b border-line px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <Statuses chosen={search.status} />
        <TextSearch key={webhook.id} q={search.q} field={field} onChange={choose} />
        <TargetChoice webhook={webhook} target={search.target} onChange={(target) => choose({ target })} />
        <TimeChoice search={search} onChange={choose} />
        <ProofChoice webhookId={webhook.id} chosen={search.verified} onChange={(verified) => choose({ verified })} />
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
      className="relative min-w-0 flex-1 basis-64 max-md:basis-full"
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

function TargetChoice({
  webhook,
  target,
  onChange,
}: {
  webhook: Webhook;
  target: number | undefined;
  onChange(target: number | undefined): void;
}) {
  const targets = useTargets().data ?? [];
  // The shared address may name a target that the webhook had before.
  const ids =
    target === undefined || webhook.targetIds.includes(target) ? webhook.targetIds : [...webhook.targetIds, target];
  return (
    <select
      aria-label={filter.target}
      value={target ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      className={clsx(control, '!w-auto max-w-52 max-md:flex-1')}
    >
      <option value="">{filter.anyTarget}</option>
      {ids.map((id) => (
        <option key={id} value={id}>
          {targets.find((each) => each.id === id)?.name ?? filter.unknownTarget(id)}
        </option>
      ))}
    </select>
  );
}

/** Only where calls are looked at: elsewhere none of them says anything. */
function ProofChoice({
  webhookId,
  chosen,
  onChange,
}: {
  webhookId: number;
  chosen: InvocationSearch['verified'];
  onChange(chosen: InvocationSearch['verified']): void;
}) {
  const mode = useVerification(webhookId).data?.mode ?? 'off';
  if (mode === 'off' && chosen === undefined) return null;
  return (
    <select
      aria-label={filter.proof}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChange(proofFilters.find((known) => known === value))}
      className={clsx(control, '!w-auto max-md:flex-1')}
    >
      <option value="">{filter.proofs.any}</option>
      {proofFilters.map((proof) => (
        <option key={proof} value={proof}>
          {filter.proofs[proof]}
        </option>
      ))}
    </select>
  );
}

const HOUR_MS = 3_600_000;

function TimeChoice({
  search,
  onChange,
}: {
  search: InvocationSearch;
  onChange(change: Partial<InvocationSearch>): void;
}) {
  const own = search.since !== undefined || search.until !== undefined;
  const change = (value: string) => {
    const none = { last: undefined, since: undefined, until: undefined };
    const anHourAgo = new Date(Date.now() - HOUR_MS).toISOString();
    onChange({
      ...none,
      ...(value === 'own' ? { since: anHourAgo } : value === '' ? {} : { last: value as LastSpan }),
    } as Partial<InvocationSearch>);
  };
  return (
    <select
      aria-label={filter.time}
      value={own ? 'own' : (search.last ?? '')}
      onChange={(event) => change(event.target.value)}
      className={clsx(control, '!w-auto max-md:flex-1')}
    >
      <option value="">{filter.times.any}</option>
      {(Object.keys(lastSpans) as LastSpan[]).map((span) => (
        <option key={span} value={span}>
          {filter.times[span]}
        </option>
      ))}
      <option value="own">{filter.times.own}</option>
    </select>
  );
}

function OwnTime({
  search: { since, until },
  onChange,
}: {
  search: InvocationSearch;
  onChange(change: Partial<InvocationSearch>, replace: boolean): void;
}) {
  const fields = [
    ['since', filter.from, since],
    ['until', filter.to, until],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {fields.map(([name, label, value]) => (
        <label key={name} className="flex items-center gap-2 text-meta text-ink-2 max-md:w-full">
          <span className="max-md:w-10">{label}</span>
          <input
            type="datetime-local"
            value={value === undefined ? '' : toLocalInput(Date.parse(value))}
            onChange={(event) => onChange({ [name]: fromLocalInput(event.target.value) }, true)}
            className={clsx(control, '!w-52 max-md:!flex-1')}
          />
        </label>
      ))}
      {since !== undefined && until !== undefined && since >= until && <FieldError>{filter.wrongSpan}</FieldError>}
    </div>
  );
}

function Statuses({ chosen }: { chosen: InvocationSearch['status'] }) {
  return (
    <nav aria-label={filter.status} className="flex max-w-full gap-0.5 overflow-x-auto rounded-control bg-sunken p-1">
      {[undefined, ...statusFilters].map((status) => (
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
