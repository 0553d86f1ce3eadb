import type { DispatchCode } from '#contract/codes';

/** Something that is said to a target's owner: the code is what help and programs go by, the text may be reworded. */
export interface Reason {
  /** undefined only in what was stored before there were codes. */
  code: DispatchCode | undefined;
  /** In plain words with the next step. */
  text: string;
}

/**
 * What a provider's answer means for one message.
 *
 * - `ok`: accepted by the provider.
 * - `retry`: busy or broken right now; never again before `afterSeconds` when the provider named a wait.
 * - `fail_message`: this text can never pass; the target is fine.
 * - `fail_target`: the destination is gone or forbidden; the target becomes inactive, `reason` says what its owner does.
 * - `fail_config`: the operator's own credential is wrong; retried slowly, the user's target is not blamed.
 * - `ambiguous`: the connection broke after the message was sent; retried, so the message may arrive twice.
 *
 * `unanswered`: whoever should have answered did not, so that nothing is known of this one target or message.
 * `unasked`: the request never left, so that nothing is known of the provider either.
 *
 * `reason` is in plain words with the next step, and `code` its stable name; `promise` is what a message that is tried
 * again is told besides. `providerWords` is what the provider said, at most 500 characters, secrets removed.
 */
export type Outcome =
  | { kind: 'ok'; providerWords?: string; note?: string; noteCode?: DispatchCode }
  | (Unmet & { kind: 'retry'; promise?: RetryPromise; afterSeconds?: number; unanswered?: true; unasked?: true })
  | (Unmet & { kind: 'fail_message' })
  | (Unmet & { kind: 'fail_target' })
  | (Unmet & { kind: 'fail_config' })
  | (Unmet & { kind: 'ambiguous'; promise?: RetryPromise; unanswered?: true });

interface Unmet {
  code: DispatchCode;
  reason: string;
  providerWords?: string;
}

export const outcomeKinds = [
  'ok',
  'retry',
  'fail_message',
  'fail_target',
  'fail_config',
  'ambiguous',
] as const satisfies Outcome['kind'][];
export type OutcomeKind = Outcome['kind'];

/** Whether the same message may pass later. */
export const isTransient = (
  outcome: Outcome,
): outcome is Extract<Outcome, { kind: 'retry' | 'ambiguous' | 'fail_config' }> =>
  outcome.kind === 'retry' || outcome.kind === 'ambiguous' || outcome.kind === 'fail_config';

/** How long the provider asked to be left alone, in seconds; 0 = it did not. */
export const retryAfterSeconds = (outcome: Outcome): number =>
  outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;

/** Why a message was not delivered, without what becomes of it. */
export const reasonOf = ({ code, reason }: Exclude<Outcome, { kind: 'ok' }>): Reason => ({ code, text: reason });

const promises = {
  again: 'The message is retried automatically.',
  tomorrow: 'The message is retried tomorrow.',
  'perhaps twice': 'It is sent again, so it may arrive twice.',
};

/** What becomes of a message that was not delivered for the time being. What is sent only once has no use for it. */
type RetryPromise = keyof typeof promises;

/** The reason of an outcome as it is told to somebody whose message waits: with what becomes of the message. */
export const waitingReason = (outcome: Exclude<Outcome, { kind: 'ok' }>): string =>
  'promise' in outcome && outcome.promise ? `${outcome.reason} ${promises[outcome.promise]}` : outcome.reason;
