import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import * as z from 'zod';
import { jsonVariable } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import type { HttpAnswer, HttpFailure, HttpRequest, OutboundHttp } from '../platform/outbound/outbound.ts';
import { isPublicAddress } from '../platform/outbound/public-address.ts';
import { checkUrl, matchesHost } from '../platform/outbound/url-rule.ts';
import { createResolver } from './dns/resolver.ts';

/**
 * The variable OUTBOUND_HOST_MAP. It maps hosts (or `*.suffix`) to the origins of their fakes, and is `{}` if every
 * provider is real.
 */
export const hostMapVariable = jsonVariable(z.record(z.string(), z.url()));

interface OutboundOptions {
  /**
   * After all checks, replaces the origin to connect to. Path, query and Host header stay unchanged. A mapped name is
   * not resolved.
   */
  hostMap?: Readonly<Record<string, string>>;
  /** Host names of this service, which must not call itself. */
  ownHosts?: readonly string[];
  /** Resolves a name to all its addresses; rejects if no server responded. */
  resolve?: (hostname: string, account?: number) => Promise<string[]>;
  /**
   * Maximum time in milliseconds from the end of the lookup, which has its own limit, to the last byte of the response.
   */
  timeoutMs?: number;
  /** Maximum number of bytes of a response that are read; the rest is ignored. */
  maxAnswerBytes?: number;
  /** Certificates to trust instead of the built-in ones. */
  ca?: string;
}

/**
 * Milliseconds after which an idle socket is closed. Most servers close it after five seconds, which could break a
 * request.
 */
const IDLE_MS = 4000;

/**
 * Creates the client for all requests to providers and to owners' URLs. It allows only https, and only hosts that the
 * caller's rule allows and whose addresses are all public. It connects only to the addresses that were checked, and
 * keeps SNI and Host. It follows no redirects, uses no proxy, and limits the size and time of a response. Its errors
 * never contain path, query or headers, which can be secret.
 */
export const createOutboundHttp = ({
  hostMap = {},
  ownHosts = [],
  resolve,
  timeoutMs = 10_000,
  maxAnswerBytes = 8192,
  ca,
}: OutboundOptions = {}): OutboundHttp & { close(): void } => {
  const agents = {
    tls: new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64, ...(ca && { ca }) }),
    plain: new PlainAgent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64 }),
  };
  const resolver = createResolver();
  const addressesOf = resolve ?? resolver.resolve;

  const connectionTo = async (url: URL, account: number | undefined): Promise<Connection | HttpFailure> => {
    const mapped = Object.entries(hostMap).find(([pattern]) => matchesHost(url.hostname, pattern))?.[1];
    const bare = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare) && !isPublicAddress(bare)) return blocked(`${bare} is not a public address`);
    if (mapped) return { origin: new URL(mapped) };
    if (isIP(bare)) return { origin: url, addresses: [bare] };
    let addresses: string[];
    try {
      addresses = await addressesOf(bare, account);
    } catch {
      return { failure: 'dns', sent: false, detail: `${bare} could not be looked up` };
    }
    if (addresses.length === 0) return { failure: 'dns', sent: false, detail: `${bare} has no address` };
    return addresses.every(isPublicAddress) ? { origin: url, addresses } : blocked(`${bare} is not a public host`);
  };

  const open = (wanted: HttpRequest, url: URL, { origin, addresses }: Connection): ClientRequest => {
    const body = wanted.body === undefined ? undefined : Buffer.from(wanted.body);
    const secure = origin.protocol === 'https:';
    const request = (secure ? tlsRequest : plainRequest)({
      agent: secure ? agents.tls : agents.plain,
      method: wanted.method,
      host: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      headers: {
        'user-agent': 'Tellhook',
        ...wanted.headers,
        ...(body && { 'content-length': String(body.length) }),
        host: url.host,
      },
      ...(addresses && { lookup: pinned(addresses) }),
    });
    request.end(body);
    return request;
  };

  return {
    send: async (wanted) => {
      const checked = checkUrl(wanted.url, wanted.allow, ownHosts);
      if ('refused' in checked) return blocked(checked.refused);
      const connection = await connectionTo(checked.url, wanted.account);
      if ('failure' in connection) return connection;
      const deadline = AbortSignal.timeout(timeoutMs);
      const attempt = () => exchange(() => open(wanted, checked.url, connection), deadline, maxAnswerBytes);
      const first = await attempt();
      // The server closed an idle connection just as it was reused. No response was read, so the request is repeated on
      // a new connection.
      return 'stale' in first ? attempt().then(({ stale: _stale, ...result }: Exchange) => result as Result) : first;
    },
    close: () => {
      agents.tls.destroy();
      agents.plain.destroy();
      resolver.close();
    },
  };
};

interface Connection {
  origin: URL;
  /** The checked addresses to connect to; if omitted, the origin's host is resolved normally. */
  addresses?: string[];
}
type Result = HttpAnswer | HttpFailure;
type Exchange = Result & { stale?: true };

const blocked = (detail: string): HttpFailure => {
  log.warn('outbound call blocked', { reason: detail });
  return { failure: 'blocked', sent: false, detail };
};

const TIMED_OUT: HttpFailure = { failure: 'timeout', sent: false, detail: 'no answer in time' };

/** A lookup function that returns the checked addresses, even if the name now resolves to others. */
const pinned =
  (addresses: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const first = all[0] ?? { address: '', family: 4 };
    if (options.all) callback(null, all);
    else callback(null, first.address, first.family);
  };

const exchange = (open: () => ClientRequest, deadline: AbortSignal, maxBytes: number): Promise<Exchange> =>
  new Promise((resolve) => {
    if (deadline.aborted) return resolve(TIMED_OUT);
    let request: ClientRequest;
    try {
      request = open();
    } catch {
      return resolve(blocked('the request cannot be written as HTTP'));
    }
    let sent = false;
    const finish = (result: Exchange) => {
      deadline.removeEventListener('abort', onDeadline);
      resolve(result);
    };
    const onDeadline = () => {
      finish({ ...TIMED_OUT, sent });
      request.destroy();
    };
    deadline.addEventListener('abort', onDeadline, { once: true });
    request.on('finish', () => {
      sent = true;
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const failure = failureOf(error, sent);
      finish(request.reusedSocket && failure.failure === 'reset' ? { ...failure, stale: true } : failure);
    });
    request.on('response', (response) => {
      void readAnswer(response, maxBytes).then(finish);
    });
  });

const readAnswer = (response: IncomingMessage, maxBytes: number): Promise<Result> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
      });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < maxBytes) return;
      done();
      response.destroy();
    });
    response.on('end', done);
    // The status has arrived, so the provider has decided. If the body is cut off, only part of a text is lost.
    response.on('error', done);
    response.on('aborted', done);
  });

const tlsError = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME|EPROTO)/;
const unreachable = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

const failureOf = ({ code = '' }: NodeJS.ErrnoException, sent: boolean): HttpFailure => {
  if (tlsError.test(code)) return { failure: 'tls', sent: false, detail: `no trusted TLS connection (${code})` };
  if (unreachable.includes(code)) return { failure: 'refused', sent: false, detail: `no connection (${code})` };
  if (code === 'ETIMEDOUT') return { ...TIMED_OUT, sent };
  return { failure: 'reset', sent, detail: `the connection broke (${code || 'closed'})` };
};
