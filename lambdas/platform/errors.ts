import { type ErrorCode, type RefusalCode, refusalCodes } from '#contract/codes';

/**
 * A wrong field: `path` in dotted form (`webhook.name`), `message` in words that complete the sentence "<path> …",
 * `code` if the cause has one.
 */
export interface FieldError {
  path: string;
  message: string;
  code?: RefusalCode;
}

/**
 * A rejection with words for the caller in `message` (never a secret, never internals), and the stable code of its
 * cause. Every other thrown error is a defect or an outage: it is logged in full and answered without details.
 */
export class AppError extends Error {
  readonly code: RefusalCode;
  /** The kind of problem, which decides the status. */
  readonly problem: ErrorCode;
  readonly fields: FieldError[];
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The methods that would be taken; becomes `Allow`. */
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

/** Names of missing things in rejections. They are the same everywhere, so they reveal nothing about others. */
export type Missing =
  | 'Account'
  | 'Challenge'
  | 'Code'
  | 'Dispatch'
  | 'Invocation'
  | 'Key'
  | 'Path'
  | 'Rejected call'
  | 'Replay'
  | 'Sample'
  | 'Target'
  | 'Thing'
  | 'User'
  | 'Webhook';

/** A webhook, target or invocation that does not exist for this caller; another account may own it. */
export const notFound = (what: Missing) => new AppError('not-found', `${what} not found`);

/** For a caller who makes these requests too fast. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new AppError('throttled', 'Too many requests. Wait a moment and try again.', { retryAfterSeconds });

/** The one response to every dead token: expired, signed out, or its account deleted. */
export const tokenInvalid = () => new AppError('unauthenticated', 'token invalid or expired');

/** Input that one field makes wrong. `message` is for the field, where other words than the caller's fit there. */
export const invalidField = (path: string, code: RefusalCode, words: string, message = words) =>
  new AppError(code, words, { fields: [{ path, message, code }] });
