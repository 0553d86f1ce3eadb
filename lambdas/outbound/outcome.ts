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
 * `reason` is in plain words with the next step; `providerWords` is what the provider said, at most 500 characters,
 * secrets removed.
 */
export type Outcome =
  | { kind: 'ok'; providerWords?: string; note?: string }
  | { kind: 'retry'; reason: string; providerWords?: string; afterSeconds?: number; unanswered?: true; unasked?: true }
  | { kind: 'fail_message'; reason: string; providerWords?: string }
  | { kind: 'fail_target'; reason: string; providerWords?: string }
  | { kind: 'fail_config'; reason: string; providerWords?: string }
  | { kind: 'ambiguous'; reason: string; providerWords?: string; unanswered?: true };

export type OutcomeKind = Outcome['kind'];
