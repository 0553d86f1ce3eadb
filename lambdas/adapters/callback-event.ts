import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { cookiesOf } from '../platform/cookies.ts';
import type { CallbackAnswer, CallbackRequest } from '../platform/outbound/callback.ts';

const PREFIX = '/api/callbacks/';

/**
 * Extracts the slug and the request from an HTTP API event (payload 2.0) at `/api/callbacks/{slug}[/…]`. The path is
 * not decoded here, because the gateway has already done so (AWS: "Working with AWS Lambda proxy integrations for HTTP
 * APIs").
 */
export const readCallback = (event: APIGatewayProxyEventV2): { slug: string; request: CallbackRequest } => {
  const [slug = '', ...path] = event.rawPath.startsWith(PREFIX) ? event.rawPath.slice(PREFIX.length).split('/') : [];
  return {
    slug,
    request: {
      method: event.requestContext.http.method,
      path,
      query: new URLSearchParams(event.rawQueryString),
      headers: Object.fromEntries(
        Object.entries(event.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name.toLowerCase(), value]],
        ),
      ),
      cookies: cookiesOf(event.cookies),
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    },
  };
};

/** Converts a response to the gateway's form. It is never cached, and browsers must not guess its type. */
export const writeAnswer = ({ status, headers, body }: CallbackAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers },
  ...(body !== undefined && { body }),
});
