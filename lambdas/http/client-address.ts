import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../platform/errors.ts';
import { sameSecret } from '../platform/same-secret.ts';

/** The header by which the distribution proves that a call came through it, and the viewer's address. */
const EDGE_KEY_HEADER = 'tellhook-edge-key';
const VIEWER_ADDRESS_HEADER = 'tellhook-viewer-address';

/** The keys of the distribution: the current one, and the previous one, which it can still send during a change. */
export type EdgeKeys = () => Promise<{ current: string; previous: () => Promise<string> }>;

/**
 * The gateway has its own name, under which it can be called without the distribution and its firewall. Such a call is
 * rejected.
 * @throws AppError('forbidden') for a call that shows no key of the distribution.
 */
export const demandEdge = async (
  { headers }: Pick<APIGatewayProxyEventV2, 'headers'>,
  keys: EdgeKeys,
): Promise<void> => {
  const shown = headers[EDGE_KEY_HEADER] ?? '';
  if (shown !== '') {
    const { current, previous } = await keys();
    // The previous key is only read when needed, which is very rare.
    if (sameSecret(shown, current) || sameSecret(shown, await previous())) return;
  }
  throw new AppError('address-not-public', 'Calls are answered under the public address only');
};

/** Headers that the distribution adds on the way, and that its caller has not sent. */
const ADDED_BY_EDGE = new Set([EDGE_KEY_HEADER, VIEWER_ADDRESS_HEADER, 'via', 'x-amz-cf-id']);

/** The headers as the caller sent them: without the key, and under the host that it called instead of the gateway's name. */
export const headersBeforeEdge = (headers: Record<string, string>, host: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ADDED_BY_EDGE.has(name))),
  host,
});

/**
 * The client's IP address. Behind the distribution the gateway sees only the edge, which passes on the viewer's address
 * in a header. That header counts only in a call that {@link demandEdge} accepted, because anyone else may write it.
 * `X-Forwarded-For` is never read, for the same reason.
 */
export const clientAddress = ({ headers, requestContext }: APIGatewayProxyEventV2, throughEdge: boolean): string =>
  (throughEdge && headers[VIEWER_ADDRESS_HEADER]) || requestContext.http.sourceIp;
