import type { ReactNode } from 'react';
import { Switch } from '../../ui/switch.tsx';

/** A setting as a sentence with a switch. While it is on, `children` show the sentence with its values as controls. */
export function Sentence({
  says,
  hint,
  on,
  disabled,
  onChange,
  children,
}: {
  says: string;
  hint: string;
  on: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-x-4 px-4 py-2">
      <div className="min-w-0 pt-1.5">
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 font-medium">{(on && children) || says}</p>
        <p className="text-meta text-ink-2">{hint}</p>
      </div>
      <span className="shrink-0">
        <Switch label={says} checked={on} disabled={disabled ?? false} onChange={onChange} />
      </span>
    </div>
  );
}
