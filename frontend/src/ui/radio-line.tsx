import { clsx } from 'clsx';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

/** One of several choices with its sentence, in a frame; all of it can be pressed. */
export function RadioLine({
  label,
  hint,
  checked,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode;
  hint: ReactNode;
  checked: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  return (
    <label
      className={clsx(
        'flex cursor-pointer items-start gap-3 rounded-control border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
        checked ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-field-line',
      )}
    >
      <input type="radio" className="mt-1 accent-accent outline-none" checked={checked} {...rest} />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-meta text-ink-2">{hint}</span>
      </span>
    </label>
  );
}
