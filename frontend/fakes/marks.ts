import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import type { EntrySummary, Provider } from '../../lib/local/fakes/wire.ts';
import { entriesOf, type Feed, wasAccepted } from './feed.ts';

/** The ids of read entries: the last one of each conversation, and the opened emails. */
const marks = z.object({ threads: z.record(z.string(), z.number()), mails: z.array(z.number()) });
type Marks = z.infer<typeof marks>;

const KEY = 'fakes-read';
const MAILS_KEPT = 500;

const kept = (): Marks => {
  try {
    return marks.parse(JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return { threads: {}, mails: [] };
  }
};

let current = kept();
const listeners = new Set<() => void>();
const change = (next: Marks) => {
  current = next;
  localStorage.setItem(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useMarks = (): Marks => useSyncExternalStore(subscribe, () => current);

export const markSeen = (slug: string, thread: string, last: EntrySummary | undefined): void => {
  const name = `${slug}/${thread}`;
  if (!last || (current.threads[name] ?? 0) >= last.id) return;
  change({ ...current, threads: { ...current.threads, [name]: last.id } });
};

export const markRead = (id: number): void => {
  if (!current.mails.includes(id)) change({ ...current, mails: [...current.mails, id].slice(-MAILS_KEPT) });
};

/** Forgets marks beyond the last entry, which are from an earlier run: a run without stored data restarts the ids. */
export const forgetMarksAfter = (lastId: number): void =>
  change({
    threads: Object.fromEntries(Object.entries(current.threads).filter(([, id]) => id <= lastId)),
    mails: current.mails.filter((id) => id <= lastId),
  });

/** The number of unread messages in a conversation, or of unopened emails in the mailbox. */
export const unreadIn = (feed: Feed, { threads, mails }: Marks, slug: string, thread: string): number => {
  const mark = threads[`${slug}/${thread}`] ?? 0;
  return entriesOf(feed, slug).filter((entry) => {
    if (!wasAccepted(entry)) return false;
    if (entry.mail) return !mails.includes(entry.id);
    return entry.thread === thread && entry.id > mark && entry.bubble?.side === 'product';
  }).length;
};

export const unreadAt = (feed: Feed, seen: Marks, { slug, threads }: Provider): number =>
  threads.reduce((sum, { id }) => sum + unreadIn(feed, seen, slug, id), 0);
