import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForeign } from './foreign-page.ts';
import type { UsageMeter } from './iam/usage-meter.ts';

/** Moves the product's clock and runs everything that becomes due. */
type AdvanceClock = (seconds: number) => Promise<{ now: Date; quiet: boolean }>;

const MAX_BODY_BYTES = 64 * 1024;
/** Ten years, because later dates are of no use here. */
const MAX_ADVANCE_SECONDS = 10 * 366 * 86_400;

const sendJson = (response: ServerResponse, status: number, value: unknown): true => {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
  return true;
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Handles the part of `/__fakes/api` that controls the machine itself:
 * - `GET aws` returns each function's requests to AWS (see FunctionReport); `DELETE aws` clears them.
 * - `GET environment/<function>` returns its variables, for tools that act as the function (redrive).
 * - `POST clock {advanceSeconds}` returns `{now, quiet}` when due work has run; `quiet` is false if some is unfinished.
 * @returns a handler that resolves to true if it handled the path
 */
export const createControl = (options: {
  usage: UsageMeter;
  advanceClock: AdvanceClock;
  /** A function's variables, by its name; undefined if there is no such function. */
  environmentOf: (functionName: string) => Record<string, string> | undefined;
}) => {
  const { usage, advanceClock, environmentOf } = options;
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> => {
    const { method } = request;
    if (path.startsWith('/__fakes') && isForeign(request))
      return sendJson(response, 403, { error: 'Requests from other sites are rejected.' });
    if (path === '/__fakes/api/aws') {
      if (method === 'GET') return sendJson(response, 200, usage.report());
      if (method === 'DELETE') {
        usage.clear();
        response.writeHead(204).end();
        return true;
      }
    }
    const functionName = /^\/__fakes\/api\/environment\/([\w-]+)$/.exec(path)?.[1];
    if (functionName !== undefined && method === 'GET') {
      const environment = environmentOf(functionName);
      return environment
        ? sendJson(response, 200, environment)
        : sendJson(response, 404, { error: `The function ${functionName} does not exist.` });
    }
    if (path === '/__fakes/api/clock' && method === 'POST') {
      const body = (await readJson(request)) as { advanceSeconds?: unknown } | undefined;
      const seconds = body?.advanceSeconds;
      if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS)) {
        return sendJson(response, 400, { error: 'advanceSeconds must be a number of seconds, 0 or more.' });
      }
      const { now, quiet } = await advanceClock(seconds);
      return sendJson(response, 200, { now: now.toISOString(), quiet });
    }
    return false;
  };
};
