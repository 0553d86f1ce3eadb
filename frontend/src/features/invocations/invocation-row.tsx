import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Info, MessageSquare, ShieldAlert, ShieldCheck } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { dispatchesQuery } from '../../data/invocations.ts';
import { formatDuration, plural } from '../../lib/format.ts';
import { dispatchStateLook, heldLook, invocationLook, type Tone } from '../../lib/status.ts';
import { formatDateTime, formatRelative } from '../../lib/time.ts';
import { unverifiedWord } from '../../lib/unverified.ts';
import type { Invocation } from '../../lib/wire.ts';
import { Badge, Status } from '../../ui/badge.tsx';
import { StatusIcon } from '../../ui/icons.tsx';
import { SenderMark } from '../../ui/sender-mark.tsx';
import { Ago, useNow } from '../../ui/time.tsx';
import { KindMark } from '../../ui/type-tile.tsx';
import { headlineOf } from './headline.ts';
import { texts } from './texts.ts';

/** A call of a list; one that was searched for has the text around what was found. */
export type ListedCall = Invocation & { excerpt?: string | undefined };

/** A target's marks in the list. */
interface MarkedTarget {
  name: string;
  /** The lines of its kind's mark; without any it is that of a message. */
  paths: readonly string[] | undefined;
}

/** All targets by id, read once for a list: its rows do not each ask for themselves. */
export interface MarkedTargets {
  byId: ReadonlyMap<number, MarkedTarget>;
  /** The kinds are not read yet: their marks are left out. */
  waiting: boolean;
}

interface Props {
  row: ListedCall;
  marked: MarkedTargets;
  selected: boolean;
  fresh: boolean;
  /** The searched text; rows show where it was found. */
  wanted?: string | undefined;
  /** The target whose messages are looked at: the status is that of its message. */
  target?: number | undefined;
  onOpen(id: string, opener: HTMLElement): void;
}

/** The height of a row in a wide window, its line included. */
export const ROW_PX = 62;

/** The columns of a row and of the head, also next to an open call; on phones a row is a card. */
export const COLUMNS = '@min-[600px]:grid-cols-[10rem_minmax(0,1fr)_clamp(8.5rem,22cqw,13rem)_10rem]';

/**
 * Rows out of sight are neither laid out nor painted: a call that opens next to hundreds of them changes the width of
 * all. What is a row of a table for the browser could not be left out, so rows are grids.
 */
const ONLY_IN_SIGHT = { contentVisibility: 'auto', containIntrinsicSize: `auto ${ROW_PX}px` } as const;

/** Drawn again only when its call changes: the list may be long, and a dialog opens and closes above it. */
export const InvocationRow = memo(function InvocationRow({
  row,
  marked,
  selected,
  fresh,
  wanted,
  target,
  onOpen,
}: Props) {
  const queryClient = useQueryClient();
  const now = useNow();
  const prefetch = () => void queryClient.prefetchQuery(dispatchesQuery(row.id));
  const date = formatDateTime(row.invokedAt, now);
  const buttonId = `open-${row.id}`;
  return (
    <tr
      aria-selected={selected}
      onClick={() => onOpen(row.id, document.getElementById(buttonId) as HTMLElement)}
      onPointerEnter={prefetch}
      style={ONLY_IN_SIGHT}
      className={clsx(
        'grid cursor-pointer items-center hover:bg-sunken aria-selected:bg-accent-soft @max-[600px]:grid-cols-[minmax(0,1fr)_auto] @max-[600px]:gap-x-3 @max-[600px]:gap-y-1.5 @max-[600px]:p-4 @min-[600px]:min-h-[62px]',
        COLUMNS,
        fresh && 'row-new',
      )}
    >
      <td className="py-2 pr-2 pl-4 @max-[600px]:p-0 @min-[600px]:pl-5">
        <div className="flex flex-wrap items-baseline gap-x-2 @min-[600px]:flex-col">
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
          <span className="text-meta text-ink-2">
            <Ago date={row.invokedAt} />
          </span>
        </div>
      </td>
      <td className="min-w-0 px-4 py-2 @max-[600px]:col-span-2 @max-[600px]:row-start-2 @max-[600px]:p-0">
        <Told row={row} wanted={wanted} />
      </td>
      <td className="py-2 pr-2 pl-4 @max-[600px]:col-span-2 @max-[600px]:row-start-3 @max-[600px]:p-0 @max-[600px]:text-meta @max-[600px]:text-ink-2">
        <DispatchMarks row={row} marked={marked} />
      </td>
      <td className="px-4 py-2 @max-[600px]:col-start-2 @max-[600px]:row-start-1 @max-[600px]:p-0 @max-[600px]:text-right @min-[600px]:pr-5">
        <StatusOf row={row} target={target} now={now} />
      </td>
    </tr>
  );
});

/** The first line of the message, above the payload. */
function Told({ row, wanted }: { row: ListedCall; wanted: string | undefined }) {
  const { message } = row;
  const raw = <Raw row={row} wanted={wanted} />;
  const repeat = (
    <>
      <ProofMark row={row} />
      {row.refusedAt !== undefined && <Badge tone="idle">{texts.letIn}</Badge>}
      {row.duplicateOf !== undefined && <Badge tone="idle">{texts.repeat}</Badge>}
    </>
  );
  if (!message)
    return (
      <div className="flex min-w-0 items-center gap-2 text-ink-2">
        {repeat}
        {raw}
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 @min-[900px]:flex-nowrap">
        {repeat}
        {message.sender !== undefined && (
          <span className="flex min-w-0 shrink-0 items-center gap-1.5 text-meta text-ink-2 max-w-full">
            <SenderMark sender={message.sender} size={14} />
            <span className="truncate">{[message.sender, message.event].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        <span className="flex min-w-0 items-center gap-2">
          {message.severity !== undefined && <SeverityMark severity={message.severity} />}
          <span className="min-w-0 truncate font-medium" title={message.title}>
            {headlineOf(message)}
          </span>
        </span>
      </div>
      <div className="flex min-w-0 text-meta text-ink-3">{raw}</div>
    </div>
  );
}

/** True if the call proved who made it; nothing where no one asked. */
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

/** The severity, by shape and colour; most calls are informational and have no mark. */
function SeverityMark({ severity }: { severity: keyof typeof severities }) {
  const word = texts.severity[severity];
  const [tone, icon] = severities[severity];
  return (
    <span className={clsx('shrink-0', tone)} title={word}>
      {icon ? <StatusIcon name={icon} size={14} /> : <Info size={14} aria-hidden />}
      <span className="sr-only">{word}: </span>
    </span>
  );
}

/** The beginning of the body as it came; of a call without one, its method and query. */
function Raw({ row, wanted }: { row: ListedCall; wanted: string | undefined }) {
  if (row.excerpt !== undefined && wanted !== undefined)
    return (
      // The match is not cut off in a narrow list.
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

const markTones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'border border-warn-fill bg-warn-soft text-warn',
  err: 'border border-err-fill bg-err-soft text-err',
  idle: 'bg-idle-soft text-idle',
  accent: 'bg-accent-soft text-accent-text',
};

/** More marks than these have no room in a row. */
const MARKS = 4;

/** The number of messages, a mark of each target with its undelivered ones, and the time of the slowest. */
function DispatchMarks({ row, marked }: { row: ListedCall; marked: MarkedTargets }) {
  const shown = row.dispatches.slice(0, row.dispatches.length > MARKS + 1 ? MARKS : MARKS + 1);
  return (
    <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
      <span className="sr-only">{plural(row.numDispatches, 'dispatch', 'dispatches')}:</span>
      <span aria-hidden className="@min-[600px]:hidden">
        {plural(row.numDispatches, 'dispatch', 'dispatches')}
      </span>
      <span aria-hidden className="w-4 text-right @max-[600px]:hidden">
        {row.numDispatches}
      </span>
      {shown.map(({ targetId, status }) => {
        const target = marked.byId.get(targetId);
        const { tone, word, icon } = dispatchStateLook(status);
        const label = `${target?.name ?? texts.deletedTarget}: ${word}`;
        return (
          <span
            key={targetId}
            title={label}
            className={clsx(
              'flex h-5 min-w-5 items-center justify-center gap-0.5 rounded-[6px] px-0.5',
              markTones[tone],
            )}
          >
            {target?.paths ? (
              <KindMark paths={target.paths} size={12} />
            ) : (
              !marked.waiting && <MessageSquare size={12} aria-hidden />
            )}
            {tone !== 'ok' && <StatusIcon name={icon} size={11} />}
            <span className="sr-only">{label}.</span>
          </span>
        );
      })}
      {row.dispatches.length > shown.length && (
        <span className="text-label text-ink-2">+{row.dispatches.length - shown.length}</span>
      )}
      {row.deliveredAfterMs !== undefined && (
        <span className="ml-0.5 text-meta text-ink-2">{formatDuration(row.deliveredAfterMs)}</span>
      )}
    </span>
  );
}

const heldHint = ({ by, until }: NonNullable<ListedCall['held']>): string => {
  if (by === 'paused') return texts.held.paused;
  return until === undefined ? texts.held.quotaSoon : texts.held.quota(formatDateTime(until));
};

/** With a target chosen, the status of its message; else the worst so far, and when it is tried next. */
function StatusOf({ row, target, now }: { row: ListedCall; target: number | undefined; now: number }) {
  const chosen = row.dispatches.find(({ targetId }) => targetId === target);
  const next = (chosen ? [chosen] : row.dispatches)
    .flatMap(({ nextAttemptAt }) =>
      nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > now ? [nextAttemptAt] : [],
    )
    .sort()[0];
  const ageMs = now - Date.parse(row.invokedAt);
  if (row.held) return <Status look={heldLook} hint={heldHint(row.held)} />;
  const look = chosen ? dispatchStateLook(chosen.status, ageMs) : invocationLook(row.status, row.dispatches, ageMs);
  return (
    <Status
      look={look}
      hint={
        next === undefined
          ? undefined
          : `${look === heldLook ? texts.held.quiet : texts.details.next} ${formatRelative(next, now)}`
      }
    />
  );
}

/** The text with all matches marked. */
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
