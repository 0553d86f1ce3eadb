import { describe, expect, it } from 'vitest';
import type { FollowHow } from '#contract/states';
import {
  type Abilities,
  type Decision,
  FLAPPING_TURNS,
  follow,
  MAX_AGE_SECONDS,
  type MatterUpdate,
  statusLine,
} from '../../lambdas/dispatches/follow.ts';
import type { Matter } from '../../lambdas/model/matter.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';

const start = new Date('2026-11-20T12:00:00.000Z');
const both: Abilities = { update: true, reply: true };
const updates: Abilities = { update: true, reply: false };
const replies: Abilities = { update: false, reply: true };
const neither: Abilities = { update: false, reply: false };

/** A call about the matter, some seconds after the first one. */
const call = (seconds: number, over: Partial<MatterUpdate> = {}): MatterUpdate => ({
  call: String(1000 + seconds).padStart(8, '0'),
  at: secondsAfter(start, seconds),
  state: 'open',
  severity: 'warning',
  title: 'CPU high on web-3',
  ...over,
});
const resolved = (seconds: number) => call(seconds, { state: 'resolved', severity: 'ok' });

/** Follows the calls, each at its own time, and returns the last decision. */
const followed = (abilities: Abilities, ...calls: MatterUpdate[]): Decision => {
  let matter: Matter | undefined;
  let last: Decision | undefined;
  for (const said of calls) {
    last = follow(matter, said, abilities, said.at);
    if (last.next) matter = last.next;
  }
  return last as Decision;
};
const hows = (abilities: Abilities, ...calls: MatterUpdate[]): FollowHow[] =>
  calls.map((_, index) => followed(abilities, ...calls.slice(0, index + 1)).how);

describe('a call about a matter', () => {
  it('is a new message if nothing is known', () => {
    expect(followed(both, call(0))).toMatchObject({ how: 'new', next: { state: 'open', count: 1 } });
  });

  it('updates the message if the severity is the same or lower', () => {
    expect(followed(both, call(0), call(60))).toMatchObject({ how: 'update', next: { count: 2 } });
    expect(followed(both, call(0), call(60, { severity: 'info' })).how).toBe('update');
    expect(followed(updates, call(0), call(60, { state: 'update' })).how).toBe('update');
  });

  it('is only counted within 5 minutes of the last message if its target cannot update, then a reply', () => {
    expect(hows(replies, call(0), call(299), call(300), call(500), call(600))).toEqual([
      'new',
      'counted',
      'reply',
      'counted',
      'reply',
    ]);
  });

  it('notifies people if the severity rises', () => {
    const risen = call(60, { severity: 'critical' });
    expect(followed(both, call(0), risen)).toMatchObject({ how: 'update-and-reply', next: { severity: 'critical' } });
    expect(followed(replies, call(0), risen).how).toBe('reply');
    expect(followed(updates, call(0), risen).how).toBe('new');
  });

  it('closes the matter with an update and one reply', () => {
    expect(followed(both, call(0), resolved(720))).toMatchObject({
      how: 'update-and-reply',
      next: { state: 'resolved', severity: 'warning' },
    });
    expect(followed(updates, call(0), resolved(720)).how).toBe('update');
    expect(followed(replies, call(0), resolved(10)).how).toBe('reply');
  });

  it('continues the matter if it opens again within 10 minutes, and begins a new one after that', () => {
    expect(followed(both, call(0), resolved(60), call(660))).toMatchObject({
      how: 'update-and-reply',
      next: { state: 'open', count: 3, turns: [secondsAfter(start, 660).toISOString()] },
    });
    expect(followed(updates, call(0), resolved(60), call(660)).how).toBe('new');
    expect(followed(both, call(0), resolved(60), call(661))).toMatchObject({ how: 'new', next: { count: 1 } });
  });

  it('is only updated once the matter has opened again three times in an hour, after one reply about it', () => {
    const flapping = Array.from({ length: 6 }, (_, turn) => [call(turn * 120), resolved(turn * 120 + 60)]).flat();
    const pair = ['update-and-reply', 'update-and-reply'];
    expect(hows(both, ...flapping)).toEqual([
      'new',
      'update-and-reply',
      ...[...pair, ...pair],
      ...['update-and-reply', 'update'],
      ...Array.from({ length: 4 }, () => 'update'),
    ]);
    expect(followed(both, ...flapping, call(720, { severity: 'critical' })).how).toBe('update-and-reply');
    const told = flapping.map((_, index) => followed(both, ...flapping.slice(0, index + 1)));
    const lines = told.map(({ how, next }) => (how === 'update' ? undefined : next && statusLine(next, 'UTC')));
    expect(lines.filter((line) => line?.startsWith('Flapping'))).toHaveLength(1);
    // Without updates, only replies can say whether the matter is open.
    expect(hows(replies, ...flapping).slice(1)).toEqual(Array.from({ length: 11 }, () => 'reply'));
  });

  it('is a new message seven days after the matter opened', () => {
    expect(followed(both, call(0), call(MAX_AGE_SECONDS)).how).toBe('update');
    expect(followed(both, call(0), call(MAX_AGE_SECONDS + 1))).toMatchObject({ how: 'new', next: { count: 1 } });
  });

  it('is an ordinary message if it resolves nothing, and leaves nothing behind', () => {
    expect(followed(both, resolved(0))).toEqual({ how: 'new', next: undefined });
  });

  it('is a new message if it is older than the latest call, and changes nothing', () => {
    expect(followed(both, call(60), call(0))).toEqual({ how: 'new', next: undefined });
  });

  it('is not sent again if its message was sent but its result was lost', () => {
    expect(followed(both, call(0), call(60), call(60))).toEqual({ how: 'update', next: undefined, isDone: true });
  });

  it('keeps title and link that it lacks', () => {
    const first = call(0, { link: 'https://grafana.example.com/a' });
    expect(followed(both, first, call(60, { title: '' })).next).toMatchObject({
      title: 'CPU high on web-3',
      link: 'https://grafana.example.com/a',
    });
  });

  it('is always a new message where a target can neither update nor reply', () => {
    expect(hows(neither, call(0), call(1), call(2, { severity: 'critical' }), resolved(3), call(4))).toEqual(
      Array.from({ length: 5 }, () => 'new'),
    );
  });
});

describe('any sequence of calls', () => {
  const severities = ['info', 'warning', 'critical'] as const;
  const gaps = [1, 30, 200, 400, 700, 4000, 200_000];

  /** A repeatable source of numbers from 0 up to 1 (Park and Miller). */
  const chance = (seed: number) => {
    let state = (seed % 2_147_483_646) + 1;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  };
  const pick = <Item>(items: readonly Item[], random: () => number): Item =>
    items[Math.floor(random() * items.length)] as Item;

  it('notifies people of each opening, rise and resolution, counts every call, and stays finite', () => {
    const seen = new Set<string>();
    const broken = new Set<string>();
    const holds = (promise: string, isKept: boolean) => void (isKept || broken.add(promise));
    for (let seed = 0; seed < 5000; seed++) {
      const random = chance(seed);
      const abilities = pick([both, updates, replies, neither], random);
      let matter: Matter | undefined;
      let seconds = 0;
      for (let step = 0; step < 12; step++) {
        seconds += pick(gaps, random);
        const state = pick(['open', 'open', 'update', 'resolved'] as const, random);
        const said = call(seconds, { state, severity: state === 'resolved' ? 'ok' : pick(severities, random) });
        const before = matter;
        const { how, next } = follow(before, said, abilities, said.at);
        const isLoud = how !== 'update' && how !== 'counted';
        holds('a target without updates is asked for none', abilities.update || !how.includes('update'));
        holds('a target without replies is asked for none', abilities.reply || !/reply|counted/.test(how));
        holds('the first call is a new message', before !== undefined || how === 'new');
        if (how === 'counted' && before) {
          const secondsQuiet = (said.at.getTime() - Date.parse(before.saidAt)) / 1000;
          holds('a call is only counted within 5 minutes of a message', !abilities.update && secondsQuiet < 300);
          holds('a change of state is never only counted', next?.state === before.state);
        }
        holds(
          'only a resolution of nothing is forgotten',
          next !== undefined || (how === 'new' && state === 'resolved'),
        );
        if (!next) continue;
        const isSame = next.openedAt === before?.openedAt;
        holds('every call is counted', next.count === (isSame ? before.count + 1 : 1));
        holds('turns are bounded', next.turns.length <= FLAPPING_TURNS + 1);
        holds('the last message is remembered', next.saidAt === (isLoud ? said.at.toISOString() : before?.saidAt));
        if (isSame) {
          const rank = (one: Matter) => severities.indexOf(one.severity as 'info');
          const isTurn = before.state !== next.state;
          holds('a rise notifies people', isLoud || before.state !== 'open' || rank(next) <= rank(before));
          holds('a resolution closes the matter', state !== 'resolved' || next.state === 'resolved');
          holds('a change of state is a message without updates', isLoud || !isTurn || abilities.update);
          const isCalm = before.turns.length < FLAPPING_TURNS;
          holds('a change of state notifies people unless it flaps', isLoud || !isTurn || !abilities.reply || !isCalm);
          const age = said.at.getTime() - Date.parse(next.openedAt);
          holds('a matter ends after 7 days', age <= MAX_AGE_SECONDS * 1000);
        }
        seen.add([next.state, next.turns.length, next.severity].join(' '));
        matter = next;
      }
    }
    expect([...broken]).toEqual([]);
    // Two states, up to four turns and three severities; the rarest combinations may never occur.
    expect(seen.size).toBeGreaterThan(15);
    expect(seen.size).toBeLessThanOrEqual(2 * (FLAPPING_TURNS + 2) * severities.length);
  });
});

describe('the line below an updated message', () => {
  const line = (...calls: MatterUpdate[]) => statusLine(followed(both, ...calls).next as Matter, 'Europe/Berlin');

  it('counts the calls and tells the time of the latest in the webhook’s time zone', () => {
    expect(line(call(0))).toBeUndefined();
    expect(line(call(0), call(240))).toBe('2 calls, latest at 13:04');
    expect(line(call(0), call(86_400))).toBe('2 calls, latest at 21 Nov, 13:00');
  });

  it('tells how long a resolved matter lasted', () => {
    expect(line(call(0), call(60), resolved(730))).toBe('Resolved after 12 min · 3 calls');
    expect(line(call(0), resolved(20))).toBe('Resolved after less than a minute · 2 calls');
    expect(line(call(0), resolved(7500))).toBe('Resolved after 2 h 5 min · 2 calls');
    expect(line(call(0), resolved(3 * 86_400))).toBe('Resolved after 3 days · 2 calls');
  });

  it('says that a matter is flapping', () => {
    const turns = [0, 120, 240, 360].flatMap((at) => [call(at), resolved(at + 60)]).slice(0, -1);
    expect(line(...turns)).toBe('Flapping: reopened 3 times · 7 calls, latest at 13:06');
  });
});
