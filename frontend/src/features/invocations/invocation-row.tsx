import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Info, ShieldAlert, ShieldCheck } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { dispatchesQuery } from '../../data/invocations.ts';
import { formatDuration, plural } from '../../lib/format.ts';
import { severityLooks } from '../../lib/severity.ts';
import { dispatchStateLook, heldLook, invocationLook, type Tone } from '../../lib/status.ts';
import { formatDateTime, formatRelative } from '../../lib/time.ts';
import { unverifiedWord } from '../../lib/unverified.ts';
import type { Invocation, Target } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { atTargets } from './dispatch-rules.ts';
import { headlineOf } from './headline.ts';
import { texts } from './texts.ts';

/** A call in the list. If a search found it, `excerpt` is the text around the match. */
export type ListedCall = Invocation & { excerpt?: string | undefined };

/** All targets by id, read once for the whole list. */
export type MarkedTargets = ReadonlyMap<number, Pick<Target, 'name' | 'status'>>;

interface Props {
  row: ListedCall;
  marked: MarkedTargets;
  selected: boolean;
  fresh: boolean;
  /** The search text; rows show where it was found. */
  wanted?: string | undefined;
  /** True if rows show the start of the body below the message. */
  withBody: boolean;
  /** The target by which the list is filtered; rows show the status of its message. */
  target?: number | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** Height of a row in a wide window, including its border; doubled if the body is shown below the message. */
export const ROW_PX = 36;

/** The columns of rows and header, also next to an open call. On phones, a row is a two-line card. */
export const COLUMNS =
  '@min-[600px]:grid-cols-[7.5rem_minmax(0,1fr)_6rem_10.5rem] @min-[900px]:grid-cols-[12rem_minmax(0,1fr)_9rem_11rem]';

/**
 * Skips layout and painting of rows out of sight, because opening a call next to the list resizes hundreds of them.
 * Browsers cannot skip table rows, so rows are grids.
 */
const ONLY_IN_SIGHT = { contentVisibility: 'auto', containIntrinsicSize: `auto ${ROW_PX}px` } as const;

/** The row is memoised, because the list can be long and dialogs open above it. */
export const InvocationRow = memo(function InvocationRow({
  row,
  marked,
  selected,
  fresh,
  wanted,
  withBody,
  target,
  onOpen,
}: Props) {
  const queryClient = useQueryClient();
  const now = useNow();
  const prefetch = () => void queryClient.prefetchQuery(dispatchesQuery(row.id));
  const date = formatDateTime(row.invokedAt, now);
  const buttonId = `open-${row.id}`;
  const states = atTargets(row.dispatches, (id) => marked.get(id)?.status);
  return (
    <tr
      aria-selected={selected}
      onClick={() => onOpen(row.id, document.getElementById(buttonId) as HTMLElement)}
      onPointerEnter={prefetch}
      style={ONLY_IN_SIGHT}
      className={clsx(
        'grid cursor-pointer items-center hover:bg-sunken aria-selected:bg-accent-soft @max-[600px]:grid-cols-[minmax(0,1fr)_auto_auto] @max-[600px]:gap-x-3 @max-[600px]:px-4 @max-[600px]:py-2 @min-[600px]:min-h-9',
        COLUMNS,
        fresh && 'row-new',
      )}
    >
      <td className="flex items-baseline gap-x-2 pr-2 @max-[600px]:row-start-2 @max-[600px]:text-meta @min-[600px]:pl-4 @min-[900px]:pl-5">
        <button
          type="button"
          id={buttonId}
          aria-haspopup="dialog"
          aria-label={texts.open(row.message, date)}
          onFocus={prefetch}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(row.id, event.currentTarget);
          }}
          className="min-h-6 rounded-[4px] text-left whitespace-nowrap hover:underline"
        >
          {date}
        </button>
        <span className="text-meta text-ink-3 @max-[900px]:hidden">
          <Ago date={row.invokedAt} />
        </span>
      </td>
      <td className="min-w-0 @max-[600px]:col-span-3 @max-[600px]:row-start-1 @min-[600px]:px-4">
        <Told row={row} wanted={wanted} withBody={withBody} />
      </td>
      <td className="@min-[600px]:px-4">
        <DispatchMarks row={row} states={states} marked={marked} now={now} />
      </td>
      <td className="min-w-0 @max-[600px]:text-right @min-[600px]:pr-2 @min-[600px]:pl-4">
        <StatusOf row={row} states={states} target={target} now={now} />
      </td>
    </tr>
  );
});

/** The call's message. The payload appears below it if the user wants to see bodies, or if a search found it there. */
function Told({ row, wanted, withBody }: { row: ListedCall; wanted: string | undefined; withBody: boolean }) {
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
          <span className="flex min-w-0 max-w-48 shrink-0 items-center gap-1.5 text-meta text-ink-2">
            <SenderMark sender={message.sender} size={14} />
            <span className="truncate">{[message.sender, message.event].filter(Boolean).join(' · ')}</span>
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
  ok: ['text-ok', 'check'],
  info: ['text-ink-3', undefined],
  warning: ['text-warn', 'alert'],
  critical: ['text-err', 'cross'],
} as const;

/** The severity, by shape and colour. Most calls are informational and have no mark. */
function SeverityMark({ severity }: { severity: keyof typeof severities }) {
  const word = severityLooks[severity].word;
  const [tone, icon] = severities[severity];
  return (
    <span className={clsx('shrink-0', tone)} title={word}>
      {icon ? <StatusIcon name={icon} size={14} /> : <Info size={14} aria-hidden />}
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

/** A target's dot: filled if delivered, a thick ring if failed, a broken ring if waiting, a line if skipped. */
const dots: Record<Tone, ReactNode> = {
  ok: <circle cx="6" cy="6" r="4.5" className="fill-ok-fill" />,
  err: <circle cx="6" cy="6" r="4" fill="none" strokeWidth="3" className="stroke-err-fill" />,
  warn: (
    <circle cx="6" cy="6" r="4.5" fill="none" strokeWidth="2" strokeDasharray="3.2 1.5" className="stroke-warn-fill" />
  ),
  idle: <path d="M2 6h8" strokeWidth="2" stroke="currentColor" />,
  accent: <circle cx="6" cy="6" r="4.5" fill="none" strokeWidth="1.5" strokeDasharray="2 1.5" stroke="currentColor" />,
};

/** Maximum number of dots in a row. */
const DOTS = 6;

/** The states of a row's messages, adjusted to their targets. */
type States = ReturnType<typeof atTargets<ListedCall['dispatches'][number]>>;

/** The number of messages, a dot for each target, and the time of the slowest message. */
function DispatchMarks({
  row,
  states,
  marked,
  now,
}: {
  row: ListedCall;
  states: States;
  marked: MarkedTargets;
  now: number;
}) {
  const shown = states.slice(0, states.length > DOTS + 1 ? DOTS : DOTS + 1);
  const ageMs = now - Date.parse(row.invokedAt);
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <span className="sr-only">{plural(row.numDispatches, 'dispatch', 'dispatches')}:</span>
      <span aria-hidden className="text-meta text-ink-2 @max-[600px]:hidden">
        {row.numDispatches}
      </span>
      {shown.map(({ targetId, status }) => {
        const isHeld = row.held !== undefined && status === 'pending';
        const { tone, word } = isHeld ? heldLook : dispatchStateLook(status, ageMs);
        const label = `${marked.get(targetId)?.name ?? texts.deletedTarget}: ${word}`;
        return (
          <span key={targetId} title={label}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" data-dot={tone}>
              {dots[status === 'pending' && !isHeld ? 'accent' : tone]}
            </svg>
            <span className="sr-only">{label}.</span>
          </span>
        );
      })}
      {row.dispatches.length > shown.length && (
        <span className="text-label text-ink-2">+{row.dispatches.length - shown.length}</span>
      )}
      {row.deliveredAfterMs !== undefined && (
        <span className="ml-1 text-meta text-ink-3 @max-[900px]:hidden">{formatDuration(row.deliveredAfterMs)}</span>
      )}
    </span>
  );
}

const heldHint = ({ by, until }: NonNullable<ListedCall['held']>): string => {
  if (by === 'paused') return texts.held.paused;
  return until === undefined ? texts.held.quotaSoon : texts.held.quota(formatDateTime(until));
};

/** The status of the chosen target's message, or the worst one, and the time of the next attempt. */
function StatusOf({
  row,
  states,
  target,
  now,
}: {
  row: ListedCall;
  states: States;
  target: number | undefined;
  now: number;
}) {
  const chosen = states.find(({ targetId }) => targetId === target);
  const next = (chosen ? [chosen] : states)
    .flatMap(({ nextAttemptAt, status }) =>
      status !== 'waiting' && nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > now ? [nextAttemptAt] : [],
    )
    .sort()[0];
  const ageMs = now - Date.parse(row.invokedAt);
  if (row.held) return <Status look={heldLook} hint={heldHint(row.held)} />;
  const look = chosen ? dispatchStateLook(chosen.status, ageMs) : invocationLook(row.status, states, ageMs);
  // Success needs no colour: green on every row would hide failures.
  if (look.tone === 'ok') return <span className="text-meta text-ink-2">{look.word}</span>;
  return (
    <span className="block min-w-0" title={look.word}>
      <Status
        look={look}
        hint={
          next === undefined
            ? undefined
            : `${look === heldLook ? texts.held.quiet : texts.details.next} ${formatRelative(next, now)}`
        }
      />
    </span>
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
