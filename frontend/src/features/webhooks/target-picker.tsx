import { Info } from 'virtual:icons';
import { clsx } from 'clsx';
import { memo, useState } from 'react';
import { MAX_TARGETS } from '#contract/bounds';
import { targetLook } from '../../lib/status.ts';
import type { Target } from '../../lib/wire.ts';
import { Status } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { checkboxLook, FieldError } from '../../ui/field.tsx';
import { FILTER_FROM, isNamed, ListFilter } from '../../ui/list-filter.tsx';
import { FailedLoad, Notice, Skeleton } from '../../ui/panel.tsx';
import { TypeName, TypeTile } from '../../ui/type-tile.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { canToggle, isCountAtMost } from './rules.ts';
import { texts } from './texts.ts';

/** Maximum number of tiles before the user searches for more. */
const SHOWN = 12;

/**
 * The user's targets as tiles. At most ten can be chosen, all of them active.
 * @param onRetry loads the targets again after an error
 */
export function TargetPicker({
  targets,
  onRetry,
  chosen,
  onChange,
  error,
  made,
}: {
  targets: readonly Target[] | undefined;
  onRetry?: (() => void) | undefined;
  chosen: readonly number[];
  onChange(ids: number[]): void;
  error?: string | undefined;
  /** The state of a new target that can be created below. If it is chosen, it counts as a target. */
  made?: 'possible' | 'chosen' | undefined;
}) {
  const toggle = useStable((id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]),
  );
  const [wanted, setWanted] = useState('');
  const found = targets?.filter((target) => isNamed(target, wanted)).slice(0, SHOWN);
  // Chosen targets stay visible.
  const shown = targets?.filter((target) => chosen.includes(target.id) || found?.includes(target));
  const more = (targets?.filter((target) => isNamed(target, wanted)).length ?? 0) - (found?.length ?? 0);
  const count = chosen.length + (made === 'chosen' ? 1 : 0);
  const active = targets?.some(({ status }) => status === 'active') ?? true;
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'targets-error' : undefined}>
      <legend className="float-left font-medium">{texts.form.targets}</legend>
      <p
        role="status"
        className={clsx('mb-2 text-right text-meta', isCountAtMost(count) ? 'font-[550] text-err' : 'text-ink-2')}
      >
        {texts.form.count(count, MAX_TARGETS)}
      </p>
      {!active && made !== 'chosen' && (
        <Notice icon={<Info size={18} aria-hidden />} className="mb-3">
          {texts.form.noActive}{' '}
          {made === 'possible' ? (
            <>
              {texts.form.noActiveBelow} <TextLink to="/targets/new">{texts.form.noActiveOwnPage}</TextLink>.
            </>
          ) : (
            <>
              <TextLink to="/targets/new">{texts.form.noActiveLink}</TextLink> {texts.form.noActiveEnd}
            </>
          )}
        </Notice>
      )}
      {targets !== undefined && targets.length >= FILTER_FROM && (
        <ListFilter label={texts.form.findTarget} value={wanted} onChange={setWanted} className="mb-3" />
      )}
      {targets === undefined && onRetry ? (
        <FailedLoad text={texts.form.targetsFailed} onRetry={onRetry} />
      ) : (
        <div className="grid gap-2.5 md:grid-cols-2">
          {targets === undefined
            ? ['a', 'b'].map((key) => <Skeleton key={key} className="h-16 !rounded-panel" />)
            : shown?.map((target) => (
                <TargetTile
                  key={target.id}
                  target={target}
                  checked={chosen.includes(target.id)}
                  disabled={!canToggle(target, chosen)}
                  onToggle={toggle}
                />
              ))}
        </div>
      )}
      {more > 0 && <p className="mt-2 text-meta text-ink-2">{texts.form.more(more)}</p>}
      {error && (
        <div className="mt-2">
          <FieldError id="targets-error" help="target-needed">
            {error}
          </FieldError>
        </div>
      )}
    </fieldset>
  );
}

/** The tile is memoised, because there can be hundreds, and the user types a name on the same page. */
const TargetTile = memo(function TargetTile({
  target,
  checked,
  disabled,
  onToggle,
}: {
  target: Target;
  checked: boolean;
  disabled: boolean;
  onToggle(id: number): void;
}) {
  const active = target.status === 'active';
  return (
    <label
      className={clsx(
        'flex min-w-0 items-center gap-3.5 rounded-panel border px-3.5 py-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        disabled ? 'cursor-not-allowed border-line bg-sunken' : 'cursor-pointer',
        checked ? 'border-accent bg-accent-soft' : !disabled && 'border-line-strong hover:border-field-line',
      )}
    >
      <TypeTile type={target.targetType} />
      <span className="min-w-0 flex-1">
        <span className={clsx('block truncate font-semibold', disabled && 'text-ink-2')} title={target.name}>
          {target.name}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-meta text-ink-2">
          <span className="truncate">
            <TypeName type={target.targetType} />
          </span>
          {!active && <Status look={targetLook(target)} />}
        </span>
      </span>
      <input
        type="checkbox"
        aria-label={target.name}
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle(target.id)}
        // If a target cannot be chosen, a badge replaces its checkbox.
        className={active || checked ? `${checkboxLook} outline-none` : 'sr-only'}
      />
    </label>
  );
});
