import { type HeldCall, type HoldName, isTaken } from '../../model/hold.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { parseInvocationId } from '../../platform/ids.ts';

/**
 * The decision on a held call. `move` moves it to its webhook's list, and `discard` ends it on its owner's request.
 * `too-long` ends it because it waited too long, and `drop` removes it because its data is gone.
 */
export type Fate = 'release' | 'move' | 'too-long' | 'discard' | 'drop';

interface ReleaseContext {
  name: HoldName;
  now: Date;
  /** Units left today for these calls. */
  unitsLeft: number;
  /** The last call with its own unit, see {@link isTaken}. */
  takenUntil: string;
  /** Calls up to this id are discarded. */
  discardUntil: string | undefined;
  /** `open` if a call's webhook allows its release, otherwise `shut`; `gone` if the webhook was deleted. */
  gateOf(webhookId: number): 'open' | 'shut' | 'gone';
  /** True if the call itself is stored. */
  isStored(id: string): boolean;
  /** True if the owner has stopped all messages of the call. */
  isGivenUp(id: string): boolean;
}

interface ReleasePlan {
  steps: { call: HeldCall; fate: Fate }[];
  /** Calls that consume a quota unit now. */
  paying: HeldCall[];
  /** True if a call that is still being stored blocks the later ones. */
  isArriving: boolean;
}

/** Seconds after which a counted call can no longer be stored, because its function has ended. */
export const ARRIVES_WITHIN_SECONDS = 60;

/** A held call is ended this long before its removal, so its owner can still see the result. */
const BEFORE_REMOVAL_SECONDS = 7200;

/** Decides on the first calls of a hold, in order, up to the first call that continues to wait. Pure. */
export const planRelease = (calls: HeldCall[], context: ReleaseContext): ReleasePlan => {
  const plan: ReleasePlan = { steps: [], paying: [], isArriving: false };
  for (const call of calls) {
    const fate = fateOf(call, plan.paying.length, context);
    if (fate === 'arriving') return { ...plan, isArriving: true };
    if (fate === 'wait') return plan;
    plan.steps.push({ call, fate });
    if ((fate === 'release' || fate === 'move') && owes(call, context)) plan.paying.push(call);
  }
  return plan;
};

const owes = (call: HeldCall, { name, takenUntil }: ReleaseContext): boolean =>
  name === 'quota' && !isTaken(call, name, takenUntil);

/** True if a call must be ended now, because its data will soon be removed. */
export const isNearRemoval = ({ expiresAt }: Pick<HeldCall, 'expiresAt'>, now: Date): boolean =>
  now > new Date((expiresAt - BEFORE_REMOVAL_SECONDS) * 1000);

const fateOf = (call: HeldCall, units: number, context: ReleaseContext): Fate | 'wait' | 'arriving' => {
  const { name, now, unitsLeft, discardUntil = '', gateOf, isStored, isGivenUp } = context;
  const gate = gateOf(call.webhookId);
  if (gate === 'gone') return 'drop';
  if (!isStored(call.id)) {
    const heldAt = parseInvocationId(call.id)?.at ?? new Date(0);
    return secondsAfter(heldAt, ARRIVES_WITHIN_SECONDS) > now ? 'arriving' : 'drop';
  }
  if (isGivenUp(call.id)) return 'drop';
  if (isNearRemoval(call, now)) return 'too-long';
  if (name !== 'quota') {
    if (call.id <= discardUntil) return 'discard';
    return gate === 'open' ? 'release' : 'wait';
  }
  if (owes(call, context) && units >= unitsLeft) return 'wait';
  return gate === 'open' ? 'release' : 'move';
};
