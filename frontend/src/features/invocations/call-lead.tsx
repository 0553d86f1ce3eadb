import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { unverifiedWord } from '../../lib/unverified.ts';
import type { Invocation } from '../../lib/wire.ts';
import { TextLink, textLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { texts } from './texts.ts';

/** The reason that a call is not verified, and its fix. */
export function NotVerified({ reason }: { reason: string | undefined }) {
  const { why, repair } = unverifiedWord(reason);
  return (
    <Notice tone="warn" icon={<ShieldAlert size={18} aria-hidden />} className="mb-4">
      <p>
        <span className="font-medium">{texts.notVerified}.</span> {why}
      </p>
      <p className="text-meta">
        {repair}{' '}
        <TextLink
          to="."
          search={({ inv: _inv, tab: _tab, ...old }) => ({ ...old, verification: true })}
          resetScroll={false}
        >
          {texts.details.who}
        </TextLink>
      </p>
    </Notice>
  );
}

export function Lead({ row, onOpen }: { row: Invocation; onOpen(id: string): void }) {
  const item = (name: string, value: React.ReactNode) => (
    <div className="min-w-0">
      <dt className="text-label text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
  return (
    <dl className="mt-1 flex flex-wrap gap-x-7 gap-y-2">
      {item(texts.details.received, <Time date={row.invokedAt} />)}
      {item(
        texts.details.call,
        <code className="text-code select-text">
          {row.method}
          {row.query !== '' && ` ?${row.query.length > 200 ? `${row.query.slice(0, 200)}…` : row.query}`}
        </code>,
      )}
      {item(texts.details.from, <code className="text-code select-text">{row.ip}</code>)}
      {item(texts.details.id, <code className="text-code select-text">{row.id}</code>)}
      {row.verified &&
        item(
          texts.details.proof,
          <span className="flex items-center gap-1.5 text-ok">
            <ShieldCheck size={15} aria-hidden />
            {texts.verified}
          </span>,
        )}
      {row.byOldUrl && item(texts.details.cameBy, texts.details.oldUrl)}
      {row.refusedAt !== undefined && item(texts.details.refused, <Time date={row.refusedAt} />)}
      {row.duplicateOf !== undefined &&
        item(
          texts.details.repeats,
          <button type="button" className={textLink} onClick={() => row.duplicateOf && onOpen(row.duplicateOf)}>
            {texts.details.repeatsLink}
          </button>,
        )}
    </dl>
  );
}
