import { describe, expect, it } from 'vitest';
import { audit } from '../support/ledger/audit.ts';
import {
  heldScenarioOf,
  livingScenarioOf,
  richScenarioOf,
  routedScenarioOf,
  scenarioOf,
} from '../support/ledger/scenarios.ts';
import { play } from '../support/ledger/world.ts';
import { dropLog } from '../support/log.ts';

dropLog();

/** Each run uses the same seeds; `npm run chaos -- --seed 1 --seeds 200` runs more, or any others. */
const SEEDS = 12;
const PER_TEST = 6;
/** Each of the other worlds takes as long as six of these. Fewer seeds would not meet every case. */
const FEW = 5;

describe('a world with faults everywhere', () => {
  it.each(Array.from({ length: SEEDS / PER_TEST }, (_, index) => index * PER_TEST + 1))(
    'keeps every promise, seeds from %i',
    async (first) => {
      for (let seed = first; seed < first + PER_TEST; seed++)
        expect(audit(await play(scenarioOf(seed))), `seed ${seed}`).toEqual([]);
    },
    60_000,
  );
});

describe('a world with calls held beyond the quota', () => {
  it('keeps every promise, and releases each held call once and in order', async () => {
    for (let seed = 1; seed <= FEW; seed++) expect(audit(await play(heldScenarioOf(seed))), `seed ${seed}`).toEqual([]);
  }, 60_000);
});

describe('a world of formatted messages whose template is edited all the time', () => {
  it('keeps every promise, and continues from the stored parts after crashes', async () => {
    let refused = 0;
    let goneOn = 0;
    for (let seed = 1; seed <= FEW; seed++) {
      const world = await play(richScenarioOf(seed));
      expect(audit(world), `seed ${seed}`).toEqual([]);
      const { asked } = world.providers;
      refused += asked.filter(({ looksRefused }) => looksRefused).length;
      const firstOfRun = new Map(asked.toReversed().map((each) => [each.run, each]));
      goneOn += [...firstOfRun.values()].filter(({ messageId }) => !messageId.endsWith('.1')).length;
    }
    expect(Math.min(refused, goneOn)).toBeGreaterThan(50);
  }, 60_000);
});

describe('a world with routing rules, target templates, quiet hours and a pause', () => {
  it('keeps every promise, and ends each call as its rules require', async () => {
    const met = { skipped: 0, quiet: 0, own: 0, paused: 0, failed: 0 };
    for (let seed = 1; seed <= FEW; seed++) {
      const world = await play(routedScenarioOf(seed));
      expect(audit(world), `seed ${seed}`).toEqual([]);
      const all = [...world.table.dispatches.values()];
      met.skipped += all.filter(({ state }) => state === 'skipped').length;
      met.quiet += all.filter(({ state, cycle }) => state === 'success' && cycle.heldUntil).length;
      met.own += all.filter(
        ({ state, renderedMessage }) => state === 'success' && / own \d+$/.test(renderedMessage),
      ).length;
      met.failed += all.filter(({ noteCode }) => noteCode === 'rule-failed').length;
      met.paused += [...world.table.summaries.values()].filter(({ releasedAt }) => releasedAt).length;
    }
    expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(10);
  }, 60_000);
});

describe('a world whose messages follow up on earlier ones', () => {
  it('keeps every promise, tells each call, and never shows an older state', async () => {
    const met = { update: 0, reply: 0, lost: 0, counted: 0, moved: 0, digest: 0 };
    for (let seed = 1; seed <= FEW; seed++) {
      const world = await play(livingScenarioOf(seed));
      expect(audit(world), `seed ${seed}`).toEqual([]);
      const { asked } = world.providers;
      met.update += asked.filter(({ how, delivered }) => how === 'update' && delivered).length;
      met.reply += asked.filter(({ how, delivered }) => how === 'reply' && delivered).length;
      met.lost += asked.filter(({ answer }) => answer === 'lost').length;
      met.moved += asked.filter(({ chat }) => !chat.endsWith('first')).length;
      met.digest += world.inDigests.size;
      met.counted += [...world.table.dispatches.values()].filter(({ how }) => how === 'counted').length;
    }
    expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(5);
  }, 60_000);
});
