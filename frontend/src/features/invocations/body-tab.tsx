import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import type { Invocation } from '../../lib/wire.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Skeleton } from '../../ui/panel.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { isLarge, parseJson } from './body.ts';
import { texts } from './texts.ts';

/** Maximum characters shown at first. The copy button always copies the whole body. */
const SHOWN_CHARACTERS = 20_000;

/** The body. A large one is rendered after the first paint, so the tab reacts to the click immediately. */
export function BodyTab({ invocation }: { invocation: Invocation }) {
  const given = useAfterPaint(invocation, isLarge(invocation.rawBody));
  return given === undefined ? <Skeleton className="h-28 w-full" /> : <Body invocation={given} />;
}

/** The body as a tree if it is JSON, otherwise as text. */
function Body({ invocation }: { invocation: Invocation }) {
  const { rawBody, rawBodyEncoding, rawBodyTruncated, size, contentType } = invocation;
  const json = useMemo(() => (rawBodyEncoding === 'utf8' ? parseJson(rawBody) : undefined), [rawBody, rawBodyEncoding]);
  const [raw, setRaw] = useState(false);
  if (rawBody === '') return <p className="text-ink-2 italic">{texts.noContent}</p>;
  const tree = json !== undefined && typeof json === 'object' && !raw;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2 text-meta text-ink-2">
        <span>
          {formatBytes(size)}
          {contentType && ` · ${contentType}`}
        </span>
        <span className="flex items-center gap-1">
          {json !== undefined && typeof json === 'object' && (
            <fieldset className="flex gap-0.5 rounded-control bg-sunken p-1" aria-label="View">
              {([false, true] as const).map((isRaw) => (
                <button
                  key={String(isRaw)}
                  type="button"
                  aria-pressed={raw === isRaw}
                  onClick={() => setRaw(isRaw)}
                  className={clsx(
                    'min-h-6 rounded-badge px-2.5',
                    raw === isRaw ? 'bg-raised font-medium text-ink shadow-panel' : 'hover:text-ink',
                  )}
                >
                  {isRaw ? texts.details.raw : texts.details.tree}
                </button>
              ))}
            </fieldset>
          )}
          <CopyButton text={rawBody} label="Copy body" detail="Body copied to Clipboard" small />
        </span>
      </div>
      {rawBodyEncoding === 'base64' && <p className="text-meta text-ink-2">{texts.details.binary}</p>}
      {tree ? (
        <JsonTree value={json} />
      ) : (
        <ScrollBox as="pre" className="rounded-control bg-sunken p-3 text-code whitespace-pre-wrap wrap-anywhere">
          {rawBody.slice(0, SHOWN_CHARACTERS)}
        </ScrollBox>
      )}
      {(rawBodyTruncated || rawBody.length > SHOWN_CHARACTERS) && (
        <p className="text-meta text-warn">{texts.details.truncated}</p>
      )}
    </div>
  );
}
