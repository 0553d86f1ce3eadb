import { Scissors } from 'virtual:icons';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Limit } from './limits.ts';
import { texts } from './texts.ts';

/** Lists a message's parts with their lengths. */
export function PartsList<Part extends { length: number }>({
  parts,
  truncated,
  limit,
  children,
}: {
  parts: readonly Part[];
  truncated: boolean;
  limit: Limit | undefined;
  /**
   * Renders a part.
   * @param number the part's number, counted from 1
   */
  children(part: Part, number: number): ReactNode;
}) {
  const several = parts.length > 1;
  return (
    <div className="flex flex-col gap-3">
      {(several || truncated) && (
        <p className={clsx('flex items-center gap-2 text-meta', truncated ? 'text-warn' : 'text-ink-2')}>
          <Scissors size={15} aria-hidden className="shrink-0" />
          {truncated ? texts.truncated : texts.splitOn(parts.length)}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified only by its position
          <li key={index} className="flex flex-col gap-1.5">
            {children(part, index + 1)}
            <p className="text-meta text-ink-2">
              {several && `${texts.part(index + 1, parts.length)} · `}
              {texts.size(part.length, limit)}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
