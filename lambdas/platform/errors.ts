import { type ErrorCode, type RefusalCode, refusalCodes } from '#contract/codes';

/**
 * An invalid field: its dotted `path` (`webhook.name`), a `message` that completes the sentence "<path> …", and the
 * `code` of the cause, if any.
 */
export interface FieldError {
  path: string;
  message: string;
  code?: RefusalCode;
}

/**
 * An expected error: a `message` for the caller, without secrets and internals, and the stable code of its cause. Any
 * other error is a defect or an outage. It is logged in full, and the response has no details.
 */
export class AppError extends Error {
  readonly code: RefusalCode;
  /** The kind of problem, which determines the status. */
  readonly problem: ErrorCode;
  readonly fields: FieldError[];
  /** Seconds after which another attempt makes sense, for `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The accepted HTTP methods, for `Allow`. */
  readonly allow: readonly string[] | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    details: { fields?: FieldError[]; retryAfterSeconds?: number; problem?: ErrorCode; allow?: readonly string[] } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.problem = details.problem ?? refusalCodes[code];
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/**
 * Names of missing objects in error messages. They are the same for all callers, so they reveal nothing about other
 * accounts.
 */
export type Missing =
  | 'Account'
  | 'Challenge'
  | 'Code'
  | 'Dispatch'
  | 'Invitation'
  | 'Invocation'
  | 'Key'
  | 'Member'
  | 'Passkey'
  | 'Path'
  | 'Rejected call'
  | 'Replay'
  | 'Sample'
  | 'Target'
  | 'Thing'
  | 'User'
  | 'Webhook'
  | 'Workspace';

/** The error for an object that does not exist for this caller. An object of another account gets the same error. */
export const notFound = (what: Missing) => new AppError('not-found', `${what} not found`);

/** The error for a caller who sends these requests too fast. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new AppError('throttled', 'Too many requests. Wait a moment and try again.', { retryAfterSeconds });

/** The error for every invalid token: it has expired, its session has ended, or its account was deleted. */
export const tokenInvalid = () => new AppError('unauthenticated', 'token invalid or expired');

/** The error for one invalid field. `message` is the text for the field, if it differs from `words`. */
export const invalidField = (path: string, code: RefusalCode, words: string, message = words) =>
  new AppError(code, words, { fields: [{ path, message, code }] });
