import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { IntakeAnswer } from '#contract/answer';
import type { AcceptedCall } from '../invocations/accept-call.ts';
import type { IncomingCall } from '../model/invocation.ts';
import type { Handshake } from '../model/verification-result.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { noteHealth } from '../platform/process-health.ts';
import { clientAddress, demandEdge, type EdgeKeys, headersBeforeEdge } from './client-address.ts';
import type { FloodGate } from './flood-gate.ts';
import { commonHeaders, problemOf } from './problem.ts';

/** Creates the error for an outage of the table or the queue. It asks the caller to retry. */
const unavailable = () =>
  new AppError('call-not-stored', 'The call could not be stored. Send it again.', { retryAfterSeconds: 5 });

/** The distribution in front of the invoke host, if the stage has one. */
interface Edge {
  keys: EdgeKeys;
  /** The public host name. Behind the distribution, the gateway only sees its own. */
  host: string;
}

/**
 * Creates the handler behind the invoke host (payload format 2.0). Every call to `/{route}` is passed to `accept`. Once
 * it is stored, the response is 202 with the invocation's id, or the webhook's custom response. A URL verification
 * request gets the response that its service requires; if necessary, `confirm` opens the URL in it. `gate` stops
 * floods. With `edge`, calls that bypass the distribution are rejected. An unexpected error returns 503, so the caller
 * sends the call again.
 */
export const invokeHost = (
  accept: (call: IncomingCall) => Promise<AcceptedCall | { handshake: Handshake }>,
  confirm: (url: string) => Promise<boolean>,
  gate?: FloodGate,
  edge?: Edge,
) => {
  const serve = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    noteHealth();
    const startedAt = performance.now();
    const requestId = event.requestContext.requestId;
    const call = incomingCall(event, edge);
    try {
      if (edge) await demandEdge(event, edge.keys);
      gate?.enter(call);
    } catch (error) {
      // Rejections are counted but not logged, because a flood must not fill the log.
      if (!(error instanceof AppError)) log.error('call not checked', { requestId }, error);
      countRefusal(error);
      return problemOf(error instanceof AppError ? error : unavailable(), requestId);
    }
    try {
      const accepted = await accept(call);
      gate?.leave(call);
      if ('handshake' in accepted) return await handshakeResponse(accepted.handshake, confirm);
      const summary = accepted;
      log.info('call accepted', {
        requestId,
        userId: summary.userId,
        webhookId: summary.webhookId,
        invocationId: summary.id,
        method: summary.method,
        count: Object.keys(summary.dispatches).length,
        durationMs: Math.round(performance.now() - startedAt),
      });
      metrics.count('accepted');
      if (summary.answer) return ownersAnswer(summary.answer);
      return {
        statusCode: 202,
        headers: { 'content-type': 'application/json; charset=utf-8', ...commonHeaders },
        body: JSON.stringify({ id: summary.id }),
      };
    } catch (error) {
      if (!(error instanceof AppError)) log.error('call not stored', { requestId }, error);
      else if (error.problem !== 'throttled') log.info('call rejected', { requestId, reason: error.code });
      gate?.leave(call, error);
      countRefusal(error);
      return problemOf(error instanceof AppError ? error : unavailable(), requestId);
    }
  };
  // Errors are handled here and not in middleware, because the flood gate needs them, and a layer would slow down every
  // call.
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(serve);
};

const countRefusal = (error: unknown): void => {
  if (!(error instanceof AppError)) return;
  if (error.problem === 'quota-exceeded' || error.problem === 'storage-full') metrics.count('quotaRefused');
  if (error.problem === 'throttled') metrics.count('throttled');
};

/**
 * Builds a custom response. It comes from our host, so it must never act as a page. Its content type is not that of a
 * page, and browsers must not guess another one. If a browser displays it anyway (XML can contain styles and scripts),
 * it runs in a sandbox without an origin.
 */
const ownersAnswer = ({ status, contentType, body }: IntakeAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: {
    ...(body !== '' && { 'content-type': `${contentType}; charset=utf-8` }),
    'content-security-policy': "default-src 'none'; sandbox",
    ...commonHeaders,
  },
  body,
});

/**
 * Responds to a URL verification request. Browsers must not interpret the response, because a stranger chose the
 * challenge.
 */
const handshakeResponse = async (
  handshake: Handshake,
  confirm: (url: string) => Promise<boolean>,
): Promise<APIGatewayProxyStructuredResultV2> => {
  if (handshake.kind === 'confirm' && !(await confirm(handshake.url)))
    throw new AppError(
      'handshake-unconfirmed',
      'The subscription could not be confirmed. Request it again in the service.',
    );
  log.info('handshake answered', {});
  return {
    statusCode: (handshake.kind === 'answer' && handshake.status) || 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      ...commonHeaders,
      ...(handshake.kind === 'answer' && handshake.headers),
    },
    body: handshake.kind === 'answer' ? handshake.text : 'confirmed',
  };
};

const incomingCall = (event: APIGatewayProxyEventV2, edge: Edge | undefined): IncomingCall => {
  const headers = Object.fromEntries(
    Object.entries({ ...event.headers, ...(event.cookies && { cookie: event.cookies.join('; ') }) }).map(
      ([name, value]) => [name.toLowerCase(), value ?? ''],
    ),
  );
  return {
    route: event.pathParameters?.route ?? '',
    method: event.requestContext.http.method,
    query: event.rawQueryString,
    headers: edge ? headersBeforeEdge(headers, edge.host) : headers,
    ip: clientAddress(event, edge !== undefined),
    body:
      event.body === undefined ? new Uint8Array() : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'),
  };
};
