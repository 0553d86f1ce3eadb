import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterFailure,
  arriveAtHead,
  catchUp,
  isLongPaused,
  letLaneFlow,
  pauseLane,
  postponeOtherProbe,
  resumeLane,
  retryAfterOf,
  WAKE_UP_LOST_SECONDS,
  wakeDueLane,
  wakeLane,
  whileDisabled,
  whileRetryAfter,
} from '../../../lambdas/dispatches/lane/lane.ts';
import { probedIndex } from '../../../lambdas/dispatches/lane/probe.ts';
import { flowingLane, isClean, isDisabled, type LaneState } from '../../../lambdas/model/lane.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const context = { now, random: 0.5 };
const failed = (
  lane: LaneState,
  invocationId: string,
  waitSeconds = 0,
  {
    wakeUpNumber = lane.wakeUpNumber,
    skipsList = false,
    isOurs = false,
  }: { wakeUpNumber?: number; skipsList?: boolean; isOurs?: boolean } = {},
): LaneState =>
  afterFailure(lane, {
    outcome: isOurs
      ? { kind: 'fail_config', code: 'credentials-refused', reason: 'Our access is refused.' }
      : { kind: 'retry', code: 'provider-unavailable', reason: 'Busy.', afterSeconds: waitSeconds },
    invocationId,
    wakeUpNumber,
    skipsList,
    ...context,
  });

/** All changes of a lane, grouped by their origin. */
const changes: Record<string, (lane: LaneState) => LaneState | undefined> = {
  // These come from a message of a flowing lane, or the wake-up of a paused one.
  'a message fails': (lane) => failed(lane, 'a'),
  'another message fails': (lane) => failed(lane, 'b'),
  'a third message fails': (lane) => failed(lane, 'c'),
  'the provider asks for an hour': (lane) => failed(lane, 'a', 3600),
  'a message is answered': (lane) => afterAnswer(lane, now),
  'the provider is silent': (lane) =>
    pauseLane(lane, { code: 'provider-unavailable', text: 'Telegram does not answer.' }, secondsAfter(now, 160), now),
  'the target is found disabled': (lane) => whileDisabled(lane, now),
  'too many wait': (lane) => (lane.mode === 'flowing' ? catchUp(lane, now) : undefined),
  // These come only from the wake-up.
  'the wake-up comes to the head': (lane) => (lane.wakeUpNumber > 0 ? arriveAtHead(lane, now, now) : undefined),
  'no other message can be probed': (lane) => postponeOtherProbe(lane, now, 0.5),
  'the list is empty': (lane) => (lane.wakeUpNumber > 0 ? letLaneFlow(lane, now) : undefined),
  'the provider is not to be called yet': (lane) => (retryAfterOf(lane, now) ? whileRetryAfter(lane, now) : undefined),
  // These come from the sweeper and the owner.
  'a wake-up is due': (lane) => (lane.nextWakeUpAt === undefined ? undefined : wakeDueLane(lane, now)),
  'a message fails that its owner wanted tried': (lane) => failed(lane, 'b', 0, { skipsList: true }),
  'a message fails just after its target was enabled': (lane) =>
    lane.mode === 'paused' ? failed(resumeLane(lane, now), 'a', 0, lane) : undefined,
  'the owner wants a message now': (lane) => (lane.mode === 'catching-up' ? wakeLane(lane, now) : undefined),
  'the owner enables the target': (lane) => (lane.mode === 'paused' ? resumeLane(lane, now) : undefined),
};

/** Everything that determines the next state. Numbers are capped where larger ones make no difference. */
const nameOf = (lane: LaneState): string =>
  [
    lane.mode,
    isDisabled(lane) && 'disabled',
    `failures ${Math.min(3, lane.failures)} by ${lane.failedBy ?? '-'}`,
    `probes ${Math.min(5, lane.probes)}`,
    lane.wakeUpNumber > 0 && 'has a wake-up',
    lane.isWakeUpSent && 'sent',
    lane.wokenAt && 'at the head',
    lane.retryAfterUntil && 'told to wait',
    lane.nextWakeUpAt && 'woken',
  ]
    .filter(Boolean)
    .join(', ');

interface Step {
  from: LaneState;
  by: string;
  to: LaneState;
}

const explore = () => {
  const lanes = new Map([[nameOf(flowingLane(1, 21)), flowingLane(1, 21)]]);
  const steps: Step[] = [];
  for (const lane of lanes.values())
    for (const [by, change] of Object.entries(changes)) {
      const to = change(lane);
      if (!to) continue;
      steps.push({ from: lane, by, to });
      if (!lanes.has(nameOf(to))) lanes.set(nameOf(to), to);
    }
  return { lanes, steps };
};

describe('the states of a lane', () => {
  const { lanes, steps } = explore();

  it('are finite and cover all modes', () => {
    expect(lanes.size).toBeGreaterThan(50);
    expect(lanes.size).toBeLessThan(2000);
    expect(new Set([...lanes.values()].map(({ mode }) => mode))).toEqual(new Set(['flowing', 'paused', 'catching-up']));
  });

  it('have a wake-up as long as the list may contain messages, so a lost wake-up is not the end', () => {
    for (const [name, lane] of lanes) if (lane.mode !== 'flowing') expect(lane.nextWakeUpAt, name).toBeDefined();
    for (const { from, to, by } of steps)
      if (from.mode !== 'flowing' && to.mode === 'flowing') expect(to.nextWakeUpAt, by).toBeDefined();
  });

  it('never leave a working target without requests for longer than a wake-up may be lost', () => {
    for (const { from, to, by } of steps.filter(({ to }) => to.mode === 'catching-up'))
      expect(
        to.nextWakeUpAt?.localeCompare(secondsAfter(now, WAKE_UP_LOST_SECONDS).toISOString()),
        `${nameOf(from)}: ${by}`,
      ).not.toBe(1);
  });

  it('have no dead end: each one can lead to a clean lane', () => {
    const before = Map.groupBy(steps, ({ to }) => nameOf(to));
    const reaching = new Set([...lanes].filter(([, lane]) => isClean(lane)).map(([name]) => name));
    for (const each of reaching) for (const { from } of before.get(each) ?? []) reaching.add(nameOf(from));
    expect([...lanes.keys()].filter((name) => !reaching.has(name))).toEqual([]);
  });

  it('explain why no message is sent, and only then count failed attempts', () => {
    for (const [name, lane] of lanes) {
      if (isDisabled(lane) || lane.probes > 0 || lane.retryAfterUntil) expect(lane.mode, name).toBe('paused');
      expect(lane.reason !== undefined, name).toBe(lane.mode === 'paused');
    }
  });

  it('have one active wake-up: blocking, waking or ending a lane makes earlier ones void', () => {
    for (const { from, to, by } of steps) {
      const isNewPause = to.mode === 'paused' && by !== 'the wake-up comes to the head' && from.reason !== to.reason;
      const isEnd = from.mode !== 'flowing' && to.mode === 'flowing';
      if (
        isNewPause ||
        isEnd ||
        by === 'the owner wants a message now' ||
        (by === 'a wake-up is due' && !from.isWakeUpSent) ||
        by === 'the owner enables the target' ||
        by === 'too many wait'
      ) {
        expect(to.wakeUpNumber, `${nameOf(from)}: ${by}`).toBeGreaterThan(from.wakeUpNumber);
        expect(to.wokenAt, `${nameOf(from)}: ${by}`).toBeUndefined();
      }
      expect(to.wakeUpNumber, by).toBeGreaterThanOrEqual(from.wakeUpNumber);
    }
  });

  it('send a possibly lost wake-up again under the same number, so a slow one still counts', () => {
    for (const { from, to, by } of steps.filter(({ by, from }) => by === 'a wake-up is due' && from.isWakeUpSent)) {
      expect(to.wakeUpNumber, `${nameOf(from)}: ${by}`).toBe(from.wakeUpNumber);
      expect(to.wokenAt, `${nameOf(from)}: ${by}`).toBeUndefined();
    }
  });

  it('never flow while a reason is known why the target fails', () => {
    for (const { from, to, by } of steps)
      if (from.mode === 'paused' && to.mode === 'flowing') expect(by).toBe('the list is empty');
  });
});

describe('a failing target', () => {
  it('is paused after three failed messages in a row, but not after one message that fails repeatedly', () => {
    const once = failed(flowingLane(1, 21), 'a');
    expect(failed(failed(once, 'a'), 'a').mode).toBe('flowing');
    const twice = failed(once, 'b');
    expect(failed(twice, 'b').mode).toBe('flowing');
    expect(failed(twice, 'c')).toMatchObject({
      mode: 'paused',
      nextWakeUpAt: '2026-11-20T12:01:00.000Z',
    });
  });

  it('keeps its failures after catching up with a list, but not after a pause', () => {
    const failing = { ...flowingLane(1, 21), failures: 2, failedBy: 'b' };
    expect(letLaneFlow(arriveAtHead(catchUp(failing, now), now, now), now)).toMatchObject({
      mode: 'flowing',
      failures: 2,
    });
    expect(letLaneFlow(wakeDueLane(failed(failing, 'c'), now), now)).toMatchObject({ mode: 'flowing', failures: 0 });
  });

  it('is tried at growing intervals of up to an hour, and twice each time from the third failure on', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    const seconds = Array.from({ length: 11 }, () => {
      lane = failed(wakeDueLane(lane, now), 'a');
      return lane.isWakeUpSent ? 'at once' : (Date.parse(lane.nextWakeUpAt ?? '') - now.getTime()) / 1000;
    });
    const once = 'at once';
    expect(seconds).toEqual([120, 300, once, 600, once, 1800, once, 3600, once, 3600, once]);
  });

  it('is tried every ten minutes at the latest while our own credential fails', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    const seconds = Array.from({ length: 6 }, () => {
      lane = failed(wakeDueLane(lane, now), 'a', 0, { isOurs: true });
      return lane.isWakeUpSent ? 0 : (Date.parse(lane.nextWakeUpAt ?? '') - now.getTime()) / 1000;
    });
    expect(seconds).toEqual([120, 300, 0, 600, 0, 600]);
  });

  it('does not rest longer because of a failed manual retry', () => {
    const told = failed(flowingLane(1, 21), 'a', 61);
    expect(failed(told, 'b', 0, { skipsList: true })).toBe(told);
    expect(failed(told, 'b', 3600, { skipsList: true })).toMatchObject({
      nextWakeUpAt: '2026-11-20T13:00:00.000Z',
    });
  });

  it('counts a failure with a Retry-After only once', () => {
    const probed = wakeDueLane(failed(flowingLane(1, 21), 'a', 61), now);
    const after = failed(probed, 'a', 90);
    expect(after).toMatchObject({ probes: 1, retryAfterUntil: secondsAfter(now, 90).toISOString() });
    expect(failed(after, 'a', 90, probed)).toBe(after);
    expect(failed(after, 'a', 120, probed)).toMatchObject({ probes: 2 });
  });

  it('counts a failure once even if the response to saving its lane is lost', () => {
    const probed = wakeDueLane(failed(flowingLane(1, 21), 'a', 61), now);
    const after = failed(probed, 'a');
    expect(failed(after, 'a', 0, probed)).toBe(after);
  });

  /** The messages that the next probes try, all unsuccessfully, in a lane that the first message paused. */
  const probes = (listed: string[], count: number): string => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    return Array.from({ length: count }, () => {
      const probed = listed[probedIndex(lane, listed)] ?? '';
      lane = failed(lane.isWakeUpSent ? lane : wakeDueLane(lane, now), probed);
      return probed;
    }).join('');
  };

  it('is probed with the oldest message, and after the third failure with each of the others in turn', () => {
    expect(probes(['a', 'b', 'c'], 11)).toBe('aaabacabaca');
    expect(probes(['a'], 6)).toBe('aaaaaa');
  });

  it('waits as after another failure if there is no other message than the oldest', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    for (let times = 0; times < 3; times++) lane = failed(wakeDueLane(lane, now), 'a');
    const { failures: _, otherFailed: __, ...planned } = failed(lane, 'b');
    expect(postponeOtherProbe(lane, now, 0.5)).toMatchObject(planned);
    expect(postponeOtherProbe(failed(lane, 'b'), now, 0.5)).toBeUndefined();
  });

  it('is woken immediately for another message, and at the planned time for the oldest', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    const woken = Array.from({ length: 7 }, () => {
      lane = failed(lane.isWakeUpSent ? lane : wakeDueLane(lane, now), 'a');
      return lane.isWakeUpSent;
    });
    expect(woken).toEqual([false, false, true, false, true, false, true]);
  });

  it('remembers the time of its pause, and concerns its owner after five minutes', () => {
    const paused = failed(flowingLane(1, 21), 'a', 61);
    const later = secondsAfter(now, 300);
    expect([isLongPaused(paused, secondsAfter(now, 299)), isLongPaused(paused, later)]).toEqual([false, true]);
    const again = pauseLane(paused, { code: 'provider-unavailable', text: 'Down.' }, later, later);
    expect(again.pausedAt).toBe(now.toISOString());
    expect(isLongPaused(resumeLane(again, later), secondsAfter(later, 3600))).toBe(false);
    // The time for which its owner disabled it does not count.
    expect(pauseLane(whileDisabled(paused, now), { code: undefined, text: '' }, later, later).pausedAt).toBe(
      later.toISOString(),
    );
  });

  it('is probed with the oldest message after a Retry-After', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    for (let times = 0; times < 3; times++) lane = failed(wakeDueLane(lane, now), 'a', 3600);
    expect([lane.isWakeUpSent, probedIndex(lane, ['a', 'b'])]).toEqual([false, 0]);
  });

  it('is probed with the oldest message if the one that failed has left the list', () => {
    let lane = failed(flowingLane(1, 21), 'a', 61);
    for (let times = 0; times < 3; times++) lane = failed(wakeDueLane(lane, now), 'a');
    expect([probedIndex(lane, ['a', 'b', 'c']), probedIndex(lane, ['b', 'c'])]).toEqual([1, 0]);
  });

  it("is left alone during a Retry-After, regardless of its owner's actions", () => {
    const told = failed(flowingLane(1, 21), 'a', 3600);
    expect(told.nextWakeUpAt).toBe('2026-11-20T13:00:00.000Z');
    expect(retryAfterOf(whileDisabled(told, now), now)).toBe('2026-11-20T13:00:00.000Z');
    expect(retryAfterOf(told, secondsAfter(now, 3600))).toBeUndefined();
  });
});
