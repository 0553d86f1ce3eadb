import type { DispatchCode } from '#contract/codes';

/** A message to a target's owner. Help and programs use the code, so the text can be reworded. */
export interface Reason {
  /** undefined only in data stored before codes existed. */
  code: DispatchCode | undefined;
  /** In plain words, with the next step. */
  text: string;
}

/**
 * The meaning of a provider's response for one message.
 *
 * - `ok`: accepted by the provider.
 * - `retry`: temporarily busy or broken; if the provider asked to wait, retried after `afterSeconds` at the earliest.
 * - `fail_message`: this text can never be accepted; the target is fine.
 * - `fail_target`: the destination is gone or forbidden; the target becomes inactive, `reason` gives its owner the next
 *   step.
 * - `fail_config`: the operator's own credential is wrong; retried slowly, the user's target is not blamed.
 * - `ambiguous`: the connection broke after the message was sent; retried, so the message may arrive twice.
 *
 * `unanswered`: the other side did not respond, so nothing is known about this one target or message. `unasked`: the
 * request was never sent, so nothing is known about the provider, either.
 *
 * `reason` is in plain words with the next step, and `code` its stable name. `promise` is added if the message is
 * retried. `providerWords` quotes the provider, at most 500 characters, secrets removed.
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

/** The outcomes after which the same message can be tried again. */
export type TransientOutcome = Extract<Outcome, { kind: 'retry' | 'ambiguous' | 'fail_config' }>;

export const isTransient = (outcome: Outcome): outcome is TransientOutcome =>
  outcome.kind === 'retry' || outcome.kind === 'ambiguous' || outcome.kind === 'fail_config';

/** True if only the operator can fix it. */
export const isOperatorsFault = (code: DispatchCode | undefined): boolean =>
  code === 'credentials-missing' || code === 'credentials-refused' || code === 'installation-misconfigured';

/** Seconds that the provider asked to wait; 0 if it did not ask. */
export const retryAfterSeconds = (outcome: Outcome): number =>
  outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;

/** The reason for a failed delivery, without the next step. */
export const reasonOf = ({ code, reason }: Exclude<Outcome, { kind: 'ok' }>): Reason => ({ code, text: reason });

const promises = {
  again: 'The message is retried automatically.',
  tomorrow: 'The message is retried tomorrow.',
  'perhaps twice': 'The message is sent again, so it may arrive twice.',
};

/** The next step for a message that is not delivered yet. Messages that are sent only once do not need it. */
type RetryPromise = keyof typeof promises;

/** An outcome's reason for the owner of a waiting message, with the next step. */
export const waitingReason = (outcome: Exclude<Outcome, { kind: 'ok' }>): string =>
  'promise' in outcome && outcome.promise ? `${outcome.reason} ${promises[outcome.promise]}` : outcome.reason;
