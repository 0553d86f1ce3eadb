import { describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { dispatchLook } from '../../frontend/src/lib/status.ts';
import { listDispatches } from '../../lambdas/dispatches/owner/read-dispatches.ts';
import { settle } from '../../lambdas/dispatches/settle.ts';
import {
  expire,
  giveUp,
  inList,
  isExpired,
  joinList,
  leaveQueue,
  postpone,
  waitAtHead,
  waitForTarget,
  waitsUntil,
} from '../../lambdas/dispatches/states.ts';
import { type Dispatch, isFinal, newDispatch } from '../../lambdas/model/dispatch.ts';
import { flowingLane } from '../../lambdas/model/lane.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import type { Outcome } from '../../lambdas/platform/outbound/outcome.ts';
import { aSummary, aTarget, nothingHeld } from '../support/in-memory.ts';

const start = new Date('2026-11-20T12:00:00.000Z');

/** A dispatch at a time, identified by everything that determines the next state. */
interface Node {
  dispatch: Dispatch;
  at: Date;
}

/** The placement of a dispatch. At the head of its group, a due time only brings back a lost message. */
const whereOf = ({ placement, nextAttemptAt, version }: Dispatch): string | undefined => {
  if (placement === undefined) return version === 0 ? undefined : 'atHead';
  return placement.kind === 'due' && placement.at !== nextAttemptAt ? 'atHead' : placement.kind;
};

const nameOf = ({ dispatch, at }: Node) =>
  [
    dispatch.state,
    whereOf(dispatch) ?? 'none',
    Math.min(9, dispatch.attemptCount - dispatch.cycle.attemptsBefore),
    at > waitsUntil(dispatch, plans.free) ? 'old' : 'young',
  ].join(' ');

const outcomes: Outcome[] = [
  { kind: 'ok' },
  { kind: 'retry', code: 'provider-unavailable', reason: 'Busy.' },
  { kind: 'retry', code: 'provider-unavailable', reason: 'Busy for long.', afterSeconds: 4000 },
  { kind: 'ambiguous', code: 'answer-lost', reason: 'The connection broke.' },
  { kind: 'fail_config', code: 'credentials-refused', reason: 'Our access is refused.' },
  { kind: 'fail_message', code: 'message-refused', reason: 'Too odd.' },
  { kind: 'fail_target', code: 'connection-revoked', reason: 'Gone.' },
];

const disabled = { code: 'target-disabled' as const, text: 'Disabled by its owner.' };
const silent = { code: 'provider-unavailable' as const, text: 'Telegram does not answer.' };

/** Every state that can follow that of an undecided dispatch, according to the functions that decide it. */
const after = ({ dispatch: known, at: before }: Node): Node[] => {
  const due = known.nextAttemptAt ? new Date(known.nextAttemptAt) : before;
  return [due, secondsAfter(due, 20_000), secondsAfter(start, 40_000)].flatMap((at) => {
    const context = { plan: plans.free, now: at, durationMs: 80, random: 0.5, cause: 'retry' as const };
    const resumeAt = secondsAfter(at, 60);
    // The dispatch is handled by its own message, or by its lane's wake-up.
    const next = [{ ...known, placement: undefined }, inList(known, plans.free)].flatMap((dispatch) => [
      ...outcomes.map((outcome) => settle(outcome, dispatch, context)),
      ...outcomes.map((outcome) => settle(outcome, dispatch, context, { resumeAt, wasPaused: true })),
      ...outcomes.map((outcome) => settle(outcome, dispatch, context, { resumeAt, wasPaused: false })),
      waitForTarget(dispatch, disabled, { ...context, resumeAt }),
      joinList(dispatch, plans.free),
      postpone(dispatch, silent, { now: at, at: resumeAt }),
      leaveQueue(dispatch, silent, resumeAt),
      isExpired(dispatch, context) ? expire(dispatch, silent, at) : waitAtHead(dispatch, silent, at, 10),
      giveUp(dispatch, { code: 'given-up', text: 'You stopped retrying this message.' }),
    ]);
    // A decided dispatch leaves the list when it is stored.
    return next.map((dispatch) => ({
      dispatch: isFinal(dispatch) ? { ...dispatch, placement: undefined } : { ...dispatch, version: 1 },
      at,
    }));
  });
};

const explore = () => {
  const first: Node = {
    dispatch: newDispatch(aSummary(start), 21, { name: 'Ops', kind: 'mock' }),
    at: start,
  };
  const nodes = new Map([[nameOf(first), first]]);
  const edges = new Map<string, Set<string>>();
  const open = [first];
  for (let node = open.pop(); node; node = open.pop()) {
    const from = nameOf(node);
    const to = isFinal(node.dispatch) ? [] : after(node);
    edges.set(from, new Set(to.map(nameOf)));
    for (const next of to) {
      if (nodes.has(nameOf(next))) continue;
      nodes.set(nameOf(next), next);
      open.push(next);
    }
  }
  return { nodes, edges };
};

describe('the states of a dispatch', () => {
  const { nodes, edges } = explore();
  const undecided = [...nodes].filter(([, { dispatch }]) => !isFinal(dispatch));

  it('are finite and cover all kinds', () => {
    expect(nodes.size).toBeLessThan(200);
    expect(new Set([...nodes.values()].map(({ dispatch }) => dispatch.state))).toEqual(
      new Set(['pending', 'waiting', 'success', 'error']),
    );
    expect(new Set(undecided.map(([, { dispatch }]) => whereOf(dispatch)))).toEqual(
      new Set([undefined, 'atHead', 'due', 'listed']),
    );
  });

  it('have no dead end: each undecided one can become delivered or failed', () => {
    for (const [name] of undecided) {
      const reached = new Set([name]);
      for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next);
      const states = new Set([...reached].map((each) => nodes.get(each)?.dispatch.state));
      expect(states, name).toContain('success');
      expect(states, name).toContain('error');
    }
  });

  it('do not last forever: an expired message that fails again is decided', () => {
    for (const [name, { dispatch }] of undecided) {
      const at = secondsAfter(waitsUntil(dispatch, plans.free), 1);
      const context = { plan: plans.free, now: at, durationMs: 80, random: 0.5, cause: 'retry' as const };
      const busy: Outcome = { kind: 'retry', code: 'provider-unavailable', reason: 'Busy.' };
      expect(isFinal(settle(busy, dispatch, context, { resumeAt: at, wasPaused: true })), name).toBe(true);
      let tried = dispatch;
      for (let count = 0; count < 8; count++) tried = isFinal(tried) ? tried : settle(busy, tried, context);
      expect(isFinal(tried), name).toBe(true);
    }
  });

  it('are explained in words, and waiting ones include the next time', () => {
    for (const [name, { dispatch }] of nodes) {
      if (dispatch.state === 'error' || dispatch.state === 'waiting') expect(dispatch.errorMessage, name).not.toBe('');
      if (dispatch.state === 'waiting') expect(dispatch.nextAttemptAt, name).toBeDefined();
      if (!isFinal(dispatch) && dispatch.version > 0) expect(dispatch.placement, name).toBeDefined();
      if (isFinal(dispatch)) expect(dispatch.placement, name).toBeUndefined();
      if (isFinal(dispatch)) expect(dispatch.nextAttemptAt, name).toBeUndefined();
    }
  });

  it('have one colour with a word on the screens, and undelivered ones have a reason', async () => {
    const looks = new Map<string, Set<string>>();
    for (const [name, { dispatch, at }] of nodes) {
      const [wire] = await listDispatches(
        dispatch.userId,
        dispatch.invocationId,
        { offset: 0, limit: 1 },
        {
          invocations: {
            get: async () => aSummary(start, { id: dispatch.invocationId, dispatches: { 21: 'pending' } }),
          },
          dispatches: { list: async () => [dispatch] },
          targets: { list: async () => [aTarget()] },
          ...nothingHeld,
          laneStore: { get: async (userId, targetId) => flowingLane(userId, targetId) },
          clock: () => at,
        },
      );
      if (!wire) throw new Error(`${name} is not shown`);
      const { word, tone } = dispatchLook(wire.status, wire.next_attempt_at !== NEVER);
      expect(word, name).toMatch(/^[A-Z][a-z]/);
      looks.set(dispatch.state, (looks.get(dispatch.state) ?? new Set()).add(`${word}, ${tone}`));
      if (word === 'Failed' || word === 'Retrying') expect(wire.error_message, name).toMatch(/^[A-Z].+[.!?]$/);
      if (word === 'Failed') expect(wire.note, name).not.toContain('Waiting');
    }
    expect(Object.fromEntries([...looks].map(([state, words]) => [state, [...words]]))).toEqual({
      pending: ['Sending, idle'],
      waiting: ['Retrying, warn'],
      success: ['Success, ok'],
      error: ['Failed, err'],
    });
  });
});
