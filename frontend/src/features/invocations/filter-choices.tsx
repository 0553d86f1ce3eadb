import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useWebhookStats } from '../../data/stats.ts';
import { useOrdered, useTargets } from '../../data/targets.ts';
import { useVerification } from '../../data/verification.ts';
import { formatDuration } from '../../lib/format.ts';
import type { Webhook } from '../../lib/wire.ts';
import { FieldError, InlineSelect, inputLook } from '../../ui/field.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { endFilters, type InvocationSearch, type LastSpan, lastSpans, proofFilters, urlFilters } from './search.ts';
import { texts } from './texts.ts';

const { filter } = texts;

/** The style of the controls above the list. */
export const control = clsx(inputLook, '!h-8 text-meta');

/** A choice above the list. An empty value means any. */
const Choice = ({
  chosen = '',
  className,
  ...rest
}: { chosen: string | undefined } & Omit<ComponentProps<typeof InlineSelect>, 'value'>) => (
  <InlineSelect
    {...rest}
    value={chosen}
    className={clsx('min-w-24 text-meta max-md:flex-1 max-md:!pr-1 max-md:!pl-2', className)}
  />
);

/** The filter by target. Each target has its delivery times of the last day, for comparison. */
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
  const times = useWebhookStats(webhook.id).data?.targets;
  const own = useOrdered(webhook.targetIds);
  // A shared URL can contain a target that the webhook no longer has.
  const ids = target === undefined || own.includes(target) ? own : [...own, target];
  const labelOf = (id: number): string => {
    const name = targets.find((each) => each.id === id)?.name ?? filter.unknownTarget(id);
    // An API of an earlier version does not send them.
    const took = times?.find(({ targetId }) => targetId === id);
    return took
      ? filter.targetTimes(name, formatDuration(took.medianDeliveryMs), formatDuration(took.p95DeliveryMs))
      : name;
  };
  return (
    <Choice
      label={filter.target}
      chosen={target?.toString()}
      options={[['', filter.anyTarget], ...ids.map((id) => [String(id), labelOf(id)] as const)]}
      className="max-w-52"
      onChange={(value) => onChange(value === '' ? undefined : Number(value))}
    />
  );
}

/** The filter by exact result. The status links combine several results. */
export const StatusChoice = ({
  chosen,
  onChange,
}: {
  chosen: InvocationSearch['status'];
  onChange(chosen: InvocationSearch['status']): void;
}) => (
  <Choice
    label={filter.status}
    chosen={endFilters.find((known) => known === chosen)}
    options={[['', filter.anyStatus], ...endFilters.map((status) => [status, filter.statuses[status]] as const)]}
    onChange={(value) => onChange(endFilters.find((known) => known === value))}
  />
);

/** The filter by verification, shown only if the webhook verifies calls. */
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
    <Choice
      label={filter.proof}
      chosen={chosen}
      options={[['', filter.proofs.any], ...proofFilters.map((proof) => [proof, filter.proofs[proof]] as const)]}
      onChange={(value) => onChange(proofFilters.find((known) => known === value))}
    />
  );
}

/** The filter by invoke URL, shown only if a URL was replaced. Otherwise, all calls use the same one. */
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
    <Choice
      label={filter.url}
      chosen={chosen}
      options={[['', filter.urls.any], ...urlFilters.map((url) => [url, filter.urls[url]] as const)]}
      onChange={(value) => onChange(urlFilters.find((known) => known === value))}
    />
  );
}

const HOUR_MS = 3_600_000;

/** The filter by time: a recent period, or a custom one. */
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
    <Choice
      label={filter.time}
      chosen={own ? 'own' : search.last}
      options={[
        ['', filter.times.any],
        ...(Object.keys(lastSpans) as LastSpan[]).map((span) => [span, filter.times[span]] as const),
        ['own', filter.times.own],
      ]}
      onChange={change}
    />
  );
}

/** The start and end fields of a custom period. */
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
