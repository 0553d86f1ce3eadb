import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ProblemCause } from '#contract/codes';
import type { Problem } from '#contract/common';
import { type ProblemCode, problems, typeOfProblem } from '#contract/problems';
import { AppError } from '../platform/errors.ts';

/**
 * Headers of every response: no caching, no content sniffing, and https only. The distribution also sets the last
 * header, but not every stage has a distribution.
 */
export const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
};

/** Returns an `application/problem+json` response (RFC 9457). `instance` is the request id. */
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
  // A 401 response must name the accepted scheme (RFC 9110, 15.5.2).
  if (error.problem === 'unauthenticated') headers['www-authenticate'] = 'Bearer realm="tellhook"';
  if (error.problem === 'unverified') headers['www-authenticate'] = 'Signature realm="tellhook"';
  const wait = error.retryAfterSeconds ?? (error.problem === 'unavailable' ? 5 : undefined);
  if (error.allow) headers.allow = error.allow.join(', ');
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)));
  return headers;
};

/**
 * Returns the response for `error`. Only an {@link AppError} shows its message. Any other error is a defect or an
 * outage: its message is logged, and the caller gets a request id to quote.
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
