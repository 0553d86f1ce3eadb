import { ShieldAlert, ShieldCheck } from 'virtual:icons';
import { type ReactNode, useState } from 'react';
import { unverifiedWord } from '../../lib/unverified.ts';
import type { Invocation } from '../../lib/wire.ts';
import { TextLink, textLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { headlineOf } from './headline.ts';
import { texts } from './texts.ts';

/** The reason why a call is not verified, and the fix. */
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

/**
 * The call's headline, then its facts on one line.
 * @param children the actions that are collapsed together with the id
 */
export function Lead({ row, onOpen, children }: { row: Invocation; onOpen(id: string): void; children: ReactNode }) {
  const [more, setMore] = useState(false);
  const item = (name: string, value: ReactNode, named = false) => (
    <div className="flex min-w-0 gap-1.5">
      <dt className={named ? 'text-ink-2' : 'sr-only'}>{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
  return (
    <>
      {row.message && <p className="text-h1 font-semibold wrap-anywhere">{headlineOf(row.message)}</p>}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
        <dl className="contents">
          {item(texts.details.received, <Time date={row.invokedAt} />)}
          {item(
            texts.details.call,
            <code className="text-code select-text">
              {row.method}
              {row.query !== '' && ` ?${row.query.length > 200 ? `${row.query.slice(0, 200)}…` : row.query}`}
            </code>,
          )}
          {item(texts.details.from, <code className="text-code select-text">{row.ip}</code>)}
          {row.verified &&
            item(
              texts.details.proof,
              <span className="flex items-center gap-1.5 text-ok">
                <ShieldCheck size={15} aria-hidden />
                {texts.verified}
              </span>,
            )}
          {row.byOldUrl && item(texts.details.cameBy, texts.details.oldUrl, true)}
          {row.refusedAt !== undefined && item(texts.details.refused, <Time date={row.refusedAt} />, true)}
          {row.duplicateOf !== undefined &&
            item(
              texts.details.repeats,
              <button type="button" className={textLink} onClick={() => row.duplicateOf && onOpen(row.duplicateOf)}>
                {texts.details.repeatsLink}
              </button>,
              true,
            )}
        </dl>
        <button type="button" aria-expanded={more} className={textLink} onClick={() => setMore(!more)}>
          {texts.details.more}
        </button>
      </div>
      {more && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
          <span className="text-ink-2">{texts.details.id}</span>
          <code className="min-w-0 text-code select-text wrap-anywhere">{row.id}</code>
          {children}
        </div>
      )}
    </>
  );
}
