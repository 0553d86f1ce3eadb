import { clsx } from 'clsx';
import type { TargetKind } from '../../lib/wire.ts';
import { KindTile } from '../../ui/type-tile.tsx';

export function KindChoice({
  kind,
  checked,
  disabled,
  onDisabled,
  onChoose,
}: {
  kind: TargetKind;
  checked: boolean;
  disabled: boolean;
  /** Called for a click while it is disabled. */
  onDisabled(): void;
  onChoose(): void;
}) {
  const off = disabled || !kind.enabled;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is at the name already, because nothing here is focusable.
    <label
      onClick={disabled ? onDisabled : undefined}
      className={clsx(
        'flex min-w-0 items-center gap-3.5 rounded-panel border p-3.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        off ? 'cursor-not-allowed border-line bg-sunken' : 'cursor-pointer',
        checked && !off ? 'border-accent bg-accent-soft' : !off && 'border-line-strong hover:border-field-line',
      )}
    >
      <span className={clsx(off && 'opacity-60')}>
        <KindTile kind={kind} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={clsx('block font-semibold', off && 'text-ink-2')}>{kind.name}</span>
        <span className="block text-meta leading-4.5 text-ink-2">{kind.enabled ? kind.description : kind.reason}</span>
      </span>
      <input
        type="radio"
        name="kind"
        aria-label={kind.name}
        checked={checked}
        disabled={off}
        onChange={onChoose}
        className="size-5 shrink-0 appearance-none rounded-full border border-field-line bg-surface transition-[border-width] outline-none checked:border-[6px] checked:border-accent disabled:border-line-strong disabled:bg-sunken forced-colors:appearance-auto"
      />
    </label>
  );
}
