import type { Problem } from '#contract/common';
import type { HelpCode } from './help.ts';

/** The text for a response without its own text. */
const NO_MESSAGE = 'Response returned an error code';

/** The server returned an error. `message` is its detail, for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly title: string;
  /** The cause by name; undefined if the response has none. */
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

/** True if the server named the error; a response without a body does not. */
export const hasMessage = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.message !== NO_MESSAGE;

/** The call did not reach the server, or its response did not reach us. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('The request failed and the interceptors did not return an alternative response', { cause });
  }
}

/** The session could not be refreshed. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';
  readonly status: number;
  constructor(status: number) {
    super(`Failed to refresh tokens: ${status}`);
    this.status = status;
  }
}

/** The user has to sign in first. The browser is already opening the login page, so nothing is shown. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError';
  constructor() {
    super('token invalid or expired');
  }
}

/** A call without a required parameter: our mistake, found before it reaches the network. */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError';
  constructor(parameter: string, call: string) {
    super(`Required parameter ${parameter} was null or undefined when calling ${call}.`);
  }
}

/**
 * Prefixes of browsers' errors about a part of the page that did not load. The rest is a URL, which does not help the
 * user.
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

/** The error's code, by which help is found. */
export const errorCode = (error: unknown): HelpCode | undefined => {
  if (error instanceof ApiError) return error.errors[0]?.code ?? error.code ?? 'internal';
  if (error instanceof NetworkError) return 'offline';
  if (error instanceof RefreshError || error instanceof LoginNeededError) return 'unauthenticated';
  return isNotFetched(error) ? undefined : 'internal';
};

/** The message of a rejected form, and its help. */
export interface Refusal {
  messages: readonly string[];
  code?: HelpCode | undefined;
}

export const refusalOf = (error: unknown): Refusal => ({ messages: errorDetails(error), code: errorCode(error) });

/** The reason for a failed request: plain words first, then the id for support. */
export const errorReason = (error: unknown): string => {
  if (error instanceof NetworkError) return `No connection. ${error.message}`;
  const detail = errorDetail(error);
  return error instanceof ApiError && error.status >= 500 && error.instance !== undefined
    ? `${detail} (request ${error.instance})`
    : detail;
};

/** The messages of a rejected form: one per field that the server names, otherwise the detail. */
export const errorDetails = (error: unknown): string[] =>
  error instanceof ApiError && error.errors.length > 0 ? error.errors.map(sentence) : [errorDetail(error)];

/** The server's message is a sentence, or continues the name of its field: `newPassword`, `is too common`. */
const sentence = ({ path, message }: ApiError['errors'][number]): string => {
  if (path === '' || /^[A-Z]/.test(message)) return message;
  const name = path.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return `The ${name} ${message}`;
};
