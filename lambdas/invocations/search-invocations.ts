import type { InvocationWire } from '#contract/invocation';
import type { SearchedStatus } from '#contract/invocation-search';
import { isStanding, standingOf } from '#contract/standing';
import { type InvocationSummary, invocationStatus, type SummaryState } from '../model/invocation.ts';
import type { CallFinder } from '../model/invocation-ports.ts';
import { epochSeconds } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { withHeadlines } from './headlines.ts';
import { withReleaseTimes } from './held/release-times.ts';
import { type TextMatcher, textMatcher } from './match-text.ts';
import { type ReadInvocationPorts, toWire } from './read-invocations.ts';

/** The search filters; an undefined field matches all calls. `cursor` is the id of the last call that was searched. */
export interface InvocationFilter {
  /** `held` matches calls that wait for quota, for their webhook, or for the end of quiet hours. */
  status?: SearchedStatus | undefined;
  targetId?: number | undefined;
  /** Filters by the result of verification. */
  verified?: 'yes' | 'no' | 'not-checked' | undefined;
  /** Filters by the URL: `yes` for calls to a previous URL of the webhook. */
  byOldUrl?: 'yes' | 'no' | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  text?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

type FoundInvocation = InvocationWire & { excerpt?: string };

/** A call that matches the filter, with the text around the match. */
interface Found {
  summary: InvocationSummary;
  excerpt?: string;
}

export interface SearchResult {
  invocations: FoundInvocation[];
  /** Time of the search (RFC 3339); later calls are not included. */
  at: string;
  /** The number of calls that were searched. */
  searched: number;
  /** Calls accepted after this time were all searched. Undefined if there are no older calls. */
  searchedUntil: string | undefined;
  /** The cursor for the next page; undefined if there are no older calls. */
  next: string | undefined;
}

export type SearchPorts = ReadInvocationPorts & { callFinder: Pick<CallFinder, 'newest'> };

/**
 * Read limits of one request. A summary has about 600 bytes, so a thousand cost some 75 read units. A content costs
 * half a unit per 4 KB, compressed. A longer search continues with the cursor.
 */
const MOST_SUMMARIES = 1000;
const MOST_CONTENTS = 100;
const MOST_CONTENT_BYTES = 8_000_000;

/** Maximum number of contents read in parallel. */
const TOGETHER = 20;

/**
 * Factor by which each page is larger than the one before. Frequent hits are found in small pages; rare ones need few
 * round trips.
 */
const GROWTH = 4;

/**
 * Searches a webhook's calls, newest first. Ends when `limit` calls are found, no older calls are left, or the read
 * limit of one request is reached.
 * @throws AppError('not-found')
 */
export const searchInvocations = async (
  userId: number,
  webhookId: number,
  filter: InvocationFilter,
  ports: SearchPorts,
): Promise<SearchResult> => {
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  const now = ports.clock();
  const at = now.toISOString();
  const examine = examiner(filter, now, ports);
  const found: Found[] = [];
  const told = async () => {
    const summaries = found.map(({ summary }) => summary);
    const wires = (await withHeadlines(webhook, summaries, ports)).map((summary, index) => ({
      ...toWire(summary, undefined),
      ...(found[index]?.excerpt !== undefined && { excerpt: found[index].excerpt }),
    }));
    return withReleaseTimes(userId, wires, ports);
  };
  let [searched, page, last] = [0, filter.limit, undefined as InvocationSummary | undefined];
  for (;;) {
    const { summaries, more } = await ports.callFinder.newest(userId, webhookId, {
      from: filter.from,
      to: filter.to,
      before: last?.id ?? filter.cursor,
      limit: Math.min(page, MOST_SUMMARIES - searched),
    });
    const looked = await examine(summaries, found);
    searched += looked;
    last = summaries[looked - 1] ?? last;
    page *= GROWTH;
    if (looked === summaries.length && !more)
      return { invocations: await told(), at, searched, searchedUntil: undefined, next: undefined };
    if (looked < summaries.length || found.length === filter.limit || searched === MOST_SUMMARIES)
      return { invocations: await told(), at, searched, searchedUntil: last?.invokedAt, next: last?.id };
  }
};

/** Returns a function that searches one page of calls. All pages share one read limit. */
const examiner = (filter: InvocationFilter, at: Date, { invocations }: SearchPorts) => {
  const matcher = filter.text === undefined ? undefined : textMatcher(filter.text);
  const now = epochSeconds(at);
  let [contents, bytes] = [MOST_CONTENTS, MOST_CONTENT_BYTES];

  /** True if a call's content can still be read. Counts that read against the limit. */
  const mayRead = ({ size }: InvocationSummary): boolean => {
    if (contents === 0 || bytes <= 0) return false;
    contents -= 1;
    bytes -= size;
    return true;
  };

  const inContent = async ({ userId, id }: InvocationSummary, wanted: TextMatcher): Promise<string | undefined> => {
    const content = await invocations.content(userId, id);
    return content && wanted.inContent(content);
  };

  /** Returns the number of searched calls, which is smaller if enough were found or the read limit was reached. */
  return async (summaries: InvocationSummary[], found: Found[]): Promise<number> => {
    let looked = 0;
    while (looked < summaries.length && found.length < filter.limit) {
      const matches: (Found | undefined | Promise<Found | undefined>)[] = [];
      let reading = 0;
      for (const summary of summaries.slice(looked)) {
        if (reading === TOGETHER) break;
        if (summary.expiresAt <= now || !isMeant(summary, filter)) matches.push(undefined);
        else if (!matcher) matches.push({ summary });
        else {
          const excerpt = matcher.inSummary(summary);
          if (excerpt !== undefined) matches.push({ summary, excerpt });
          else if (mayRead(summary)) {
            reading += 1;
            matches.push(
              inContent(summary, matcher).then((text) => (text === undefined ? undefined : { summary, excerpt: text })),
            );
          } else break;
        }
      }
      if (matches.length === 0) return looked;
      for (const match of await Promise.all(matches)) {
        if (found.length === filter.limit) return looked;
        looked += 1;
        if (match) found.push(match);
      }
    }
    return looked;
  };
};

/**
 * True if a summary matches the filter. With a target, `status` applies to that target's message, except for `partial`,
 * which applies to whole calls.
 */
const isMeant = (
  { dispatches, verified: proof, byOldUrl: isByOldUrl }: InvocationSummary,
  { status, targetId, verified, byOldUrl }: InvocationFilter,
): boolean => {
  if (byOldUrl !== undefined && (isByOldUrl === true) !== (byOldUrl === 'yes')) return false;
  if (verified !== undefined && verified !== proofWord(proof)) return false;
  const atTarget = targetId === undefined ? undefined : dispatches[targetId];
  if (targetId !== undefined && atTarget === undefined) return false;
  if (status === undefined) return true;
  const states: SummaryState[] =
    atTarget === undefined || status === 'partial' ? Object.values(dispatches) : [atTarget];
  if (isStanding(status)) return standingOf(states) === status;
  if (status === 'held') return states.some((state) => state === 'held' || state === 'quiet');
  return invocationStatus(states) === status;
};

const proofWord = (proof: InvocationSummary['verified']): NonNullable<InvocationFilter['verified']> =>
  proof === undefined ? 'not-checked' : proof === 'yes' ? 'yes' : 'no';
