import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../loopback.ts';
import type { Behaviours } from './behaviour.ts';
import type { FakeAnswer, FakeProvider, FakeRequest } from './fake.ts';
import type { Recorder } from './recorder.ts';
import type { Behaviour } from './wire.ts';

const bodyLimit = 32 * 1024 * 1024;

/** Headers whose values are secrets at every provider. */
const secretHeaders = new Set(['authorization', 'cookie', 'x-telegram-bot-api-secret-token']);

/** Starts one loopback server for the traffic of all providers. The Host header selects the provider. */
export const startProviderServer = (options: {
  port: number;
  providers: FakeProvider[];
  recorder: Recorder;
  behaviours: Behaviours;
}): Promise<LoopbackServer> => {
  const server = createServer((req, res) => {
    void serve(req, res, options).catch(() => res.destroy());
  });
  return listenOnLoopback(server, options.port);
};

const serve = async (
  req: IncomingMessage,
  res: ServerResponse,
  { providers, recorder, behaviours }: { providers: FakeProvider[]; recorder: Recorder; behaviours: Behaviours },
): Promise<void> => {
  const request = await readRequest(req);
  const provider = providerOf(providers, request.host);
  if (!provider) {
    res.writeHead(421, { 'content-type': 'text/plain' }).end(`No provider answers for the host ${request.host}\n`);
    return;
  }
  const delivery = provider.isDelivery(request);
  const behaviour: Behaviour = delivery ? behaviours.next(provider.slug) : { mode: 'ok' };
  const placement = delivery ? provider.placement(request) : {};
  const silent = behaviour.mode === 'timeout' || behaviour.mode === 'reset';
  const answer = silent ? undefined : answerOf(provider, request, behaviour);

  recorder.add({
    provider: provider.slug,
    kind: 'received',
    method: request.method,
    url: provider.maskUrl(`https://${request.host}${req.url ?? '/'}`),
    headers: maskHeaders(request.headers, provider.mask),
    body: provider.mask(request.body),
    status: answer?.status ?? 0,
    ...(answer
      ? { answer: { headers: answer.headers, body: provider.mask(answer.body) } }
      : { note: behaviour.mode === 'reset' ? 'The connection was reset without a response.' : 'Never answered.' }),
    ...(answer?.note === undefined ? {} : { note: answer.note }),
    ...(answer?.message && { message: answer.message }),
    ...(answer?.isRefusal && { isRefusal: true as const }),
    ...placement,
  });

  if (behaviour.mode === 'reset') req.socket.resetAndDestroy();
  else if (answer) {
    const length = answer.status === 204 ? {} : { 'content-length': String(Buffer.byteLength(answer.body)) };
    res.writeHead(answer.status, { ...answer.headers, ...length }).end(answer.body);
  }
};

const answerOf = (provider: FakeProvider, request: FakeRequest, behaviour: Behaviour): FakeAnswer => {
  switch (behaviour.mode) {
    case '429':
    case '500':
    case 'gone':
      return provider.refuse(behaviour.mode, behaviour.retryAfter ?? 5, request);
    case 'answer':
      return provider.answer(behaviour.answer ?? '', request) ?? provider.handle(request);
    default:
      return provider.handle(request);
  }
};

/** Finds the provider of a host. Exact host names take precedence over `*.suffix`. */
const providerOf = (providers: FakeProvider[], host: string): FakeProvider | undefined =>
  providers.find((provider) => provider.hosts.includes(host)) ??
  providers.find((provider) => provider.hosts.some((name) => name.startsWith('*.') && host.endsWith(name.slice(1))));

export const maskHeaders = (headers: Record<string, string>, mask: (text: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name) ? '***' : mask(value)]),
  );

const readRequest = async (req: IncomingMessage): Promise<FakeRequest> => {
  const body = await readBody(req, bodyLimit);
  const url = new URL(req.url ?? '/', 'http://provider');
  return {
    method: req.method ?? 'GET',
    host: (req.headers.host ?? '').replace(/:\d+$/, '').toLowerCase(),
    path: url.pathname,
    query: url.searchParams,
    headers: flatHeaders(req),
    body: body.toString('utf8'),
    bytes: body.length,
  };
};

/** node:http already joins repeated headers, except Set-Cookie, which requests never contain. */
const flatHeaders = (req: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));

/** Reads the whole body of a request. Throws if it is larger than `limit` bytes. */
export const readBody = async (req: IncomingMessage, limit: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Error(`the body is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
