import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  rejections,
  textAnswer,
} from '../../../lib/local/fakes/fake.ts';

interface HttpState {
  /** Receivers by name. `secret` is null until the receiver has its signing secret. */
  endpoints: Record<string, { secret: string | null }>;
}

const suffix = '.receiver.example';
const statuses = {
  '301': 'Moved Permanently',
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '408': 'Request Timeout',
  '410': 'Gone',
  '413': 'Content Too Large',
  '422': 'Unprocessable Content',
  '500': 'Internal Server Error',
  '502': 'Bad Gateway',
  '503': 'Service Unavailable',
  '504': 'Gateway Timeout',
  '508': 'Loop Detected',
};

const refusal = (code: keyof typeof statuses): FakeAnswer =>
  textAnswer(Number(code), statuses[code], code === '301' ? { location: 'https://moved.receiver.example/' } : {});
const rejected = rejections(statuses, refusal, (text, code) => `${code} ${text}`);

const tooMany = (seconds: number): FakeAnswer =>
  textAnswer(429, 'Too Many Requests', { 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

const toleranceSeconds = 5 * 60;

const newEndpoint = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/i, 'Letters, digits and dashes only.')
    .default('inventory'),
});
const told = z.object({
  name: z.string(),
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/=]+$/, 'A signing secret starts with whsec_.'),
});

/**
 * Simulates users' servers that receive signed webhooks, at any name below `receiver.example`. A server with a signing
 * secret rejects everything without a valid signature (Standard Webhooks).
 */
const create: Fake['create'] = ({ state: open, now }) => {
  const state = open<HttpState>({ endpoints: {} });
  const nameOf = (request: FakeRequest): string => request.host.slice(0, -suffix.length);

  const handle = (request: FakeRequest): FakeAnswer => {
    const asked = /^\/status\/(\d{3})$/.exec(request.path)?.[1];
    const refused = asked === '429' ? tooMany(5) : rejected.answer(asked ?? '');
    if (refused) return refused;
    const name = nameOf(request);
    if (!state.current.endpoints[name]) {
      state.current.endpoints[name] = { secret: null };
      state.save();
    }
    const secret = state.current.endpoints[name]?.secret;
    if (!secret) return textAnswer(200, 'ok');
    const problem = signatureProblem(request, secret, now());
    return problem === undefined
      ? { ...textAnswer(200, 'ok'), note: 'The signature is valid.' }
      : { ...textAnswer(401, problem), note: problem };
  };

  return {
    name: 'Web server',
    isDelivery: () => true,
    placement: (request) => ({
      thread: nameOf(request),
      bubble: {
        side: 'product',
        author: `${request.method} ${request.path}`,
        format: 'json',
        text: prettyJson(request.body),
      },
    }),
    handle,
    refuse: (mode, retryAfter) => (mode === '429' ? tooMany(retryAfter) : refusal(mode === 'gone' ? '410' : '500')),
    ...rejected,
    mask: (text) =>
      Object.values(state.current.endpoints).reduce(
        (masked, { secret }) => (secret ? masked.replaceAll(secret, 'whsec_***') : masked),
        text,
      ),
    // Receivers without signatures often expect a key in the query, so the query is masked.
    maskUrl: (url) => url.replace(/([?&][^=&]*=)[^&]*/g, '$1***'),
    threads: () =>
      Object.entries(state.current.endpoints).map(([name, { secret }]) => ({
        id: name,
        title: `${name}${suffix}`,
        kind: 'endpoint',
        ...(secret ? { state: 'checks signatures' } : {}),
      })),
    actions: {
      endpoint: async (input) => {
        const name = newEndpoint.parse(input).name.toLowerCase();
        state.current.endpoints[name] ??= { secret: null };
        state.save();
        return { name, url: `https://${name}${suffix}/hooks/${randomBytes(6).toString('hex')}` };
      },
      secret: async (input) => {
        const { name, secret } = told.parse(input);
        if (!state.current.endpoints[name]) throw new FakeInputError(`There is no address called ${name}.`);
        state.current.endpoints[name] = { secret };
        state.save();
        return { name, checks: true };
      },
    },
  };
};

/** Returns the error in a request's signature, or undefined if it is valid and recent. */
const signatureProblem = (request: FakeRequest, secret: string, now: Date): string | undefined => {
  const id = request.headers['webhook-id'];
  const timestamp = request.headers['webhook-timestamp'];
  const given = request.headers['webhook-signature'];
  if (!id || !timestamp || !given) return 'A header is missing: webhook-id, webhook-timestamp or webhook-signature.';
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return 'The timestamp is not of now.';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${request.body}`).digest();
  const matches = given.split(' ').some((part) => {
    const signature = Buffer.from(part.replace(/^v1,/, ''), 'base64');
    return part.startsWith('v1,') && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  return matches ? undefined : 'The signature does not match.';
};

const prettyJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

export const fake: Fake = { hosts: ['*.receiver.example'], create };
