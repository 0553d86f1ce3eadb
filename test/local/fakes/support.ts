import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { type Fakes, type FakesOptions, startFakes } from '../../../lib/local/fakes/index.ts';
import { type AskingPage, askingPage } from '../../../lib/local/fakes/wire.ts';
import { listenOnLoopback } from '../../../lib/local/loopback.ts';
import { lossesOf, type Received } from '../../support/fakes.ts';

/** A request from the fakes to the product. */
interface Callback {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Playground {
  appUrl: string;
  fakes: Fakes;
  callbacks: Callback[];
  /** The product's responses to the next callbacks; 200 with an empty body by default. */
  answers: Partial<Answer>[];
  /** The waits in milliseconds that providers requested. Each ends immediately. */
  waits: number[];
  clock: { now: Date };
  /** Sends a request to a provider over a real socket, with its real host name. */
  provider(
    host: string,
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  /** Sends a request to `/__fakes/api/…`. */
  api<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>;
  page(path: string, init?: RequestInit): Promise<Response>;
  received(provider: string): Promise<Received[]>;
  /** Messages that were accepted but dropped since the last call. Unexpected ones fail the test at its end. */
  losses(): Promise<string[]>;
  stop(): Promise<void>;
}

export const credentials = {
  telegram: { botToken: '7000001:made-up-bot-token-for-tests', botName: 'ExampleBot', webhookSecret: 'made-up-secret' },
  slack: { clientId: '111.222', clientSecret: 'made-up-client-secret' },
  whatsapp: {
    phoneNumberId: '100000000000001',
    accessToken: 'made-up-access-token',
    appSecret: 'made-up-app-secret',
    verifyToken: 'made-up-verify-token',
    number: '15550100001',
  },
  stripe: { secretKey: 'made-up-secret-key', webhookSecret: 'whsec_made-up', priceId: 'price_made_up' },
};

/** Starts the fakes with a product that records its requests and returns the given responses. */
export const startPlayground = async (options: Partial<FakesOptions> = {}): Promise<Playground> => {
  const callbacks: Callback[] = [];
  const answers: Partial<Answer>[] = [];
  const waits: number[] = [];
  const clock = { now: new Date('2026-03-01T12:00:00.000Z') };
  let fakes: Fakes | undefined;

  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://product').pathname;
    if (await fakes?.handlePage(req, res, path)) return;
    let body = '';
    for await (const chunk of req) body += String(chunk);
    callbacks.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
    const answer = answers.shift();
    res.writeHead(answer?.status ?? 200, answer?.headers ?? {}).end(answer?.body ?? '');
  });
  const product = await listenOnLoopback(server);
  const appUrl = product.origin;
  fakes = await startFakes({
    port: 0,
    appUrl,
    dataDir: null,
    credentials,
    now: () => clock.now,
    wait: async (ms) => {
      waits.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    ...options,
  });
  const running = fakes;

  const api = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${appUrl}/__fakes/api/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  };
  return {
    appUrl,
    fakes: running,
    callbacks,
    answers,
    waits,
    clock,
    provider: (host, path, init) => callByHost(running.origin, host, path, init),
    api,
    page: (path, init) => fetch(`${appUrl}${path}`, { redirect: 'manual', ...init }),
    received: (provider) => api<Received[]>('GET', `received?provider=${provider}`),
    async losses() {
      const losses = await lossesOf(`${appUrl}/__fakes`);
      if (losses.length > 0) await api('DELETE', 'received');
      return losses;
    },
    async stop() {
      const losses = await lossesOf(`${appUrl}/__fakes`);
      await running.stop();
      await product.stop();
      expect(losses, 'messages that a provider would have dropped').toEqual([]);
    },
  };
};

/** `fetch` does not allow setting the Host header, but node:http does. */
const callByHost = (
  origin: string,
  host: string,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = httpRequest(
      `${origin}${path}`,
      {
        method: init.method ?? 'POST',
        headers: { 'content-type': 'application/json', ...init.headers, host },
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, body }),
        );
      },
    );
    call.on('error', reject);
    call.end(init.body);
  });

/** The question that a provider's page asks, from its document. */
export const asked = (html: string): AskingPage =>
  askingPage.parse(
    JSON.parse(/<script type="application\/json" id="asking">(.*?)<\/script>/.exec(html)?.[1] ?? 'null'),
  );
