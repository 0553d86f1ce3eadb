import { CircleCheck, Info, OctagonAlert, ShieldAlert, ShieldCheck, TriangleAlert } from 'virtual:icons';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { severityLooks } from '../../lib/severity.ts';
import { unverifiedWord } from '../../lib/unverified.ts';
import type { Invocation } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { headlineOf } from './headline.ts';
import { texts } from './texts.ts';

/** A call in the list. If a search found it, `excerpt` is the text around the match. */
export type ListedCall = Invocation & { excerpt?: string | undefined };

/** The call's message. The payload appears below it if the user wants to see bodies, or if a search found it there. */
export function MessageCell({
  row,
  wanted,
  withBody,
}: {
  row: ListedCall;
  wanted: string | undefined;
  withBody: boolean;
}) {
  const { message } = row;
  const marks = (
    <>
      <ProofMark row={row} />
      {row.refusedAt !== undefined && <Badge tone="idle">{texts.letIn}</Badge>}
      {row.duplicateOf !== undefined && <Badge tone="idle">{texts.repeat}</Badge>}
    </>
  );
  if (!message)
    return (
      <div className="flex min-w-0 items-center gap-2 text-ink-2">
        {marks}
        <Raw row={row} wanted={wanted} />
      </div>
    );
  const isFound = row.excerpt !== undefined && wanted !== undefined;
  const headline = headlineOf(message);
  // A match in the headline is marked there.
  const isBelow = isFound && row.excerpt !== message.title;
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2 @max-[600px]:flex-wrap @max-[600px]:gap-y-0">
        {marks}
        {message.sender !== undefined && (
          <span
            className="flex min-w-0 max-w-48 shrink-0 items-center gap-1.5 text-meta text-ink-2"
            title={message.event}
          >
            <SenderMark sender={message.sender} size={14} />
            <span className="truncate @min-[600px]:@max-[900px]:sr-only">
              {[message.sender, message.event].filter(Boolean).join(' · ')}
            </span>
          </span>
        )}
        <span className="flex min-w-0 items-center gap-2">
          {message.severity !== undefined && <SeverityMark severity={message.severity} />}
          <span className="min-w-0 truncate text-[15px] font-medium" title={message.title}>
            {isFound ? <Marked text={headline} wanted={wanted.trim()} /> : headline}
          </span>
        </span>
        {row.rawBody === '' && !withBody && !isBelow && (
          <i className="shrink-0 text-meta text-ink-3">{texts.noContent}</i>
        )}
      </div>
      {(withBody || isBelow) && (
        // The payload is hidden from screen readers unless a search found it, because they have already read the
        // message.
        <div aria-hidden={!isBelow} className="flex min-w-0 pb-1.5 text-meta text-ink-3">
          <Raw row={row} wanted={isBelow ? wanted : undefined} />
        </div>
      )}
    </div>
  );
}

/** Shows whether the call was verified. If no verification is set, it shows nothing. */
function ProofMark({ row: { verified, unverifiedReason } }: { row: ListedCall }) {
  if (verified === undefined) return null;
  if (!verified)
    return (
      <Badge tone="warn" icon={<ShieldAlert size={13} aria-hidden />} hint={unverifiedWord(unverifiedReason).why}>
        {texts.notVerified}
      </Badge>
    );
  return (
    <span title={texts.verified} className="shrink-0 text-ok">
      <ShieldCheck size={15} aria-hidden />
      <span className="sr-only">{texts.verified}.</span>
    </span>
  );
}

const severities = {
  ok: ['text-ok', CircleCheck],
  info: ['text-ink-3', Info],
  warning: ['text-warn', TriangleAlert],
  critical: ['text-err', OctagonAlert],
} as const;

/** The severity, by shape and colour. A cross would read as a failed delivery. */
function SeverityMark({ severity }: { severity: keyof typeof severities }) {
  const { word } = severityLooks[severity];
  const [tone, Icon] = severities[severity];
  return (
    <span className={clsx('shrink-0', tone)} title={word}>
      <Icon size={14} aria-hidden />
      <span className="sr-only">{word}: </span>
    </span>
  );
}

/** The start of the body as received. If there is no body, the method and the query. */
function Raw({ row, wanted }: { row: ListedCall; wanted: string | undefined }) {
  if (row.excerpt !== undefined && wanted !== undefined)
    return (
      // The text wraps in a narrow list, so the match is never cut off.
      <code className="min-w-0 truncate text-code @max-[600px]:whitespace-normal @max-[600px]:wrap-anywhere">
        <Marked text={row.excerpt} wanted={wanted.trim()} />
      </code>
    );
  if (row.rawBody === '')
    return (
      <span className="min-w-0 truncate">
        <i>{texts.noContent}</i>
        {(row.query !== '' || row.method !== 'POST') && (
          <code className="ml-2 text-code">
            {row.method}
            {row.query !== '' && ` ?${row.query.slice(0, 200)}`}
          </code>
        )}
      </span>
    );
  return (
    <code className="min-w-0 truncate text-code">
      {row.rawBodyEncoding === 'base64' ? `Base64 ${row.rawBody}` : row.rawBody.slice(0, 300)}
    </code>
  );
}

/** Marks all matches in a text. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const parts: ReactNode[] = [];
  const low = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let done = 0;
  for (let at = low.indexOf(needle); at >= 0 && needle !== ''; at = low.indexOf(needle, done)) {
    const end = at + needle.length;
    parts.push(
      text.slice(done, at),
      <mark key={at} className="rounded-[3px] bg-warn-soft px-0.5 text-ink">
        {text.slice(at, end)}
      </mark>,
    );
    done = end;
  }
  return [...parts, text.slice(done)];
}
