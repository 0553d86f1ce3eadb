import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sameSecret } from '../platform/same-secret.ts';

/** The header by which the distribution proves that a call came through it, and the viewer's address that it saw. */
const EDGE_KEY_HEADER = 'tellhook-edge-key';
const VIEWER_ADDRESS_HEADER = 'tellhook-viewer-address';

/**
 * The client's address. Behind the distribution the gateway sees only the edge, which passes on the viewer's address;
 * that header counts only beside the key that the distribution adds, because the gateway can be called directly too.
 * `X-Forwarded-For` is never read: anybody may write it.
 */
export const clientAddress = (event: APIGatewayProxyEventV2, edgeKey: string | undefined): string => {
  const viewer = event.headers[VIEWER_ADDRESS_HEADER];
  const trusted = edgeKey !== undefined && sameSecret(event.headers[EDGE_KEY_HEADER] ?? '', edgeKey);
  return trusted && viewer ? viewer : event.requestContext.http.sourceIp;
};
