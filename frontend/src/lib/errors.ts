import type { Problem } from '#contract/common';
import type { HelpCode } from './help.ts';

/** The message for an error response without details. */
const NO_MESSAGE = 'Response returned an error code';

/** An error response of the server. `message` is its detail, for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly title: string;
  /** The name of the cause; undefined if the response has none. */
  readonly code: Problem['code'] | undefined;
  /** The request's id, for support. */
  readonly instance: string | undefined;
  readonly errors: NonNullable<Problem['errors']>;

  constructor(status: number, problem: Partial<Problem> | undefined) {
    super(problem?.detail || problem?.title || NO_MESSAGE);
    this.status = status;
    this.title = problem?.title ?? '';
    this.code = problem?.code;
    this.instance = problem?.instance;
    this.errors = problem?.errors ?? [];
  }
}

/** True if the requested item does not exist, or no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** True if the response contained a message. */
export const hasMessage = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.message !== NO_MESSAGE;

/** Thrown if the request did not reach the server, or its response did not reach the browser. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('The request failed and the interceptors did not return an alternative response', { cause });
  }
}

/** Thrown if the session could not be refreshed. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';
  readonly status: number;
  constructor(status: number) {
    super(`Failed to refresh tokens: ${status}`);
    this.status = status;
  }
}

/** Thrown if the user has to sign in first. The browser is already opening the login page, so no error is shown. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError';
  constructor() {
    super('token invalid or expired');
  }
}

/** Thrown if the user or the browser cancels the use of a passkey. Its message is for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Thrown for a request without a required parameter: a bug in the front end, detected before anything is sent. */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError';
  constructor(parameter: string, call: string) {
    super(`Required parameter ${parameter} was null or undefined when calling ${call}.`);
  }
}

/**
 * Prefixes of browsers' messages about a part of the page that did not load. The rest of such a message is a URL, which
 * does not help the user.
 */
const NOT_FETCHED =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i;

/** True if a part of the page did not load. */
export const isNotFetched = (error: unknown): boolean =>
  error instanceof Error && (error.message === PART_NOT_FETCHED || NOT_FETCHED.test(error.message));

export const PART_NOT_FETCHED = 'A part of this page could not be fetched. Are you online?';

/** The error as text for the user. */
export const errorDetail = (error: unknown): string =>
  isNotFetched(error)
    ? PART_NOT_FETCHED
    : error instanceof Error && error.message !== ''
      ? error.message
      : 'An error occurred';

/** The error's code, for finding help; undefined if a part of the page did not load, or no passkey was used. */
export const errorCode = (error: unknown): HelpCode | undefined => {
  if (error instanceof ApiError) return error.errors[0]?.code ?? error.code ?? 'internal';
  if (error instanceof NetworkError) return 'offline';
  if (error instanceof RefreshError || error instanceof LoginNeededError) return 'unauthenticated';
  return isNotFetched(error) || error instanceof PasskeyError ? undefined : 'internal';
};

/** The messages for a rejected form, and the code for finding help. */
export interface Refusal {
  messages: readonly string[];
  code?: HelpCode | undefined;
}

export const refusalOf = (error: unknown): Refusal => ({ messages: errorDetails(error), code: errorCode(error) });

/** The reason for a failed request, with the request's id for support after a server error. */
export const errorReason = (error: unknown): string => {
  if (error instanceof NetworkError) return `No connection. ${error.message}`;
  const detail = errorDetail(error);
  return error instanceof ApiError && error.status >= 500 && error.instance !== undefined
    ? `${detail} (request ${error.instance})`
    : detail;
};

/** The messages for a rejected form: one per invalid field, otherwise the error's detail. */
export const errorDetails = (error: unknown): string[] =>
  error instanceof ApiError && error.errors.length > 0 ? error.errors.map(sentence) : [errorDetail(error)];

/** Completes messages that continue the name of their field: `newPassword`, `is too common`. */
const sentence = ({ path, message }: ApiError['errors'][number]): string => {
  if (path === '' || /^[A-Z]/.test(message)) return message;
  const name = path.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return `The ${name} ${message}`;
};
