import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The header by which the distribution proves that a call came through it. */
export const EDGE_KEY_HEADER = 'x-edge-key';

const digest = (value: string) => createHash('sha256').update(value).digest();

/** `198.51.100.7:443` or `2001:db8::1:443`, as CloudFront writes `CloudFront-Viewer-Address`. */
const withoutPort = (address: string) => address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/**
 * The client's address. Behind the distribution the gateway sees only the edge, which passes on the viewer's address;
 * that header counts only beside the key that the distribution adds, because the gateway can be called directly too.
 * `X-Forwarded-For` is never read: anybody may write it.
 */
export const clientAddress = (event: APIGatewayProxyEventV2, edgeKey: string | undefined): string => {
  const peer = event.requestContext.http.sourceIp;
  const shown = event.headers[EDGE_KEY_HEADER];
  const viewer = event.headers['cloudfront-viewer-address'];
  if (!edgeKey || !shown || !viewer) return peer;
  return timingSafeEqual(digest(shown), digest(edgeKey)) ? withoutPort(viewer) : peer;
};
