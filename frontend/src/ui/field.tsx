import { CircleX } from 'virtual:icons';
import { clsx } from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import type { HelpCode } from '../lib/help.ts';
import { HelpLink } from './help-link.tsx';

export const inputLook =
  'h-10 w-full min-w-0 rounded-control border border-field-line bg-surface px-3 text-body text-ink transition-[border-color,background-color] placeholder:text-ink-3 disabled:border-line disabled:bg-sunken disabled:text-ink-3 aria-[invalid=true]:border-err-fill focus-visible:outline-offset-0';

interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and error of one control, linked by ids. */
export function Field({
  label,
  hint,
  error,
  help,
  aside,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The error's code. */
  help?: HelpCode | undefined;
  aside?: ReactNode;
  children: (wiring: Wiring) => ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-meta text-ink-2">
          {hint}
        </p>
      )}
      {error && (
        <FieldError id={`${id}-error`} help={help}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

/** A labelled choice of one name. `choices` has the words of each name, in their order. */
export function SelectField<Name extends string>({
  label,
  hint,
  value,
  choices,
  className,
  onChange,
}: {
  label: ReactNode;
  hint?: ReactNode;
  value: Name;
  choices: Readonly<Record<Name, string>>;
  className?: string;
  onChange(value: Name): void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <select
          {...wiring}
          className={clsx(inputLook, className)}
          value={value}
          onChange={({ target }) => onChange(target.value as Name)}
        >
          {(Object.keys(choices) as Name[]).map((name) => (
            <option key={name} value={name}>
              {choices[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice within a line of text or controls. `options` has each value and its words. */
export const InlineSelect = ({
  label,
  value,
  options,
  className,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  className?: string | undefined;
  onChange(value: string): void;
}) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={clsx(inputLook, '!h-8 !w-auto', className)}
  >
    {options.map(([each, words]) => (
      <option key={each} value={each}>
        {words}
      </option>
    ))}
  </select>
);

export function FieldError({ id, help, children }: { id?: string; help?: HelpCode | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-meta text-err">
      <CircleX size={14} aria-hidden className="mt-[3px] shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {children} <HelpLink code={help} label="Help" />
      </span>
    </p>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  help?: HelpCode | undefined;
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function TextField({ label, hint, error, help, mono = false, className, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} help={help}>
      {(wiring) => (
        <input
          type="text"
          {...wiring}
          {...rest}
          className={clsx(inputLook, mono && 'font-mono text-code', className)}
        />
      )}
    </Field>
  );
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

export function TextArea({ label, hint, error, mono = false, className, ...rest }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          {...wiring}
          {...rest}
          className={clsx(inputLook, 'h-auto min-h-28 resize-y py-2.5', mono && 'font-mono text-code', className)}
        />
      )}
    </Field>
  );
}

/** A checkbox with its label; the whole line can be clicked. */
export function Checkbox({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; hint?: ReactNode; ref?: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        className={checkboxLook}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block min-h-6 cursor-pointer font-medium leading-6">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-meta text-ink-2">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export const checkboxLook =
  'check-mark mt-0.5 size-5 shrink-0 cursor-pointer appearance-none rounded-[5px] border border-field-line bg-surface transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:checked:border-ink-3 disabled:checked:bg-ink-3 forced-colors:appearance-auto';
