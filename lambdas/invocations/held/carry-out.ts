import type { DispatchCounter } from '../../model/dispatch-ports.ts';
import { type HeldCall, type HeldCalls, type Hold, laneMessagesOf, type SettledFate } from '../../model/hold.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { Lanes } from '../../model/lane-message.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fate } from './plan-release.ts';

type SettlePorts = { heldCalls: HeldCalls; counters: Pick<DispatchCounter, 'countError'>; clock: Clock };

/** Maximum attempts to store a call's result while its owner changes the call. */
const WRITE_TRIES = 4;

/** Applies the planned fates to a page of calls, in order. @returns the number of sent calls */
export const carryOut = async (
  hold: Hold,
  steps: { call: HeldCall; fate: Fate }[],
  summaries: Map<string, InvocationSummary>,
  ports: SettlePorts & { laneQueue: Pick<Lanes, 'send'> },
): Promise<number> => {
  const going: InvocationSummary[] = [];
  // The calls are marked one after the other. If one fails, no later call is marked, so none can overtake it.
  for (const { call, fate } of steps) {
    const summary = summaries.get(call.id);
    const settled = fateOf(fate, ports.clock());
    const now = summary && settled && (await settle(hold, call, summary, settled, ports));
    if (fate === 'move') await ports.heldCalls.move(hold, call);
    if (fate === 'release' && now) going.push(now);
  }
  await ports.laneQueue.send(going.flatMap(laneMessagesOf));
  return going.length;
};

const fateOf = (fate: Fate, now: Date): SettledFate | undefined => {
  switch (fate) {
    case 'release':
      return { kind: 'release', at: now };
    case 'too-long':
      return { kind: 'end', as: 'too-long' };
    case 'discard':
      return { kind: 'end', as: 'discarded' };
    case 'move':
      return { kind: 'hold', by: 'paused' };
    case 'drop':
      return undefined;
  }
};

/** Stores a call's result, unless a crashed run has already done so. */
export const settle = async (
  hold: Hold,
  call: HeldCall,
  known: InvocationSummary,
  fate: SettledFate,
  { heldCalls, counters, clock }: SettlePorts,
): Promise<InvocationSummary | undefined> => {
  let summary: InvocationSummary | undefined = known;
  for (let tries = 0; summary && tries < WRITE_TRIES; tries++) {
    if (summary.held !== 'quota' && summary.held !== 'paused') return summary;
    const settled = await heldCalls.settle(summary, fate);
    if (settled && fate.kind === 'end' && fate.as === 'too-long')
      for (const state of Object.values(summary.dispatches))
        if (state === 'held') await counters.countError(hold.userId, call.webhookId, clock());
    if (settled) return settled;
    summary = await heldCalls.summary(hold, call);
  }
  if (summary) throw new Error('A held call changes too fast');
  return undefined;
};
