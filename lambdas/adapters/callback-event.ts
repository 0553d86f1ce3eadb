import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { CallbackAnswer, CallbackRequest } from '../outbound/callback.ts';
import { cookiesOf } from '../platform/cookies.ts';

const PREFIX = '/api/callbacks/';

/**
 * Extracts kind and request from an HTTP API event (payload 2.0) at `/api/callbacks/{slug}[/…]`. The gateway has
 * already decoded the path (AWS: "Working with AWS Lambda proxy integrations for HTTP APIs"), so it is not decoded
 * again here.
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

/** The response for the gateway. It is never cached, and browsers must not guess its type. */
export const writeAnswer = ({ status, headers, body }: CallbackAnswer): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers },
  ...(body !== undefined && { body }),
});
