import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  given,
  jsonAnswer,
  type Placement,
  parseObject,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';
import { createUpdateQueue } from '../../../lib/local/fakes/update-queue.ts';
import { accountOf } from './credentials.ts';
import { failsLater, lateError, magicAnswer, refusal, rejected } from './fake/answers.ts';
import { inboundText, metaJson, newMessageId, numberChanged, signature, statusOf } from './fake/notifications.ts';
import { operatorCall } from './fake/operator.ts';

interface WhatsappState {
  /** People by the digits of their number, each with the time when they last wrote (milliseconds since the epoch). */
  people: Record<string, { name: string; lastInboundAt: number }>;
}

const ownNumber = '4915112345678';
const windowMs = 24 * 3600 * 1000;

const say = z.object({
  from: z.string().default(ownNumber),
  text: z.string().min(1).max(4096),
  name: z.string().max(64).optional(),
});
const fail = z.object({ from: z.string(), code: z.string().default('131026') });
const move = z.object({ from: z.string(), to: z.string() });
const digits = (number: string): string => number.replace(/\D/g, '');

/** Simulates the Cloud API of one business number, and the people who write to it. */
const create: Fake['create'] = (parts) => {
  const { product, recorder, now } = parts;
  const credentials = given(accountOf(parts.credentials));
  const state = parts.state<WhatsappState>({ people: {} });
  const callbackUrl = `${product.appUrl}/api/callbacks/whatsapp`;
  const mask = (text: string): string =>
    [credentials.accessToken, credentials.appSecret, credentials.verifyToken].reduce(
      (masked, secret) => masked.replaceAll(secret, '***'),
      text,
    );
  /** The last accepted message to each person, for a failure that is reported later. */
  const lastSent = new Map<string, { id: string; to: string; data?: string }>();

  const notifications = createUpdateQueue({
    provider: 'whatsapp',
    ports: parts,
    mask,
    write: (update) => {
      const body = metaJson(update);
      return {
        url: callbackUrl,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': signature(credentials.appSecret, body),
        },
        body,
      };
    },
    threadOf: personOf,
  });

  const report = (message: { id: string; to: string; data?: string }): void => {
    const failed = failsLater(message.to);
    const steps = failed ? (['sent', 'failed'] as const) : (['sent', 'delivered'] as const);
    for (const step of steps) {
      const errors = step === 'failed' ? [lateError('131049')] : undefined;
      void notifications.post(statusOf(credentials, message, step, now(), errors));
    }
  };

  const send = (request: FakeRequest): FakeAnswer => {
    const path = /^\/v\d+\.\d+\/([^/]+)\/messages$/.exec(request.path);
    if (!path || request.method !== 'POST') return refusal('100', { subcode: 33 });
    if (request.headers.authorization !== `Bearer ${credentials.accessToken}`) return refusal('190');
    if (path[1] !== credentials.phoneNumberId) return refusal('100', { subcode: 33 });
    const body = parseObject(request.body);
    const problem = problemOf(body);
    if (!body || problem) return refusal('100', { details: problem ?? 'The body is not JSON.' });

    const to = digits(String(body.to));
    const magic = magicAnswer(to);
    if (magic) return magic;
    const person = state.current.people[to];
    if (!person) return refusal('131026');
    if (body.type === 'text' && now().getTime() - person.lastInboundAt > windowMs) return refusal('131047');

    const data = body.biz_opaque_callback_data;
    const message = { id: newMessageId(), to, ...(typeof data === 'string' ? { data } : {}) };
    lastSent.set(to, message);
    report(message);
    const repliesTo =
      body.type === 'text' ? (body.context as { message_id?: string } | undefined)?.message_id : undefined;
    return {
      ...jsonAnswer(200, {
        messaging_product: 'whatsapp',
        contacts: [{ input: String(body.to), wa_id: to }],
        messages: [{ id: message.id, message_status: 'accepted' }],
      }),
      message: { id: message.id, ...(repliesTo !== undefined && { repliesTo }) },
    };
  };

  return {
    name: 'WhatsApp',
    deepLinks: true,
    isDelivery: (request) => request.method === 'POST' && request.path.endsWith('/messages'),
    placement: (request) => placementOf(request),
    handle: (request) => operatorCall(credentials, request) ?? send(request),
    refuse: (mode, retryAfter) => {
      const waited = { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) } };
      const codes = { '429': '130429', '500': '131000', gone: '131026' } as const;
      return refusal(codes[mode], mode === '429' ? waited : {});
    },
    ...rejected,
    mask,
    maskUrl: mask,
    threads: () =>
      Object.entries(state.current.people).map(([number, { name, lastInboundAt }]) => ({
        id: number,
        title: name,
        kind: 'person',
        ...(now().getTime() - lastInboundAt > windowMs ? { state: '24 hours are over' } : {}),
      })),
    facts: () => ({ number: credentials.number }),
    actions: {
      say: async (input) => {
        const { from: typed, text, name } = say.parse(input);
        const from = digits(typed);
        if (from === '') throw new FakeInputError('A number has digits.');
        const title = name ?? state.current.people[from]?.name ?? (from === ownNumber ? 'You' : `+${from}`);
        state.current.people[from] = { name: title, lastInboundAt: now().getTime() };
        state.save();
        recorder.add({
          ...userEvent('whatsapp', from, text),
          bubble: { side: 'user', author: title, format: 'plain', text },
        });
        return { from, ...(await notifications.post(inboundText(credentials, from, title, text, now()))) };
      },
      fail: async (input) => {
        const { from, code } = fail.parse(input);
        const message = lastSent.get(digits(from));
        if (!message) throw new FakeInputError('Nothing was sent to this number yet.');
        recorder.add(userEvent('whatsapp', message.to, `WhatsApp reports that the last message failed (${code}).`));
        return notifications.post(statusOf(credentials, message, 'failed', now(), [lateError(code)]));
      },
      move: async (input) => {
        const { from, to } = move.parse(input);
        const person = state.current.people[digits(from)];
        if (!person) throw new FakeInputError('No one writes from this number.');
        delete state.current.people[digits(from)];
        state.current.people[digits(to)] = person;
        state.save();
        return notifications.post(numberChanged(credentials, digits(from), digits(to), now()));
      },
      /** Sends Meta's URL verification request, as when an operator enters the callback URL. */
      verify: async () => {
        const challenge = randomBytes(8).toString('hex');
        const query = new URLSearchParams({
          'hub.mode': 'subscribe',
          'hub.verify_token': credentials.verifyToken,
          'hub.challenge': challenge,
        });
        const answer = await product.call(`${callbackUrl}?${query}`, { method: 'GET', headers: {} });
        return { status: answer.status, verified: answer.status === 200 && answer.body === challenge };
      },
    },
  };
};

const placementOf = (request: FakeRequest): Placement => {
  const body = parseObject(request.body) ?? {};
  const text = (body.text as { body?: unknown } | undefined)?.body;
  return {
    thread: digits(String(body.to ?? '')),
    bubble: {
      side: 'product',
      author: 'Tellhook',
      format: 'whatsapp',
      text: typeof text === 'string' ? text : templateText(body.template),
    },
  };
};

/** Returns a template's visible parts: its name and its values. */
const templateText = (template: unknown): string => {
  const { name, components } = (template ?? {}) as {
    name?: unknown;
    components?: { parameters?: { text?: unknown }[] }[];
  };
  const parameters = (components ?? []).flatMap((component) => component.parameters ?? []).map(({ text }) => text);
  return `[${String(name ?? 'template')}] ${parameters.join(' · ')}`;
};

/** Returns an error in a message that the API itself finds, or undefined if there is none. */
const problemOf = (body: Record<string, unknown> | undefined): string | undefined => {
  if (!body) return 'The body is not JSON.';
  if (body.messaging_product !== 'whatsapp') return 'messaging_product must be "whatsapp".';
  const { message_id: quoted } = (body.context ?? { message_id: '' }) as { message_id?: unknown };
  if (typeof quoted !== 'string') return 'context.message_id is not an ID.';
  if (!/^\+?\d{6,15}$/.test(String(body.to ?? ''))) return 'to is not a phone number.';
  if (body.type === 'template') {
    const { name, language } = (body.template ?? {}) as { name?: unknown; language?: { code?: unknown } };
    if (typeof name !== 'string' || typeof language?.code !== 'string') return 'template needs a name and a language.';
    return /[\n\t]| {5}/.test(templateText(body.template)) ? 'Parameters hold no line breaks or tabs.' : undefined;
  }
  const text = (body.text as { body?: unknown } | undefined)?.body;
  if (typeof text !== 'string' || text === '') return 'text.body is required.';
  return text.length > 4096 ? 'text.body must be at most 4096 characters long.' : undefined;
};

const personOf = (update: Record<string, unknown>): string => {
  const [entry] = update.entry as {
    changes: { value: { messages?: { from: string }[]; statuses?: { recipient_id: string }[] } }[];
  }[];
  const value = entry?.changes[0]?.value;
  return value?.messages?.[0]?.from ?? value?.statuses?.[0]?.recipient_id ?? '';
};

export const fake: Fake = { hosts: ['graph.facebook.com'], create };
