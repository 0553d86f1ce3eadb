import type { DispatchCode } from '#contract/codes';

/** A text for a target's owner. Programs and help pages rely on the code, so the text can be reworded. */
export interface Reason {
  /** undefined only in data stored before codes existed. */
  code: DispatchCode | undefined;
  /** The reason in plain words, with the next step. */
  text: string;
}

/**
 * The meaning of a provider's response for one message.
 *
 * - `ok`: the provider accepted the message.
 * - `retry`: the provider is temporarily busy or broken. The message is retried, after `afterSeconds` at the earliest.
 * - `fail_message`: the provider will never accept this text, but the target works.
 * - `fail_target`: the destination is gone or forbidden. The target becomes inactive, and `reason` tells its owner the
 *   next step.
 * - `fail_config`: the provider rejected the operator's credential. The message is retried slowly, and the target stays
 *   active.
 * - `ambiguous`: the connection broke after the message was sent. It is retried, so it may arrive twice.
 *
 * `unanswered`: the provider did not respond, so nothing is known about this target or message. `wasSent`: false if no
 * request was sent, so nothing is known about the provider, either.
 *
 * `reason` is in plain words with the next step, and `code` is its stable name. `promise` names a sentence that is
 * added while the message is retried. `providerWords` quotes the provider in at most 500 characters, without secrets.
 */
export type Outcome = { providerWords?: string; wasSent?: false } & (
  | { kind: 'ok'; note?: string; noteCode?: DispatchCode }
  | ({ code: DispatchCode; reason: string } & (
      | { kind: 'retry'; promise?: RetryPromise; afterSeconds?: number; unanswered?: true }
      | { kind: 'fail_message' }
      | { kind: 'fail_target' }
      | { kind: 'fail_config' }
      | { kind: 'ambiguous'; promise?: RetryPromise; unanswered?: true }
    ))
);

export const outcomeKinds = [
  'ok',
  'retry',
  'fail_message',
  'fail_target',
  'fail_config',
  'ambiguous',
] as const satisfies Outcome['kind'][];

/** Outcomes after which the same message can be retried. */
export type TransientOutcome = Extract<Outcome, { kind: 'retry' | 'ambiguous' | 'fail_config' }>;

export const isTransient = (outcome: Outcome): outcome is TransientOutcome =>
  outcome.kind === 'retry' || outcome.kind === 'ambiguous' || outcome.kind === 'fail_config';

/** True if only the operator can fix the cause. */
export const isOperatorsFault = (code: DispatchCode | undefined): boolean =>
  code === 'credentials-missing' || code === 'credentials-refused' || code === 'installation-misconfigured';

/** The number of seconds that the provider asked to wait; 0 if it did not ask. */
export const retryAfterSeconds = (outcome: Outcome): number =>
  outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;

/** The reason for a failed delivery, without the next step. */
export const reasonOf = ({ code, reason }: Exclude<Outcome, { kind: 'ok' }>): Reason => ({ code, text: reason });

const promises = {
  again: 'The message is retried automatically.',
  tomorrow: 'The message will be retried tomorrow.',
  'perhaps twice': 'The message is sent again, so it may arrive twice.',
};

/** Names the sentence that announces an automatic retry. Messages that are never retried have none. */
type RetryPromise = keyof typeof promises;

/** An outcome's reason for the owner of a waiting message. It announces the automatic retry, if any. */
export const waitingReason = (outcome: Exclude<Outcome, { kind: 'ok' }>): string =>
  'promise' in outcome && outcome.promise ? `${outcome.reason} ${promises[outcome.promise]}` : outcome.reason;
