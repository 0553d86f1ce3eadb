import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from './loopback.ts';

/**
 * True for a request below `/__fakes` that could change something and comes from a page of another site or of another
 * port of this machine. Programs send no `Origin` and are accepted. A request with a host name other than a loopback
 * name is always foreign, because that name could resolve to this machine.
 */
export const isForeign = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean => {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (!isLoopbackHost(host)) return true;
  if (method === 'GET' || method === 'HEAD') return false;
  // Forms on a page with a hidden referrer send `null`. In this case, `Sec-Fetch-Site` decides.
  if (origin !== undefined && origin !== 'null') return origin !== `http://${host}`;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin === 'null';
};
