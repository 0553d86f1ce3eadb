import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { setBounded } from '../../platform/bounded-map.ts';

/** Milliseconds for all queries of a lookup. */
const LOOKUP_MS = 2500;

/** Milliseconds for a query to a name server. The second attempt may take twice as long. */
const QUERY = { timeout: 800, tries: 2 };

/**
 * Milliseconds to wait for IPv6 addresses after the IPv4 ones have arrived. Some name servers never respond to queries
 * for IPv6 (RFC 8305, 3).
 */
const IPV6_MS = 100;

/** Maximum number of resolved names in a process's cache. */
const REMEMBERED = 5000;

/** Error codes for names that do not exist or have no addresses of the requested family. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

interface HostResolver {
  /**
   * Returns all addresses of a name, IPv4 first; empty if it has none.
   * @param account the user for whom the name is resolved; lookups for one user run one after the other, except for
   * names that resolved recently
   * @throws Error if no name server responded in time
   */
  resolve(hostname: string, account?: number): Promise<string[]>;
  /** Cancels running queries. */
  close(): void;
}

/**
 * Resolves names by DNS only, and without threads. `dns.lookup` runs getaddrinfo on one of libuv's four threads, so
 * four names with silent servers would block all other lookups. The library c-ares queries the name servers of
 * /etc/resolv.conf over sockets, so lookups do not block each other. It uses neither /etc/hosts nor search domains
 * (nodejs/node#17850), which public names do not need. AWS Lambda has an ordinary resolv.conf: MongoDB's driver uses
 * `dns.resolveSrv` there.
 *
 * Concurrent lookups of a name share a query. Lookups for one account wait for each other, but only a little longer
 * than one lookup takes. Names that resolved last time do not wait.
 * @param options `servers` replaces the system's name servers, such as `127.0.0.1:5353`
 */
export const createResolver = ({
  servers,
  limitMs = LOOKUP_MS,
}: {
  servers?: string[];
  limitMs?: number;
} = {}): HostResolver => {
  const resolver = new Resolver(QUERY);
  if (servers) resolver.setServers(servers);
  const underWay = new Map<string, Promise<string[]>>();
  const answering = new Map<string, true>();
  /** For each account, a promise that resolves when all of its lookups so far have ended. */
  const lines = new Map<number, Promise<unknown>>();

  const lookUp = async (hostname: string): Promise<string[]> => {
    const four = orNone(resolver.resolve4(hostname));
    const six = orNone(resolver.resolve6(hostname));
    const limit = rejectAfter(limitMs);
    const [first] = await Promise.allSettled([Promise.race([four, limit])]);
    const found = first.status === 'fulfilled' ? first.value : [];
    const wait = found.length > 0 ? Promise.race([limit, rejectAfter(IPV6_MS)]) : limit;
    const [second] = await Promise.allSettled([Promise.race([six, wait])]);
    const all = second.status === 'fulfilled' ? [...found, ...second.value] : found;
    if (all.length > 0) return all;
    for (const each of [first, second]) if (each.status === 'rejected') throw each.reason;
    return [];
  };

  const once = (hostname: string): Promise<string[]> => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    answering.delete(hostname);
    const asked = lookUp(hostname).finally(() => underWay.delete(hostname));
    asked.then(
      () => setBounded(answering, hostname, true, REMEMBERED),
      () => undefined,
    );
    underWay.set(hostname, asked);
    return asked;
  };

  const inTurn = (account: number, hostname: string): Promise<string[]> => {
    const before = lines.get(account);
    const asked =
      before !== undefined
        ? Promise.race([before, rejectAfter(1.2 * limitMs)]).then(() => once(hostname))
        : once(hostname);
    const line = Promise.allSettled([before, asked]);
    lines.set(account, line);
    void line.then(() => lines.get(account) === line && lines.delete(account));
    return asked;
  };

  return {
    resolve: (hostname, account) =>
      account === undefined || answering.has(hostname) || underWay.has(hostname)
        ? once(hostname)
        : inTurn(account, hostname),
    close: () => resolver.cancel(),
  };
};

const orNone = async (query: Promise<string[]>): Promise<string[]> => {
  try {
    return await query;
  } catch (error) {
    if (NONE.has(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
};

/** Rejects after a time, with a timer that does not keep the process alive. */
const rejectAfter = (milliseconds: number): Promise<never> => {
  const timeout = setTimeout(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error('no name server answered in time');
  });
  timeout.catch(() => undefined);
  return timeout;
};
