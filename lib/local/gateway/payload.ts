import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type HeaderLine, splitTarget, valuesOf, type WireAnswer, type WireRequest } from './exchange.ts';

/** Fields that an HTTP API adds when it converts a request to an event. */
interface EventFacts {
  routeKey: string;
  pathParameters: Record<string, string>;
  apiId: string;
  account: string;
  stage: string;
  now: Date;
}

/** Headers that apply to a single connection, so the gateway doesn't pass them on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Values by name; repeated ones are joined by a comma. Has no prototype, because callers can send `__proto__`. */
const joined = (pairs: Iterable<[name: string, value: string]>): Record<string, string> => {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) values[name] = values[name] === undefined ? value : `${values[name]},${value}`;
  return values;
};

/** The decoded path, as AWS puts it into the event; an undecodable path stays unchanged. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * True if the gateway passes a body on as text; otherwise, it uses base64. The content type decides. Invalid text and
 * compressed bodies are base64 as well, so no byte is lost.
 */
const isText = (contentType: string | undefined, contentEncoding: string | undefined, body: Buffer): boolean => {
  if (contentEncoding !== undefined && contentEncoding !== 'identity') return false;
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const named = /^text\/|^application\/(json|javascript|xml)$|\+(json|xml)$/.test(type);
  return named && isUtf8(body);
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a time like `20/Nov/2026:10:14:05 +0000`. */
const commonLogTime = (at: Date): string => {
  const [date = '', time = ''] = at.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
};

/** The event of an HTTP API, payload format 2.0 (AWS: "Working with AWS Lambda proxy integrations for HTTP APIs"). */
export const toEvent = (request: WireRequest, facts: EventFacts) => {
  const { path: rawPath, query } = splitTarget(request.target);
  const path = decoded(rawPath);
  const lines = request.headers.map(([name, value]): HeaderLine => [name.toLowerCase(), value]);
  const headers = joined(lines.filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'cookie'));
  const cookie = valuesOf(request.headers, 'cookie').join('; ') || undefined;
  const forwardedFor = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${request.ip}` : request.ip;
  headers['x-forwarded-proto'] = 'https';
  headers['x-forwarded-port'] = '443';
  headers['x-amzn-trace-id'] ??=
    `Root=1-${Math.floor(facts.now.getTime() / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  // The gateway adds the length even if the body was chunked.
  headers['content-length'] = String(request.body.length);
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const asText = isText(headers['content-type'], headers['content-encoding'], request.body);
  return {
    version: '2.0',
    routeKey: facts.routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers,
    ...(query && { queryStringParameters: joined(new URLSearchParams(query)) }),
    requestContext: {
      accountId: facts.account,
      apiId: facts.apiId,
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.ip,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: facts.routeKey,
      stage: facts.stage,
      time: commonLogTime(facts.now),
      timeEpoch: facts.now.getTime(),
    },
    ...(Object.keys(facts.pathParameters).length > 0 && { pathParameters: facts.pathParameters }),
    ...(request.body.length > 0 && { body: request.body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !asText,
  };
};

interface StructuredResult {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

const isStructured = (value: unknown): value is StructuredResult =>
  typeof value === 'object' && value !== null && 'statusCode' in value;

/**
 * The gateway's response for a function's result. A structured result defines the response; any other result becomes a
 * JSON body with status 200. Undefined if the result is invalid; the gateway then returns 500.
 */
export const toAnswer = (value: unknown): WireAnswer | undefined => {
  if (!isStructured(value)) {
    const body = Buffer.from(JSON.stringify(value ?? null));
    return { status: 200, headers: [['content-type', 'application/json']], body };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = value;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599 || typeof body !== 'string') return undefined;
  const lines: HeaderLine[] = Object.entries(headers)
    .filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && name.toLowerCase() !== 'content-length')
    .map(([name, content]) => [name, String(content)]);
  // A response with a body but no content type becomes plain text.
  if (body && !lines.some(([name]) => name.toLowerCase() === 'content-type')) {
    lines.push(['content-type', 'text/plain;charset=UTF-8']);
  }
  for (const cookie of cookies) lines.push(['set-cookie', cookie]);
  return { status, headers: lines, body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') };
};
