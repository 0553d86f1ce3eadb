import { type ErrorCode, type RefusalCode, refusalCodes } from '#contract/codes';

/**
 * A wrong field: `path` in dotted form (`webhook.name`), `message` in words that complete the sentence "<path> …", `code`
 * where the cause has one of its own.
 */
export interface FieldError {
  path: string;
  message: string;
  code?: RefusalCode;
}

/**
 * A refusal with words for the caller in `message` (never a secret, never internals), and the stable code of its cause.
 * Everything else that is thrown is a defect or an outage: it is logged whole and answered blank.
 */
export class AppError extends Error {
  readonly code: RefusalCode;
  /** What kind of problem it is a case of, which decides the status. */
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

/** How refusals call what is not there; the same words wherever it is refused, so that they tell nothing of others. */
export type Missing =
  | 'Account'
  | 'Challenge'
  | 'Code'
  | 'Dispatch'
  | 'Invocation'
  | 'Key'
  | 'Path'
  | 'Refused call'
  | 'Replay'
  | 'Sample'
  | 'Target'
  | 'Thing'
  | 'User'
  | 'Webhook';

/** A webhook, target or invocation that does not exist for this caller, whoever else may own it. */
export const notFound = (what: Missing) => new AppError('not-found', `${what} not found`);

/** To a caller who comes too fast for what he asks. */
export const tooManyCalls = (retryAfterSeconds: number) =>
  new AppError('throttled', 'Too many requests. Wait a moment and try again.', { retryAfterSeconds });

/** The one answer to every dead token, whatever killed it: its time, a sign-out, the end of its account. */
export const tokenInvalid = () => new AppError('unauthenticated', 'token invalid or expired');

/** Input that one field makes wrong. `message` is for the field, where other words than the caller's fit there. */
export const invalidField = (path: string, code: RefusalCode, words: string, message = words) =>
  new AppError(code, words, { fields: [{ path, message, code }] });
