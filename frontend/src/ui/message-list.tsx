import { Link } from '@tanstack/react-router';
import type { CallOf } from '../data/last-messages.ts';
import type { StatusLook } from '../lib/status.ts';
import { formatDateTime } from '../lib/time.ts';
import { Status } from './badge.tsx';
import { MessageListSkeleton } from './message-list-skeleton.tsx';
import { FailedLoad } from './panel.tsx';
import { SenderMark } from './sender-mark.tsx';
import { Ago, useNow } from './time.tsx';

const words = {
  failed: 'The messages could not be loaded.',
  /** A name for messages that were not rendered yet, and for calls without content. */
  unnamed: (date: string) => `Call from ${date}`,
};

/**
 * Calls as one line each: sender, message, webhook, time and status.
 * @param messages undefined while they are loading
 * @param expected the number of rows to reserve space for, so the content below doesn't move
 * @param none the text for an empty list
 */
export function MessageList<Row extends CallOf>({
  messages,
  expected,
  none,
  lookOf,
  failed,
  onRetry,
}: {
  messages: readonly Row[] | undefined;
  expected: number;
  none: string;
  lookOf(row: Row, now: number): StatusLook;
  failed: boolean;
  onRetry(): void;
}) {
  const now = useNow();
  if (messages === undefined)
    return failed ? <FailedLoad text={words.failed} onRetry={onRetry} /> : <MessageListSkeleton rows={expected} />;
  if (messages.length === 0) return <p className="px-4 py-4 text-ink-2 md:px-5">{none}</p>;
  return (
    <ul className="@container divide-y divide-line">
      {messages.map((row) => {
        const { webhook, call } = row;
        const look = lookOf(row, now);
        return (
          <li
            key={call.id}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 px-4 py-1 md:px-5 @min-[600px]:flex-nowrap"
          >
            <span className="flex min-w-0 items-center gap-2 @max-[600px]:w-full @min-[600px]:flex-1">
              {call.message?.sender !== undefined && <SenderMark sender={call.message.sender} size={14} />}
              <Link
                to="/webhooks/$id"
                params={{ id: webhook.id }}
                search={{ inv: call.id }}
                className="flex min-h-6 min-w-0 items-center font-medium hover:text-accent-text hover:underline"
              >
                <span className="truncate">
                  {call.message?.title ?? words.unnamed(formatDateTime(call.invokedAt, now))}
                </span>
              </Link>
            </span>
            <span className="min-w-0 truncate text-meta text-ink-2 @min-[600px]:max-w-64">
              {webhook.name} · <Ago date={call.invokedAt} />
            </span>
            <span className="shrink-0 text-right @min-[600px]:w-32">
              {/* Success needs no colour: green on every row would hide failures. */}
              {look.tone === 'ok' ? <span className="text-meta text-ink-2">{look.word}</span> : <Status look={look} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
