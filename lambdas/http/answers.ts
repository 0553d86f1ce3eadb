import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { commonHeaders, problemOf } from './problem.ts';

type Middleware = MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;

const describe = (event: APIGatewayProxyEventV2) => ({
  method: event.requestContext.http.method,
  route: event.routeKey,
});

/**
 * Adds the common headers and those from `headersFor` to every response, logs it, and turns errors into problem
 * documents. Known errors are logged by their code. Unknown errors are logged in full but not shown to the caller.
 */
export const problemAnswers = (headersFor: (event: APIGatewayProxyEventV2) => Record<string, string>): Middleware => ({
  after: ({ event, response }) => {
    if (!response) return;
    response.headers = { ...commonHeaders, ...headersFor(event), ...response.headers };
    log.info('call answered', { ...describe(event), status: response.statusCode ?? 200 });
  },
  onError: (request) => {
    const { event, error } = request;
    const response = problemOf(error, event.requestContext.requestId);
    const fields = { ...describe(event), status: response.statusCode ?? 500 };
    if (error instanceof AppError) {
      log.info('call rejected', { ...fields, reason: error.code });
      if (error.problem === 'throttled') metrics.count('throttled');
    }
    if (!(error instanceof AppError)) log.error('call failed', fields, error);
    response.headers = { ...headersFor(event), ...response.headers };
    request.response = response;
  },
});
