import { TriangleAlert } from 'virtual:icons';
import { clsx } from 'clsx';
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { EntrySummary, Provider, Bubble as Said, Thread } from '../../lib/local/fakes/wire.ts';
import { MessageBlocks } from '../src/ui/message-blocks.tsx';
import { Post } from '../src/ui/message-frame.tsx';
import { clockTime, dayName } from './clock.tsx';
import { wasAccepted } from './feed.ts';
import { RequestButton } from './inspector.tsx';
import { blocksOf, pageOf } from './pages.ts';

const NEAR_END_PIXELS = 80;

/** A conversation, oldest first. It stays scrolled to the end until the reader scrolls up. */
export function Conversation({
  provider,
  thread,
  entries,
}: {
  provider: Provider;
  thread: Thread;
  entries: readonly EntrySummary[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const edits = editsOf(entries);
  const shown = entries.filter((entry) => (entry.bubble !== undefined && !isEdit(entry)) || wasRefusedHere(entry));
  const last = shown.at(-1)?.id;
  useLayoutEffect(() => {
    const log = box.current;
    if (log && last !== undefined && atEnd.current) log.scrollTop = log.scrollHeight;
  }, [last]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={`Messages in ${thread.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: only a focusable element can be scrolled with the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: log }) => {
        atEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PIXELS;
      }}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-surface p-4 -outline-offset-2 md:p-5"
    >
      {shown.length === 0 && <p className="m-auto text-ink-2">No messages yet.</p>}
      {shown.map((entry, index) => {
        const before = shown[index - 1];
        const { repliesTo } = entry.message ?? {};
        const isNewDay = !before || dayName(before.at) !== dayName(entry.at);
        return (
          <Fragment key={entry.id}>
            {isNewDay && (
              <p className="border-b border-line pb-1 text-center text-label text-ink-2">{dayName(entry.at)}</p>
            )}
            <Message
              provider={provider}
              thread={thread}
              entry={entry}
              edits={edits.get(idOf(entry)) ?? []}
              answered={repliesTo === undefined ? undefined : entries.find((it) => idOf(it) === repliesTo)}
            />
          </Fragment>
        );
      })}
    </div>
  );
}

/** True for an update that the product rejected. */
const wasRefusedHere = (entry: EntrySummary): boolean => entry.kind === 'sent' && !wasAccepted(entry);

/** An accepted change of an earlier message, which is shown in its place. */
const isEdit = (entry: EntrySummary): boolean => entry.message?.isEdit === true && wasAccepted(entry);

const idOf = ({ message }: EntrySummary): string => message?.id ?? '';

/** The edits to each message, oldest first. */
const editsOf = (entries: readonly EntrySummary[]): Map<string, EntrySummary[]> =>
  Map.groupBy(entries.filter(isEdit), idOf);

interface Shown {
  provider: Provider;
  thread: Thread;
  entry: EntrySummary;
  edits: EntrySummary[];
  /** The message to which this one replies. */
  answered: EntrySummary | undefined;
}

function Message({ provider, thread, entry, edits, answered }: Shown) {
  const { bubble, status, note } = entry;
  const latest = edits.at(-1) ?? entry;
  if (!bubble) {
    const reason = status === 0 ? 'nobody answered' : `it answered ${status}`;
    return (
      <Event warn>
        Tellhook did not take this: {reason}. {provider.name} will try again. <RequestButton entry={entry} />
      </Event>
    );
  }
  if (bubble.side === 'system')
    return (
      <Event>
        {bubble.text} {clockTime(entry.at)}
      </Event>
    );
  const refused = entry.kind === 'received' && !wasAccepted(entry);
  const fate = refused ? `Not delivered: ${fateOf(entry)}` : note;
  return (
    <article
      className={clsx(
        'flex min-w-0 max-w-[640px] flex-col gap-1.5',
        bubble.side === 'user' && 'self-end',
        refused && 'rounded-panel border border-dashed border-line-strong p-3',
      )}
    >
      {answered?.bubble && (
        <p className="border-l-2 border-line-strong pl-2 text-label text-ink-2 wrap-anywhere">
          Replies to: {beginningOf(answered.bubble)}
        </p>
      )}
      <Look slug={provider.slug} thread={thread} entry={latest} bubble={latest.bubble ?? bubble} />
      {edits.length > 0 && (
        <details className="text-label text-ink-2">
          <summary className="cursor-pointer">
            {edits.length === 1 ? 'Edited once' : `Edited ${edits.length} times`}
          </summary>
          <ol className="mt-2 flex flex-col gap-2 border-l-2 border-line pl-3">
            {[entry, ...edits.slice(0, -1)].map((version) => (
              <li key={version.id}>
                <Look slug={provider.slug} thread={thread} entry={version} bubble={version.bubble ?? bubble} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {fate && (
        <p className="flex items-start gap-1.5 text-meta text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          <span className="wrap-anywhere">{fate}</span>
        </p>
      )}
    </article>
  );
}

/** The first words of a message. */
const beginningOf = ({ text }: Said): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 60)}…` : line || 'a message';
};

function Event({ warn = false, children }: { warn?: boolean; children: ReactNode }) {
  return (
    <p
      className={clsx(
        'self-center rounded-panel px-3 py-1 text-center text-label',
        warn ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink-2',
      )}
    >
      {children}
    </p>
  );
}

/** A message in its provider's layout. */
function Look({ slug, thread, entry, bubble }: { slug: string; thread: Thread; entry: EntrySummary; bubble: Said }) {
  const said = <MessageBlocks blocks={blocksOf(bubble)} />;
  const time = (
    <>
      <time dateTime={entry.at} title={entry.at}>
        {clockTime(entry.at)}
      </time>{' '}
      {entry.kind === 'received' && <RequestButton entry={entry} />}
    </>
  );
  const mine = bubble.side === 'user';
  const alone = thread.kind === 'person';
  const name = <p className={mine || alone ? 'sr-only' : 'text-meta font-semibold'}>{bubble.author}</p>;
  const { frame } = pageOf(slug);
  if (frame) return frame({ bubble, said, time, name, mine });
  return (
    <Post name={bubble.author} time={time}>
      {said}
    </Post>
  );
}

const fateOf = ({ status, note, refusal = '' }: EntrySummary): string =>
  status === 0 ? (note ?? 'no answer') : `${status} ${wordsOf(refusal)}`;

/** The text of a rejection, from any provider's format. */
const wordsOf = (text: string): string => {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const error = (body.error ?? body) as Record<string, unknown>;
    return [typeof error.code === 'string' ? error.code : '', error.description ?? error.message ?? '']
      .filter(Boolean)
      .join(': ');
  } catch {
    return text;
  }
};
