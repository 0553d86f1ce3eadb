import { secondsAfter } from '../platform/clock.ts';
import type { CallbackContext } from './callback.ts';
import type { OpenTarget } from './send-context.ts';
import type { BeginContext, Driver, OnboardingResult } from './target-kind.ts';

/*
 * Shared code of the kinds with `setup: 'code'`. The target's owner sends a code to our bot, from the chat that will
 * receive the target's messages.
 */

const PURPOSE = 'activation';
/** The lifetime of a code. */
export const CODE_SECONDS = 30 * 60;
/** Limit on the codes that one chat can send. */
const TRIES = { limit: 10, windowSeconds: 30 * 60 };

/** Issues a new code, with its expiry, for a target’s options. The previous code becomes invalid. */
export const newActivationCode = async (context: BeginContext, oldCode: unknown) => {
  if (typeof oldCode === 'string') await context.revokeCode(PURPOSE, oldCode);
  const code = await context.issueCode(PURPOSE, CODE_SECONDS, 'typed');
  return { code, expiresAt: secondsAfter(context.clock(), CODE_SECONDS).toISOString() };
};

/** Returns the driver functions for a setup by code. While the target is pending, its owner can request a new code. */
export const setUpByCode = (
  beginActivation: (context: BeginContext, oldCode?: unknown) => Promise<OnboardingResult>,
): Pick<Driver, 'begin' | 'change'> => ({
  begin: async (_options, context) => beginActivation(context),
  change: async (options, target, context) =>
    options.renew === true && target.status === 'pending'
      ? beginActivation(context, target.options.ActivationKey)
      : undefined,
});

/**
 * The result of redeeming a code. `activatedWith` identifies the code without revealing it, so a repeated request with
 * it is recognised.
 */
type Activation =
  | { kind: 'activates'; target: OpenTarget; activatedWith: string }
  | { kind: 'did before'; target: OpenTarget }
  | { kind: 'unknown' }
  | { kind: 'too many' };

/** Redeems a code that was sent from a chat. `chat` is the provider's id of the chat. */
export const redeemActivation = async (chat: string, code: string, context: CallbackContext): Promise<Activation> => {
  if (!(await context.attempt(`chat ${chat}`, TRIES.limit, TRIES.windowSeconds))) return { kind: 'too many' };
  // Look up the code before redeeming it. If a read fails here, the provider repeats its request, and the code still
  // works.
  const owner = await context.peek(PURPOSE, code);
  const target = owner && (await context.target(owner.userId, owner.targetId));
  const claim = target && (await context.redeem(PURPOSE, code));
  if (claim) return { kind: 'activates', target, activatedWith: claim.hash };
  const known = await context.targetsAt(chat);
  const before = known.find(({ options }) => options.activatedWith === context.hashOf(code));
  return before ? { kind: 'did before', target: before } : { kind: 'unknown' };
};
