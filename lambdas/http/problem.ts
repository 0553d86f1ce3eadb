import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from '#contract/common';
import { AppError, type ErrorCode } from '../platform/errors.ts';

const answers = {
  'invalid-input': { status: 400, title: 'Invalid input' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not found' },
  gone: { status: 410, title: 'Gone' },
  conflict: { status: 409, title: 'Conflict' },
  'limit-reached': { status: 403, title: 'Limit reached' },
  'quota-exceeded': { status: 429, title: 'Quota exceeded' },
  throttled: { status: 429, title: 'Too many requests' },
  'challenge-failed': { status: 400, title: 'Bot challenge failed' },
  'payload-too-large': { status: 413, title: 'Payload too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  unavailable: { status: 503, title: 'Unavailable' },
} satisfies Record<ErrorCode, Pick<Problem, 'status' | 'title'>>;

/** On every answer of the application: nothing is cached on the way, nothing is taken for another type than its own. */
export const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The `type` of a problem: stable, independent of the host. */
const typeOf = (code: string) => `urn:tellhook:error:${code}`;

/** A finished `application/problem+json` answer (RFC 9457). `instance` is the request id. */
export const problemAnswer = (
  code: string,
  problem: Pick<Problem, 'title' | 'status' | 'detail' | 'instance' | 'errors'>,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: problem.status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8', ...commonHeaders, ...headers },
  body: JSON.stringify({ type: typeOf(code), ...problem } satisfies Problem),
});

const extraHeaders = (error: AppError): Record<string, string> => {
  const headers: Record<string, string> = {};
  // RFC 9110, 15.5.2: a 401 names the scheme that would be accepted.
  if (error.code === 'unauthenticated') headers['www-authenticate'] = 'Bearer realm="tellhook"';
  const wait = error.retryAfterSeconds ?? (error.code === 'unavailable' ? 5 : undefined);
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)));
  return headers;
};

/**
 * What a caller is told about `error`. Only {@link AppError} speaks; anything else is a defect or an outage, whose
 * words belong in the log, and the caller gets a number to quote.
 */
export const problemOf = (error: unknown, instance: string): APIGatewayProxyStructuredResultV2 => {
  if (!(error instanceof AppError))
    return problemAnswer('internal', {
      title: 'Internal error',
      status: 500,
      detail: 'Something went wrong on our side. Please try again.',
      instance,
    });
  const problem = { ...answers[error.code], detail: error.message, instance };
  return problemAnswer(
    error.code,
    error.fields.length > 0 ? { ...problem, errors: error.fields } : problem,
    extraHeaders(error),
  );
};

/** 405 with the methods that the path knows (RFC 9110, 15.5.6). */
export const methodNotAllowed = (allowed: string[], instance: string): APIGatewayProxyStructuredResultV2 =>
  problemAnswer(
    'method-not-allowed',
    { title: 'Method not allowed', status: 405, detail: `This path knows ${allowed.join(', ')} only`, instance },
    { allow: allowed.join(', ') },
  );
