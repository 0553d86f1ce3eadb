import { describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { dispatchLook } from '../../frontend/src/lib/status.ts';
import { type Dispatch, type Due, isFinal, newDispatch } from '../../lambdas/dispatches/dispatch.ts';
import { listDispatches } from '../../lambdas/dispatches/owner/read-dispatches.ts';
import {
  expire,
  giveUp,
  isExpired,
  joinList,
  type Settled,
  settle,
  waitForProvider,
  waitInList,
  waitsUntil,
} from '../../lambdas/dispatches/settle.ts';
import type { Outcome } from '../../lambdas/outbound/outcome.ts';
import { plans } from '../../lambdas/plans/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { aSummary, aTarget } from '../support/in-memory.ts';

const start = new Date('2026-11-20T12:00:00.000Z');

/** A dispatch and where it stands, told apart by everything that decides what may come next. */
interface Node {
  dispatch: Dispatch;
  due: Due | 'atHead';
  at: Date;
}
const nameOf = ({ dispatch, due, at }: Node) =>
  [
    dispatch.state,
    due instanceof Date ? 'due' : (due ?? 'none'),
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

const placed = ({ dispatch, next }: Settled, at: Date): Node => ({
  dispatch,
  due: next.kind === 'final' ? undefined : next.kind === 'due' ? next.at : next.kind,
  at,
});

const disabled = { code: 'target-disabled' as const, text: 'Disabled by its owner.' };
const silent = { code: 'provider-unavailable' as const, text: 'Telegram does not answer.' };

/** Everything that can happen to an undecided dispatch, by the functions that decide it. */
const after = ({ dispatch, at: before }: Node): Node[] => {
  const due = dispatch.nextAttemptAt ? new Date(dispatch.nextAttemptAt) : before;
  return [due, secondsAfter(due, 20_000), secondsAfter(start, 40_000)].flatMap((at) => {
    const context = { plan: plans.free, now: at, durationMs: 80, random: 0.5 };
    const list = { resumeAt: secondsAfter(at, 60) };
    return [
      ...outcomes.map((outcome) => placed(settle(outcome, dispatch, context), at)),
      ...[true, false].flatMap((isListed) => [
        ...outcomes.map((outcome) =>
          placed(settle(outcome, dispatch, context, { ...list, isListed, wasPaused: true }), at),
        ),
        placed(
          isExpired(dispatch, context)
            ? expire(dispatch, disabled, at)
            : waitInList(dispatch, disabled, { ...list, isListed }),
          at,
        ),
      ]),
      placed(joinList(dispatch), at),
      placed(
        isExpired(dispatch, context)
          ? expire(dispatch, silent, at)
          : waitForProvider(dispatch, silent, { now: at, afterSeconds: 10 }),
        at,
      ),
      placed(giveUp(dispatch, { code: 'given-up', text: 'You gave this message up.' }), at),
    ];
  });
};

const explore = () => {
  const first: Node = {
    dispatch: newDispatch(aSummary(start), 21, { name: 'Ops', kind: 'mock' }),
    due: 'atHead',
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

  it('are finite, and are all of the kinds that there are', () => {
    expect(nodes.size).toBeLessThan(200);
    expect(new Set([...nodes.values()].map(({ dispatch }) => dispatch.state))).toEqual(
      new Set(['pending', 'waiting', 'success', 'error']),
    );
    expect(new Set(undecided.map(([, { due }]) => (due instanceof Date ? 'due' : due)))).toEqual(
      new Set(['atHead', 'due', 'listed']),
    );
  });

  it('have no dead end: from each undecided one, delivered and failed can both be reached', () => {
    for (const [name] of undecided) {
      const reached = new Set([name]);
      for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next);
      const states = new Set([...reached].map((each) => nodes.get(each)?.dispatch.state));
      expect(states, name).toContain('success');
      expect(states, name).toContain('error');
    }
  });

  it('never last for ever: what is old and fails once more is decided', () => {
    for (const [name, { dispatch }] of undecided) {
      const at = secondsAfter(waitsUntil(dispatch, plans.free), 1);
      const context = { plan: plans.free, now: at, durationMs: 80, random: 0.5 };
      const busy: Outcome = { kind: 'retry', code: 'provider-unavailable', reason: 'Busy.' };
      const list = { resumeAt: at, isListed: true };
      expect(isFinal(settle(busy, dispatch, context, { ...list, wasPaused: true }).dispatch), name).toBe(true);
      let tried = dispatch;
      for (let count = 0; count < 8; count++) tried = isFinal(tried) ? tried : settle(busy, tried, context).dispatch;
      expect(isFinal(tried), name).toBe(true);
    }
  });

  it('say what is going on in words, and waiting ones say when it goes on', () => {
    for (const [name, { dispatch, due }] of nodes) {
      if (dispatch.state === 'error' || dispatch.state === 'waiting') expect(dispatch.errorMessage, name).not.toBe('');
      if (dispatch.state === 'waiting') expect(dispatch.nextAttemptAt, name).toBeDefined();
      if (!isFinal(dispatch)) expect(due, name).toBeDefined();
      if (isFinal(dispatch)) expect(dispatch.nextAttemptAt, name).toBeUndefined();
    }
  });

  it('each look on the screens like a word with a colour, and undelivered ones say why', async () => {
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
          laneStore: { get: async () => undefined },
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
