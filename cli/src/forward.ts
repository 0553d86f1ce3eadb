import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { UsageError } from './command.ts';
import type { Call } from './print.ts';

/** Headers that belong to the connection, not to the call (RFC 9110, 7.6.1). */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const TIMEOUT_MS = 30_000;

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Parses the forwarding address: `3000`, `localhost:3000/hooks` or a URL. Calls come from strangers, so they are only
 * forwarded to this machine or to `allowedHost`.
 * @throws UsageError
 */
export const forwardAddress = (text: string, allowedHost: string | undefined): URL => {
  const whole = /^\d+$/.test(text) ? `http://localhost:${text}` : /^https?:\/\//.test(text) ? text : `http://${text}`;
  let url: URL;
  try {
    url = new URL(whole);
  } catch {
    throw new UsageError(`${text} is not a destination. Use 3000, localhost:3000/path or http://localhost:3000`);
  }
  if (!isThisMachine(url.hostname) && url.hostname !== allowedHost?.toLowerCase())
    throw new UsageError(
      `${url.hostname} is not this machine. To forward calls to it, add --allow-host ${url.hostname}`,
    );
  return url;
};

/** Returns a call’s body, byte for byte. */
export const bodyOf = ({ raw_body, raw_body_encoding }: Pick<Call, 'raw_body' | 'raw_body_encoding'>): Buffer =>
  Buffer.from(raw_body, raw_body_encoding === 'base64' ? 'base64' : 'utf8');

export const headersOf = ({ raw_headers }: Pick<Call, 'raw_headers'>): Record<string, string> =>
  raw_headers === '' ? {} : (JSON.parse(raw_headers) as Record<string, string>);

/**
 * Forwards a call unchanged, without following redirects.
 * @returns the status of the response; rejects if there is none
 */
export const forward = (call: Call, to: URL, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = new URL(to);
    url.search = [to.search.slice(1), call.query].filter(Boolean).join('&');
    const body = bodyOf(call);
    const headers = Object.fromEntries(
      Object.entries(headersOf(call)).filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase())),
    );
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: call.method,
        headers: { ...headers, 'content-length': body.length, 'tellhook-call': call.id },
        agent: false,
        signal,
        timeout: TIMEOUT_MS,
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    request.once('timeout', () => request.destroy(new Error(`no response in ${TIMEOUT_MS / 1000} s`)));
    request.once('error', reject);
    request.end(body);
  });
