import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../platform/errors.ts';
import { sameSecret } from '../platform/same-secret.ts';

/** Headers that the distribution adds: a key, which proves that a call came through it, and the viewer's address. */
const EDGE_KEY_HEADER = 'tellhook-edge-key';
const VIEWER_ADDRESS_HEADER = 'tellhook-viewer-address';

/** Reads the distribution's current key and its previous one, which it can still send during a rotation. */
export type EdgeKeys = () => Promise<{ current: string; previous: () => Promise<string> }>;

/**
 * Rejects calls that reach the gateway by its own host name, without the distribution and its firewall.
 * @throws AppError('forbidden') if a call has no valid key of the distribution
 */
export const demandEdge = async (
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
  keys: EdgeKeys,
): Promise<void> => {
  const shown = headers[EDGE_KEY_HEADER] ?? '';
  if (shown !== '') {
    const { current, previous } = await keys();
    // The previous key is read only if the current one does not match.
    if (sameSecret(shown, current) || sameSecret(shown, await previous())) return;
  }
  throw new AppError('address-not-public', 'This host name is internal. Use the public URL.');
};

/** Headers that are added by the distribution, not sent by the caller. */
const ADDED_BY_EDGE = new Set([EDGE_KEY_HEADER, VIEWER_ADDRESS_HEADER, 'via', 'x-amz-cf-id']);

/** Restores the headers that the caller sent: removes the distribution's headers and sets the host that was called. */
export const headersBeforeEdge = (headers: Record<string, string>, host: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ADDED_BY_EDGE.has(name))),
  host,
});

/**
 * Returns the client's IP address. Behind the distribution, the gateway sees only the edge, which passes the viewer's
 * address in a header. The header is trusted only after {@link demandEdge}, because anyone can send it.
 * `X-Forwarded-For` is never read, for the same reason.
 */
export const clientAddress = ({ headers, requestContext }: APIGatewayProxyEventV2, throughEdge: boolean): string =>
  (throughEdge && headers[VIEWER_ADDRESS_HEADER]) || requestContext.http.sourceIp;
