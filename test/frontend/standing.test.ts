import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hoursBetween, spanOf } from '../../frontend/src/features/invocations/brush.ts';
import { filterOf } from '../../frontend/src/features/invocations/search.ts';
import { standingLinks } from '../../frontend/src/features/invocations/standing-links.ts';
import { dispatchStateLook, invocationLook, standingWords } from '../../frontend/src/lib/status.ts';
import { standings } from '../../lambdas/contract/standing.ts';
import { searchInvocations } from '../../lambdas/invocations/search-invocations.ts';
import { webhookStats } from '../../lambdas/invocations/webhook-stats.ts';
import type { InvocationSummary, SummaryState } from '../../lambdas/model/invocation.ts';
import { aSummary } from '../support/in-memory.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const TARGETS = [21, 22, 23];

const states: readonly SummaryState[] = ['pending', 'waiting', 'held', 'quiet', 'success', 'error', 'skipped'];
const dispatches = fc.dictionary(fc.constantFrom(...TARGETS.map(String)), fc.constantFrom(...states), { minKeys: 1 });
/** The states of some calls' messages within the last day, newest first. */
const day = fc.integer({ min: 0, max: 1439 });
const days = fc.array(fc.record({ dispatches, minutesAgo: day }), { maxLength: 20 });
/** The states of some calls' messages within the last three days. */
const longer = fc.array(fc.record({ dispatches, minutesAgo: day.map((minutes) => minutes * 3) }), { maxLength: 20 });

const portsOf = (summaries: InvocationSummary[]) => ({
  webhooks: { get: async () => ({ id: 11, targetIds: [] }) },
  dispatches: { get: async () => undefined },
  failingTargets: { list: async () => [] },
  callFinder: {
    outcomes: async (_user: number, _webhook: number, { from }: { from: Date }) => ({
      outcomes: summaries.filter(({ invokedAt }) => new Date(invokedAt) >= from),
      more: false,
    }),
    newest: async (
      _user: number,
      _webhook: number,
      { before, from }: { before?: string; from?: Date | undefined },
    ) => ({
      summaries: before === undefined ? summaries.filter(({ invokedAt }) => !from || new Date(invokedAt) >= from) : [],
      more: false,
    }),
  },
  invocations: { content: async () => undefined },
  clock: () => NOW,
});

const world = (calls: { dispatches: Record<string, SummaryState>; minutesAgo: number }[]) => {
  const summaries = calls
    .toSorted((one, other) => one.minutesAgo - other.minutesAgo)
    .map(({ minutesAgo, dispatches }, index) =>
      aSummary(new Date(NOW.getTime() - minutesAgo * 60_000), { id: `call-${index}`, webhookId: 11, dispatches }),
    );
  // biome-ignore lint/suspicious/noExplicitAny: only what the two verbs ask is played.
  const ports = portsOf(summaries) as any;
  const rows = async (status?: (typeof standings)[number], targetId?: number) =>
    (await searchInvocations(1, 11, { status, targetId, limit: 50 }, ports)).invocations;
  const found = async (filter: object) => (await searchInvocations(1, 11, { ...filter, limit: 50 }, ports)).invocations;
  return { rows, found, stats: () => webhookStats(1, 11, ports) };
};

it('badge, filter, counts and chart agree on a call’s status', () =>
  fc.assert(
    fc.asyncProperty(days, async (calls) => {
      const { rows, stats } = world(calls);
      const counted = await stats();
      const all = await rows();
      const found = Object.fromEntries(
        await Promise.all(standings.map(async (standing) => [standing, await rows(standing)] as const)),
      ) as Record<(typeof standings)[number], typeof all>;
      const idsOf = (list: typeof all) => list.map(({ id }) => id);

      for (const standing of standings) {
        expect(counted.standing[standing], standingWords[standing]).toBe(found[standing].length);
        expect(counted.hours.reduce((sum, hour) => sum + hour.standing[standing], 0)).toBe(found[standing].length);
      }
      const named = standings.flatMap((standing) => idsOf(found[standing]));
      expect(new Set(named).size, 'no call stands in two ways').toBe(named.length);

      for (const row of all) {
        const { tone } = invocationLook(row.status, row.dispatches);
        const stands = (standing: (typeof standings)[number]) => idsOf(found[standing]).includes(row.id);
        if (tone === 'err') expect(stands('attention'), 'every red row is found by Needs attention').toBe(true);
        if (stands('attention')) expect(['err', 'warn'], row.status).toContain(tone);
        if (tone === 'ok') expect(stands('arrived')).toBe(true);
        if (!named.includes(row.id)) expect(row.dispatches.every(({ status }) => status === 'skipped')).toBe(true);
      }
    }),
  ));

it('a filter with a number leads to this number of calls, regardless of the filter before', () =>
  fc.assert(
    fc.asyncProperty(
      longer,
      fc.record({
        status: fc.option(fc.constantFrom(...standings), { nil: undefined }),
        last: fc.constantFrom(undefined, '24h' as const),
      }),
      fc.boolean(),
      async (calls, search, isOlderCounted) => {
        const { found, rows, stats } = world(calls);
        const ofAnyAge = isOlderCounted
          ? Object.fromEntries(
              await Promise.all(
                standings.map(async (status) => [status, { count: (await rows(status)).length, more: false }] as const),
              ),
            )
          : {};
        const links = standingLinks(search, await stats(), ofAnyAge);
        expect(links.map(({ status }) => status)).toEqual([undefined, ...standings]);
        for (const { count, status, search } of links) {
          if (count === undefined) continue;
          const { from, ...filter } = filterOf(search, NOW.getTime());
          expect((await found({ ...filter, from: new Date(from ?? 0) })).length).toBe(count);
          if (isOlderCounted && status) expect(count).toBe((await rows(status)).length);
        }
        expect(links.slice(1).every(({ count }) => count !== undefined)).toBe(true);
      },
    ),
    // This call is exactly 24 hours old.
    { examples: [[[{ dispatches: { 21: 'pending' }, minutesAgo: 1440 }], { status: undefined, last: '24h' }, false]] },
  ));

it('no filter shows the day’s number if the list has other conditions', () => {
  const stats = { calls: 3, complete: true, standing: { attention: 1, waiting: 1, arrived: 1 } };
  for (const search of [{ last: '7d' }, { target: 21 }, { q: 'x' }, { since: '2026-11-20T08:00:00.000Z' }] as const)
    expect(standingLinks(search, stats).map(({ count }) => count)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  expect(standingLinks({}, { ...stats, complete: false })[1]?.count).toBeUndefined();
});

it('the hours selected on the chart are requested, and shown as selected', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 }), (one, other) => {
      const chart = { from: '2026-11-19T12:00:00.000Z', to: NOW.toISOString(), hours: Array.from({ length: 24 }) };
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      expect(hoursBetween(chart, spanOf(chart, [one, other]))).toEqual([first, last]);
      expect(spanOf(chart, [one, other]).until).toBe(
        last === 23 ? undefined : new Date(Date.parse(chart.from) + (last + 1) * 3_600_000).toISOString(),
      );
    }),
  ));

it('with a target selected, a call has the message’s status to that target', () =>
  fc.assert(
    fc.asyncProperty(days, fc.constantFrom(...TARGETS), async (calls, target) => {
      const { rows } = world(calls);
      const failed = (await rows('attention', target)).map(({ id }) => id);
      const red = (await rows(undefined, target)).filter((row) =>
        row.dispatches.some(
          ({ target_id, status }) => target_id === target && dispatchStateLook(status).tone === 'err',
        ),
      );
      expect(red.map(({ id }) => id)).toEqual(failed);
    }),
  ));
