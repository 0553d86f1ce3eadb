import { secondsAfter } from '../platform/clock.ts';
import type { CallbackContext } from './callback.ts';
import type { OpenTarget } from './send-context.ts';
import type { BeginContext, Driver, OnboardingResult } from './target-kind.ts';

/*
 * The shared part of the kinds with `setup: 'code'`: the target's owner sends us a code from the chat that will receive
 * its messages.
 */

const PURPOSE = 'activation';
/** The lifetime of a code. */
export const CODE_SECONDS = 30 * 60;
/** Limit on the codes that one chat can send. */
const TRIES = { limit: 10, windowSeconds: 30 * 60 };

/** A new code and its expiry for a target’s options; the previous code becomes invalid. */
export const newActivationCode = async (context: BeginContext, oldCode: unknown) => {
  if (typeof oldCode === 'string') await context.revokeCode(PURPOSE, oldCode);
  const code = await context.issueCode(PURPOSE, CODE_SECONDS, 'typed');
  return { code, expiresAt: secondsAfter(context.clock(), CODE_SECONDS).toISOString() };
};

/** The set-up with a code. While the target is pending, its owner can get a new code. */
export const setUpByCode = (
  beginActivation: (context: BeginContext, oldCode?: unknown) => Promise<OnboardingResult>,
): Pick<Driver, 'begin' | 'change'> => ({
  begin: async (_options, context) => beginActivation(context),
  change: async (options, target, context) =>
    options.renew === true && target.status === 'pending'
      ? beginActivation(context, target.options.ActivationKey)
      : undefined,
});

/** The result of a code: `activatedWith` identifies the code without revealing it, so a repetition is recognised. */
type Activation =
  | { kind: 'activates'; target: OpenTarget; activatedWith: string }
  | { kind: 'did before'; target: OpenTarget }
  | { kind: 'unknown' }
  | { kind: 'too many' };

/** Redeems a code that came from a chat. `chat` is the reference of the kind's targets. */
export const redeemActivation = async (chat: string, code: string, context: CallbackContext): Promise<Activation> => {
  if (!(await context.attempt(`chat ${chat}`, TRIES.limit, TRIES.windowSeconds))) return { kind: 'too many' };
  // Look the code up before redeeming it: if the table fails here, the provider repeats the code, and it still works.
  const owner = await context.peek(PURPOSE, code);
  const target = owner && (await context.target(owner.userId, owner.targetId));
  const claim = target && (await context.redeem(PURPOSE, code));
  if (claim) return { kind: 'activates', target, activatedWith: claim.hash };
  const known = await context.targetsAt(chat);
  const before = known.find(({ options }) => options.activatedWith === context.hashOf(code));
  return before ? { kind: 'did before', target: before } : { kind: 'unknown' };
};
