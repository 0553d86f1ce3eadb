import { clsx } from 'clsx';

/** A switch with a text next to it, so its state is not shown by colour alone. */
export function Switch({
  checked,
  onChange,
  label,
  words = ['On', 'Off'],
  disabled = false,
}: {
  checked: boolean;
  onChange(next: boolean): void;
  label: string;
  words?: readonly [on: string, off: string];
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="inline-flex min-h-9 items-center gap-2.5 rounded-control text-body font-medium disabled:opacity-50"
    >
      <span
        className={clsx(
          'relative h-6 w-10 rounded-full border transition-colors duration-100',
          checked ? 'border-accent bg-accent' : 'border-field-line bg-sunken',
        )}
      >
        <span
          className={clsx(
            'absolute top-1/2 size-4 -translate-y-1/2 rounded-full transition-[left] duration-100 forced-colors:border',
            checked ? 'left-[19px] bg-white' : 'left-[3px] bg-field-line',
          )}
        />
      </span>
      <span aria-hidden>{checked ? words[0] : words[1]}</span>
    </button>
  );
}
