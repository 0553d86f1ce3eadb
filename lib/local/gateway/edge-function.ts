import { randomUUID } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { demandEdgeSyntax } from './edge-syntax.ts';
import { type HeaderLine, splitTarget, type WireAnswer, type WireRequest } from './exchange.ts';

/** Runs a CloudFront Function (runtime 2.0, event type viewer-request). Returns the changed request, or a response. */
export type EdgeFunction = (request: WireRequest) => WireRequest | WireAnswer;

interface EdgeValue {
  value: string;
  multiValue?: { value: string }[];
}

interface EdgeRequest {
  method: string;
  uri: string;
  querystring: Record<string, EdgeValue>;
  headers: Record<string, EdgeValue>;
  cookies: Record<string, EdgeValue>;
}

interface EdgeResponse {
  statusCode: number;
  headers?: Record<string, EdgeValue>;
  body?: string | { data: string; encoding?: 'text' | 'base64' };
}

const collect = (pairs: Iterable<[string, string]>): Record<string, EdgeValue> => {
  const values: Record<string, EdgeValue> = Object.create(null);
  for (const [name, value] of pairs) {
    const known = values[name];
    if (known) known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
    else values[name] = { value };
  }
  return values;
};

const linesOf = (values: Record<string, EdgeValue>): HeaderLine[] =>
  Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((item): HeaderLine => [name.toLowerCase(), item.value]),
  );

const cookiesOf = (lines: HeaderLine[]): [string, string][] =>
  lines
    .flatMap(([, value]) => value.split(/; */))
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });

/** Time after which a function is ended. It is in real time, so it must be far above any pause of a busy machine. */
const TIMEOUT_MS = 5000;

/** CloudFront's response if the function throws, never ends or returns nothing. */
const executionError: WireAnswer = {
  status: 503,
  headers: [
    ['content-type', 'text/html'],
    ['x-cache', 'FunctionExecutionError from cloudfront'],
  ],
  body: Buffer.from('<!doctype html><title>503</title><h1>503 The function at the edge failed</h1>'),
};

/** Prepares an edge function. Throws UnsupportedSyntax for code that CloudFront's engine would not run. */
export const createEdgeFunction = (code: string, distributionId: string): EdgeFunction => {
  demandEdgeSyntax(code);
  // As at the edge, the function has none of Node's globals. It exchanges plain JSON.
  const sandbox = createContext({ event: '' }, { codeGeneration: { strings: false, wasm: false } });
  // A time limit starts a thread for each call, which takes longer than the function. Without a loop, it is not needed.
  const limit = /\b(?:for|while)\s*\(/.test(code) ? { timeout: TIMEOUT_MS } : {};
  // CloudFront runs every function in strict mode.
  new Script(`'use strict'; ${code}`).runInContext(sandbox, limit);
  const call = new Script('JSON.stringify(handler(JSON.parse(event)))');
  const run = (): EdgeRequest | EdgeResponse | undefined => {
    try {
      return JSON.parse(String(call.runInContext(sandbox, limit)));
    } catch (error) {
      process.stderr.write(`The function at the edge failed: ${error instanceof Error ? error.stack : error}\n`);
      return undefined;
    }
  };

  return (request) => {
    const { path, query } = splitTarget(request.target);
    const isCookie = ([name]: HeaderLine) => name.toLowerCase() === 'cookie';
    const cookieLines = request.headers.filter(isCookie);
    const edgeRequest: EdgeRequest = {
      method: request.method,
      uri: path,
      querystring: collect(new URLSearchParams(query)),
      headers: collect(
        request.headers.filter((line) => !isCookie(line)).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      cookies: collect(cookiesOf(cookieLines)),
    };
    sandbox.event = JSON.stringify({
      version: '1.0',
      context: { distributionId, eventType: 'viewer-request', requestId: randomUUID() },
      viewer: { ip: request.ip },
      request: edgeRequest,
    });
    const result = run();
    if (!result) return executionError;
    if ('statusCode' in result) {
      const { statusCode, headers = {}, body = '' } = result;
      const { data, encoding = 'text' } = typeof body === 'string' ? { data: body } : body;
      return {
        status: statusCode,
        headers: linesOf(headers),
        body: Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8'),
      };
    }
    for (const part of ['querystring', 'cookies'] as const) {
      if (JSON.stringify(result[part]) !== JSON.stringify(edgeRequest[part])) {
        throw new Error(`An edge function that changes the ${part} is not supported by the local machine.`);
      }
    }
    return {
      ...request,
      target: query ? `${result.uri}?${query}` : result.uri,
      headers: [...linesOf(result.headers), ...cookieLines],
    };
  };
};
