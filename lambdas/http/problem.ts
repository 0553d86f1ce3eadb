import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ProblemCause } from '#contract/codes';
import type { Problem } from '#contract/common';
import { type ProblemCode, problems, typeOfProblem } from '#contract/problems';
import { AppError } from '../platform/errors.ts';

/**
 * Headers of every response: nothing is cached on the way, no type is guessed, and browsers stay with https. A
 * distribution adds the last one itself, but the invoke host has none.
 */
export const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/** A finished `application/problem+json` answer (RFC 9457). `instance` is the request id. */
const problemAnswer = (
  problem: ProblemCode,
  code: ProblemCause,
  particulars: Pick<Problem, 'detail' | 'instance' | 'errors'>,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 => {
  const { status, title } = problems[problem];
  return {
    statusCode: status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...commonHeaders, ...headers },
    body: JSON.stringify({ type: typeOfProblem(problem), code, title, status, ...particulars } satisfies Problem),
  };
};

const extraHeaders = (error: AppError): Record<string, string> => {
  const headers: Record<string, string> = {};
  // RFC 9110, 15.5.2: a 401 names the scheme that would be accepted.
  if (error.problem === 'unauthenticated') headers['www-authenticate'] = 'Bearer realm="tellhook"';
  if (error.problem === 'unverified') headers['www-authenticate'] = 'Signature realm="tellhook"';
  const wait = error.retryAfterSeconds ?? (error.problem === 'unavailable' ? 5 : undefined);
  if (error.allow) headers.allow = error.allow.join(', ');
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)));
  return headers;
};

/**
 * The response for `error`. Only an {@link AppError} shows its words. Anything else is a defect or an outage: its words
 * go to the log, and the caller gets a number to quote.
 */
export const problemOf = (error: unknown, instance: string): APIGatewayProxyStructuredResultV2 => {
  if (!(error instanceof AppError))
    return problemAnswer('internal', 'internal', {
      detail: 'Something went wrong on our side. Try again.',
      instance,
    });
  const particulars = { detail: error.message, instance, ...(error.fields.length > 0 && { errors: error.fields }) };
  return problemAnswer(error.problem, error.code, particulars, extraHeaders(error));
};
