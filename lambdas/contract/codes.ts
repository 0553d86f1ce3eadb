/**
 * The stable error codes that accompany every text about a failure. A code names the cause and is the same for every
 * provider. Documentation and programs refer to codes, so texts can be reworded freely. A published code never changes
 * its name or meaning. The troubleshooting page has a heading for each code.
 */

/** Reasons why a message is not delivered or a target is not active, and notes on both. */
export const deliveryCodes = [
  // Reasons why the destination accepts no messages, permanently or until its owner acts.
  'bot-blocked',
  'bot-removed',
  'bot-not-allowed',
  'recipient-must-write-first',
  'chat-gone',
  'topic-gone',
  'topic-closed',
  'connection-revoked',
  'connection-awaited',
  'posting-restricted',
  'channel-closed',
  'channel-not-writable',
  'incoming-webhook-gone',
  'workflow-off',
  'workflow-access-denied',
  'workflow-schema-mismatch',
  'workflow-url-wrong',
  'activation-code-awaited',
  'reply-window-closed',
  'number-unreachable',
  'recipient-limit-reached',
  'address-unconfirmed',
  'address-declined',
  'address-refused',
  'mail-bounced',
  'mail-reported-as-spam',
  'recipient-unsubscribed',
  'receiver-gone',
  'receiver-loop',
  'receiver-redirects',
  'receiver-error',
  'address-not-allowed',
  // Reasons in the owner's settings of the target.
  'target-disabled',
  'target-pending',
  'target-inactive',
  'target-deleted',
  'review-awaited',
  // Reasons in the message itself.
  'message-empty',
  'message-too-long',
  'message-refused',
  'message-cut',
  'formatting-refused',
  'call-gone',
  // Temporary reasons at the provider.
  'provider-rate-limited',
  'provider-unavailable',
  'provider-unreachable',
  'answer-lost',
  'accepted-unconfirmed',
  'late-failure',
  'waits-for-target',
  'held-by-quota',
  'held-by-pause',
  'held-too-long',
  'held-discarded',
  'given-up',
  // Reasons of routing rules.
  'not-wanted',
  'held-by-quiet-hours',
  'rule-failed',
  'escalation-over',
  // Reasons in this installation.
  'mail-quota-used-up',
  'credentials-refused',
  'credentials-missing',
  'installation-misconfigured',
  'kind-unsupported',
  'processing-interrupted',
  'processing-failed',
] as const;
export type DeliveryCode = (typeof deliveryCodes)[number];

/** A template error's code, as in the template reference: `E2001` is ours, `T2001` is the engine's. */
export type TemplateCode = `${(typeof templateCodeLetters)[number]}${number}`;
export const templateCodeLetters = ['D', 'E', 'S', 'T'] as const;

/** The code of a text about a delivery. */
export type DispatchCode = DeliveryCode | TemplateCode;

/**
 * Codes of rejected requests, each with its problem, which determines the status. A code with its problem's name covers
 * all cases without a specific code.
 */
export const refusalCodes = {
  'invalid-input': 'invalid-input',
  'body-malformed': 'invalid-input',
  'cursor-wrong': 'invalid-input',
  'target-needed': 'invalid-input',
  'target-unknown': 'invalid-input',
  'target-not-active': 'invalid-input',
  'kind-unknown': 'invalid-input',
  'target-options-wrong': 'invalid-input',
  'templates-too-long': 'invalid-input',
  'webhook-url-wrong': 'invalid-input',
  'workflow-url-wrong': 'invalid-input',
  'own-address-unconfirmed': 'invalid-input',
  'address-declined': 'invalid-input',
  'address-refused': 'invalid-input',
  'replay-empty': 'invalid-input',
  'password-wrong': 'invalid-input',
  'password-too-weak': 'invalid-input',
  'reset-token-wrong': 'invalid-input',
  'challenge-failed': 'challenge-failed',
  unauthenticated: 'unauthenticated',
  'sign-in-failed': 'unauthenticated',
  'second-factor-needed': 'unauthenticated',
  'passkey-failed': 'unauthenticated',
  'recovery-code-wrong': 'unauthenticated',
  'oidc-failed': 'unauthenticated',
  forbidden: 'forbidden',
  'foreign-page': 'forbidden',
  'address-not-public': 'forbidden',
  'verify-token-wrong': 'forbidden',
  'key-scope-missing': 'forbidden',
  'key-not-allowed': 'forbidden',
  'key-bound': 'forbidden',
  'trial-not-allowed': 'forbidden',
  'not-a-member': 'forbidden',
  'role-missing': 'forbidden',
  'workspace-paused': 'forbidden',
  'invitation-for-another': 'forbidden',
  'limit-reached': 'limit-reached',
  'target-limit-reached': 'limit-reached',
  'webhook-limit-reached': 'limit-reached',
  'key-limit-reached': 'limit-reached',
  'sample-limit-reached': 'limit-reached',
  'seat-limit-reached': 'limit-reached',
  'passkey-limit-reached': 'limit-reached',
  'not-found': 'not-found',
  'webhook-unknown': 'not-found',
  'webhook-disabled': 'not-found',
  'webhook-without-target': 'not-found',
  'webhook-beyond-plan': 'not-found',
  'trial-ended': 'not-found',
  'invitation-ended': 'not-found',
  'method-not-allowed': 'method-not-allowed',
  conflict: 'conflict',
  'target-exists': 'conflict',
  'target-changed': 'conflict',
  'target-disabled': 'conflict',
  'target-pending': 'conflict',
  'target-inactive': 'conflict',
  'target-deleted': 'conflict',
  'review-awaited': 'conflict',
  'webhook-changed': 'conflict',
  'rotation-limit-reached': 'conflict',
  'call-not-kept': 'conflict',
  'mail-reported-as-spam': 'conflict',
  'message-not-waiting': 'conflict',
  'message-decided': 'conflict',
  'message-under-way': 'conflict',
  'message-held': 'conflict',
  'message-changing': 'conflict',
  'acknowledged-already': 'conflict',
  'acknowledgement-not-wanted': 'conflict',
  'provider-rate-limited': 'conflict',
  'address-taken': 'conflict',
  'member-already': 'conflict',
  'premium-already': 'conflict',
  'no-subscription': 'conflict',
  'subscription-changing': 'conflict',
  'payload-too-large': 'payload-too-large',
  'unsupported-media-type': 'unsupported-media-type',
  throttled: 'throttled',
  'too-many-tries': 'throttled',
  'confirmation-limit-reached': 'throttled',
  'handshake-limit-reached': 'throttled',
  'quota-exceeded': 'quota-exceeded',
  'too-large-to-hold': 'quota-exceeded',
  'replay-limit-reached': 'quota-exceeded',
  'storage-full': 'storage-full',
  unavailable: 'unavailable',
  'call-not-stored': 'unavailable',
  'handshake-unconfirmed': 'unavailable',
  'kind-unavailable': 'unavailable',
  'mail-not-sent': 'unavailable',
  'payments-unavailable': 'unavailable',
  'challenge-unavailable': 'unavailable',
  unverified: 'unverified',
  'loop-detected': 'loop-detected',
} as const satisfies Record<string, ErrorCode>;
export type RefusalCode = keyof typeof refusalCodes;

/** The `code` of a problem document. */
export type ProblemCause = RefusalCode | 'internal';
export const problemCauses = [
  ...(Object.keys(refusalCodes) as RefusalCode[]),
  'internal',
] as const satisfies readonly ProblemCause[];

/** All errors that a caller should understand. `lambdas/http/problem.ts` turns codes into responses. */
export type ErrorCode =
  | 'invalid-input'
  | 'unauthenticated'
  | 'unverified'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'limit-reached'
  | 'quota-exceeded'
  | 'storage-full'
  | 'throttled'
  | 'challenge-failed'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'loop-detected'
  | 'unavailable';
