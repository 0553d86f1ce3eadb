import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  isAddress,
  jsonAnswer,
  LOST,
  parseObject,
  rejections,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';

interface ChatState {
  webhooks: { space: string; key: string; token: string; name: string; removed?: boolean }[];
  /** The names of the spaces' threads. */
  threads?: string[];
}

/** Errors by their names in `google.rpc.Code`, with HTTP status and text. */
const errors = {
  INVALID_ARGUMENT: [400, 'Request contains an invalid argument.'],
  API_KEY_INVALID: [400, 'API key not valid. Please pass a valid API key.'],
  UNAUTHENTICATED: [401, 'Request had invalid authentication credentials.'],
  PERMISSION_DENIED: [403, 'The caller does not have permission'],
  NOT_FOUND: [404, 'Requested entity was not found.'],
  RESOURCE_EXHAUSTED: [429, 'Resource has been exhausted (e.g. check quota).'],
  INTERNAL: [500, 'Internal error encountered.'],
  UNAVAILABLE: [503, 'The service is currently unavailable.'],
} satisfies Record<string, readonly [code: number, message: string]>;

const refusal = (name: keyof typeof errors, said?: string): FakeAnswer => {
  const [code, message] = errors[name];
  const status = name === 'API_KEY_INVALID' ? 'INVALID_ARGUMENT' : name;
  return jsonAnswer(code, { error: { code, message: said ?? message, status } });
};
const rejected = rejections(errors, refusal, ([status, message]) => `${status} ${message}`);

const MAX_BYTES = 32_000;
const MAX_WIDGETS = 100;
const MAX_THREADS = 200;
const hookPath = /^\/v1\/spaces\/([\w-]+)\/messages$/;

const address = z.string().refine((url) => /^https?:/.test(url) && isAddress(url), 'is not a URL');
const button = z.strictObject({
  text: z.string().min(1),
  onClick: z.strictObject({ openLink: z.strictObject({ url: address }) }),
});
const widget = z.union([
  z.strictObject({ textParagraph: z.strictObject({ text: z.string().min(1) }) }),
  z.strictObject({ divider: z.strictObject({}) }),
  z.strictObject({ buttonList: z.strictObject({ buttons: z.array(button).min(1) }) }),
]);
const section = z.strictObject({ header: z.string().optional(), widgets: z.array(widget).min(1) });
const header = z.strictObject({ title: z.string().min(1), subtitle: z.string().optional() });

/** The fields that webhooks use. The API rejects unknown names. */
export const chatMessage = z.strictObject({
  text: z.string().default(''),
  fallbackText: z.string().optional(),
  cardsV2: z
    .array(
      z.strictObject({
        cardId: z.string().optional(),
        card: z.strictObject({ header: header.optional(), sections: z.array(section).min(1) }),
      }),
    )
    .default([]),
  thread: z.strictObject({ threadKey: z.string().optional(), name: z.string().optional() }).optional(),
});

/** Returns the bytes of a message's content. The API limits these bytes, not those of the JSON. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).reduce((sum, [name, part]) => sum + name.length + sizeOf(part), 0)
    : 0;
};

/** Finds a tag or entity that cards don't support. Google Chat drops it; the fake adds a note. */
const unknownTag = (text: string): string | undefined =>
  /<(?!\/?(?:b|i|u|s|br|font|a)\b)[^>]*>|&(?!(?:amp|lt|gt|quot);)/.exec(text)?.[0];

const newWebhook = z.object({ space: z.string().trim().min(1).max(64).default('Releases') });
const removal = z.object({ id: z.string() });

/** Simulates the webhooks of one Google Workspace's spaces. */
const create: Fake['create'] = ({ state: open, recorder }) => {
  const state = open<ChatState>({ webhooks: [] });

  const post = (request: FakeRequest): FakeAnswer => {
    const space = hookPath.exec(request.path)?.[1];
    const webhook = state.current.webhooks.find((each) => each.space === space);
    if (webhook === undefined || webhook.removed) return refusal('NOT_FOUND');
    if (request.query.get('key') !== webhook.key) return refusal('API_KEY_INVALID');
    if (request.query.get('token') !== webhook.token) return refusal('UNAUTHENTICATED');
    const body = parseObject(request.body);
    if (!body) return refusal('INVALID_ARGUMENT', 'Invalid JSON payload received. Unexpected token.');
    const parsed = chatMessage.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = ['message', ...(issue?.path ?? [])].join('.').replace('cardsV2', 'cards_v2');
      return refusal('INVALID_ARGUMENT', `Invalid JSON payload received at '${where}': ${issue?.message}`);
    }
    const { text, cardsV2: cards } = parsed.data;
    if (text.trim() === '' && cards.length === 0) return refusal('INVALID_ARGUMENT', 'Message cannot be empty.');
    if (sizeOf(body) > MAX_BYTES) return refusal('INVALID_ARGUMENT', 'Message is too long.');
    const widgets = cards.flatMap(({ card }) => card.sections.flatMap((each) => each.widgets));
    const id = randomBytes(8).toString('base64url');
    const name = `spaces/${space}`;
    const option = request.query.get('messageReplyOption');
    const { threads = [] } = state.current;
    const asked = option === null ? undefined : parsed.data.thread?.name;
    const known = asked !== undefined && threads.includes(asked) ? asked : undefined;
    if (asked !== undefined && known === undefined && option === 'REPLY_MESSAGE_OR_FAIL') return refusal('NOT_FOUND');
    const thread = known ?? `${name}/threads/${id}`;
    if (known === undefined) {
      state.current.threads = [...threads, thread].slice(-MAX_THREADS);
      state.save();
    }
    const answer = {
      ...jsonAnswer(200, { name: `${name}/messages/${id}.${id}`, thread: { name: thread } }),
      message: { id: known === undefined ? thread : `${name}/messages/${id}`, ...(known && { repliesTo: known }) },
    };
    if (widgets.length > MAX_WIDGETS) return { ...answer, note: `${LOST}a card shows only ${MAX_WIDGETS} widgets.` };
    const texts = widgets.flatMap((each) => ('textParagraph' in each ? [each.textParagraph.text] : []));
    const tag = texts.map(unknownTag).find((found) => found !== undefined);
    return tag === undefined ? answer : { ...answer, note: `${LOST}a card does not show ${tag}.` };
  };

  return {
    name: 'Google Chat',
    isDelivery: ({ method, path }) => method === 'POST' && hookPath.test(path),
    placement: (request) => {
      const { text, cardsV2 } = chatMessage.safeParse(parseObject(request.body)).data ?? {};
      const space = hookPath.exec(request.path)?.[1];
      const webhook = state.current.webhooks.find((each) => each.space === space);
      return {
        ...(space === undefined ? {} : { thread: space }),
        bubble: {
          side: 'product',
          author: webhook?.name ?? 'Webhook',
          format: 'googlechat',
          text: text ?? '',
          ...(cardsV2 && cardsV2.length > 0 && { message: { cardsV2 } }),
        },
      };
    },
    handle: (request) =>
      request.method === 'POST' && hookPath.test(request.path) ? post(request) : refusal('NOT_FOUND'),
    // The API's response contains no delay.
    refuse: (mode) => refusal(mode === '429' ? 'RESOURCE_EXHAUSTED' : mode === 'gone' ? 'NOT_FOUND' : 'INTERNAL'),
    ...rejected,
    mask: (text) => state.current.webhooks.reduce((masked, { token }) => masked.replaceAll(token, '***'), text),
    maskUrl: (url) => url.replace(/(\/spaces\/[\w-]+\/messages\?).+/, '$1***'),
    threads: () =>
      state.current.webhooks.map(({ space, name, removed }) => ({
        id: space,
        title: name,
        kind: 'channel',
        ...(removed ? { state: 'webhook deleted' } : {}),
      })),
    actions: {
      /** A member of the space adds a webhook and copies its URL. */
      webhook: async (input) => {
        const { space: name } = newWebhook.parse(input);
        const webhook = {
          space: `AAAA${randomBytes(6).toString('base64url')}`,
          key: `AIza${randomBytes(26).toString('base64url')}`,
          token: randomBytes(32).toString('base64url'),
          name,
        };
        state.current.webhooks.push(webhook);
        state.save();
        const { space, key, token } = webhook;
        const url = `https://chat.googleapis.com/v1/spaces/${space}/messages?key=${key}&token=${token}`;
        return { space: name, id: space, url };
      },
      /** The space's members delete its messages. */
      forget: async (input) => {
        const { id } = removal.parse(input);
        const isThere = (thread: string) => !thread.startsWith(`spaces/${id}/`);
        state.current.threads = (state.current.threads ?? []).filter(isThere);
        state.save();
        recorder.add(userEvent('googlechat', id, 'You deleted all messages.'));
        return { id };
      },
      remove: async (input) => {
        const { id } = removal.parse(input);
        const webhook = state.current.webhooks.find(({ space, removed }) => space === id && !removed);
        if (!webhook) throw new FakeInputError('There is no such webhook.');
        webhook.removed = true;
        state.save();
        recorder.add(userEvent('googlechat', id, 'You deleted the webhook.'));
        return { removed: id };
      },
    },
  };
};

export const fake: Fake = { hosts: ['chat.googleapis.com'], create };
