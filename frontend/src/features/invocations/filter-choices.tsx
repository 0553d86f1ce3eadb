import { clsx } from 'clsx';
import { useTargets } from '../../data/targets.ts';
import { useVerification } from '../../data/verification.ts';
import type { Webhook } from '../../lib/wire.ts';
import { FieldError, inputLook } from '../../ui/field.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { type InvocationSearch, type LastSpan, lastSpans, proofFilters, urlFilters } from './search.ts';
import { texts } from './texts.ts';

const { filter } = texts;

/** How the controls above the list look. */
export const control = clsx(inputLook, '!h-9 text-meta');

/** The target whose messages are looked at. */
export function TargetChoice({
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
export function ProofChoice({
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

/** Only where a URL was replaced: elsewhere all calls come by the same one. */
export function UrlChoice({
  webhook,
  chosen,
  onChange,
}: {
  webhook: Webhook;
  chosen: InvocationSearch['url'];
  onChange(chosen: InvocationSearch['url']): void;
}) {
  if (!webhook.oldRoutes?.length && chosen === undefined) return null;
  return (
    <select
      aria-label={filter.url}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChange(urlFilters.find((known) => known === value))}
      className={clsx(control, '!w-auto max-md:flex-1')}
    >
      <option value="">{filter.urls.any}</option>
      {urlFilters.map((url) => (
        <option key={url} value={url}>
          {filter.urls[url]}
        </option>
      ))}
    </select>
  );
}

const HOUR_MS = 3_600_000;

/** How long ago, or a time of one's own. */
export function TimeChoice({
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

/** From when to when. */
export function OwnTime({
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
