import { Search } from 'virtual:icons';
import { clsx } from 'clsx';
import { inputLook } from './field.tsx';

/** Lists with this many items or more can be filtered by name. */
export const FILTER_FROM = 8;

/** True if a name contains the searched text; always true for an empty one. */
export const isNamed = ({ name }: { name: string }, wanted: string): boolean =>
  name.toLowerCase().includes(wanted.trim().toLowerCase());

/** A field that filters a list by name. */
export function ListFilter({
  name,
  label,
  value,
  onChange,
  className,
}: {
  /** Set on a prerendered page, where text can be typed before the code has loaded. */
  name?: string;
  label: string;
  value: string;
  onChange(value: string): void;
  className?: string;
}) {
  return (
    <div className={clsx('relative', className)}>
      <Search size={16} aria-hidden className="pointer-events-none absolute top-3 left-3 text-ink-3" />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(inputLook, '!pl-9')}
      />
    </div>
  );
}
