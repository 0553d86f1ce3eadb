import type { ErrorCode } from '#contract/problems';

/** A wrong field: `path` in dotted form (`webhook.name`), `message` in words that complete the sentence "<path> …". */
export interface FieldError {
  path: string;
  message: string;
}

/**
 * A refusal with words for the caller in `message` (never a secret, never internals). Everything else that is thrown
 * is a defect or an outage: it is logged whole and answered blank.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: { fields?: FieldError[]; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A webhook, target or invocation that does not exist for this caller, whoever else may own it. */
export const notFound = (what: string) => new AppError('not-found', `${what} not found`);

/** To a caller who comes too fast for what he asks. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new AppError('throttled', 'Too many calls. Please wait a moment and try again.', { retryAfterSeconds });

/** The one answer to every dead token, whatever killed it: its time, a sign-out, the end of its account. */
export const tokenInvalid = () => new AppError('unauthenticated', 'token invalid or expired');

/** Input that one field makes wrong. `message` is for the field, where other words than the caller's fit there. */
export const invalidField = (path: string, words: string, message = words) =>
  new AppError('invalid-input', words, { fields: [{ path, message }] });
