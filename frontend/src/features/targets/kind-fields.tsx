import { ApiError } from '../../lib/errors.ts';
import type { TargetKind } from '../../lib/wire.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldProblem } from './rules.ts';

/** Values for the browser's autofill, by type of field. */
const autoComplete = { text: 'off', url: 'off', email: 'email' } as const;

/** The form of a kind: its fields, validated by the kind's rules, with the server's errors. */
export function KindFields({
  kind,
  values,
  onChange,
  show,
  refused,
}: {
  kind: TargetKind;
  values: Record<string, string>;
  onChange(values: Record<string, string>): void;
  /** True if errors are shown, which is the case after the first attempt. */
  show: boolean;
  refused: Error | null;
}) {
  const fromServer = (name: string) =>
    refused instanceof ApiError
      ? refused.errors.find(({ path }) => path === `options.${name}` || path === name)
      : undefined;
  return (
    <div className="flex flex-col gap-4">
      {kind.fields.map((field) => {
        const value = values[field.name] ?? '';
        const problem = (show ? fieldProblem(field, value) : undefined) ?? fromServer(field.name);
        return (
          <TextField
            key={field.name}
            label={field.label}
            type={field.type}
            placeholder={field.placeholder}
            hint={field.hint}
            error={problem?.message}
            help={problem?.code}
            autoComplete={autoComplete[field.type]}
            spellCheck={false}
            mono={field.type === 'url'}
            value={value}
            onChange={(event) => onChange({ ...values, [field.name]: event.target.value })}
          />
        );
      })}
    </div>
  );
}
