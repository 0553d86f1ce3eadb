import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  jsonAnswer,
  LOST,
  parseObject,
  rejections,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';

interface NtfyState {
  /** Opened topics; any other topic also works. If `token` is set, publishing requires it. */
  topics: Record<string, { token?: string }>;
  /** The user's access tokens, valid for all topics. */
  tokens: string[];
  /** The notifications that the user still has, by id. */
  shown?: string[];
}

/** Error codes with status and text (server/errors.go of ntfy). */
const errors = {
  '40007': [400, 'invalid priority parameter'],
  '40009': [400, 'invalid request: topic invalid'],
  '40010': [400, 'invalid request: topic name is not allowed'],
  '40014': [400, 'invalid request: attachments not allowed'],
  '40018': [400, 'invalid request: actions invalid'],
  '40024': [400, 'invalid request: request body must be valid JSON'],
  '40101': [401, 'unauthorized'],
  '40301': [403, 'forbidden'],
  '40401': [404, 'page not found'],
  '41301': [413, 'attachment too large, or bandwidth limit reached'],
  '41303': [413, 'JSON body too large'],
  '42901': [429, 'limit reached: too many requests'],
  '42908': [429, 'limit reached: daily message quota reached'],
  '42909': [429, 'limit reached: too many auth failures'],
  '50001': [500, 'internal server error'],
} satisfies Record<string, readonly [status: number, message: string]>;

const refusal = (code: keyof typeof errors): FakeAnswer => {
  const [http, error] = errors[code];
  return jsonAnswer(http, { code: Number(code), http, error });
};
const rejected = rejections(errors, refusal, ([status, message], code) => `${status} ${code} ${message}`);

/** The server's default limits (server/config.go). It reads up to twice this size of a JSON body. */
const MAX_MESSAGE_BYTES = 4096;
const DISALLOWED = ['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'signup', 'login', 'v1'];
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;
const EMPTY = 'triggered';
const KEPT_SECONDS = 12 * 3600;
const MAX_SHOWN = 200;

const action = z.object({ action: z.string(), label: z.string(), url: z.string().optional() });
const publication = z.object({
  topic: z.string().default(''),
  title: z.string().default(''),
  message: z.string().default(''),
  priority: z.int().default(0),
  tags: z.array(z.string()).default([]),
  click: z.string().default(''),
  markdown: z.boolean().default(false),
  actions: z.array(action).nullish(),
  sequence_id: z.string().regex(TOPIC).optional(),
});
const areValid = (actions: readonly z.infer<typeof action>[]): boolean =>
  actions.length <= 3 &&
  actions.every(
    ({ action: kind, label, url }) => label !== '' && (kind === 'broadcast' || (/^(?:view|http)$/.test(kind) && url)),
  );

const newTopic = z.object({
  topic: z.string().regex(TOPIC).default('builds'),
  protected: z.coerce.boolean().default(false),
});
const change = z.object({ topic: z.string(), protect: z.boolean() });

/** Simulates `POST /` of ntfy.sh, and its users' topics. */
const create: Fake['create'] = ({ state: open, recorder, now }) => {
  const state = open<NtfyState>({ topics: {}, tokens: [] });
  const newToken = (): string => {
    const token = `tk_${Array.from(randomBytes(29), (byte) => (byte % 36).toString(36)).join('')}`;
    state.current.tokens.push(token);
    return token;
  };

  const publish = (request: FakeRequest): FakeAnswer => {
    const { authorization } = request.headers;
    const token = authorization?.replace(/^Bearer /i, '');
    if (token !== undefined && !state.current.tokens.includes(token)) return refusal('40101');
    if (request.bytes > 2 * MAX_MESSAGE_BYTES) return refusal('41303');
    const parsed = publication.safeParse(parseObject(request.body));
    if (!parsed.success) return refusal('40024');
    const { topic, title, priority, tags, click, markdown, actions, sequence_id: sequence } = parsed.data;
    if (!TOPIC.test(topic)) return refusal('40009');
    if (DISALLOWED.includes(topic)) return refusal('40010');
    const { token: needed } = state.current.topics[topic] ?? {};
    if (needed !== undefined && token === undefined) return refusal('40301');
    if (priority < 0 || priority > 5) return refusal('40007');
    if (!areValid(actions ?? [])) return refusal('40018');
    const isFile = Buffer.byteLength(parsed.data.message) > MAX_MESSAGE_BYTES;
    if (!state.current.topics[topic]) {
      state.current.topics[topic] = {};
      state.save();
    }
    const time = Math.floor(now().getTime() / 1000);
    const id = randomBytes(9).toString('base64url');
    const { shown = [] } = state.current;
    const isEdit = sequence !== undefined && shown.includes(sequence);
    state.current.shown = isEdit ? shown : [...shown, sequence ?? id].slice(-MAX_SHOWN);
    state.save();
    const answer = jsonAnswer(200, {
      id,
      time,
      expires: time + KEPT_SECONDS,
      event: 'message',
      topic,
      ...(title && { title }),
      message: isFile ? 'You received a file: attachment.txt' : parsed.data.message.trim() || EMPTY,
      ...(priority && { priority }),
      ...(tags.length > 0 && { tags }),
      ...(click && { click }),
      ...(markdown && { content_type: 'text/markdown' }),
      ...(actions && { actions }),
      ...(sequence !== undefined && { sequence_id: sequence }),
    });
    const message = { id: sequence ?? id, ...(isEdit && { isEdit: true as const }) };
    return isFile
      ? { ...answer, message, note: `${LOST}a message beyond ${MAX_MESSAGE_BYTES} bytes became a file.` }
      : { ...answer, message };
  };

  return {
    name: 'ntfy',
    isDelivery: ({ method, path }) => method === 'POST' && path === '/',
    placement: (request) => {
      const {
        topic,
        title,
        message,
        sequence_id: _sequence,
        ...rest
      } = publication.safeParse(parseObject(request.body)).data ?? {};
      return {
        thread: topic ?? '',
        bubble: { side: 'product', author: title || (topic ?? ''), format: 'ntfy', text: message ?? '', message: rest },
      };
    },
    handle: (request) => (request.method === 'POST' && request.path === '/' ? publish(request) : refusal('40401')),
    // The server's response contains no delay.
    refuse: (mode) => refusal(mode === '429' ? '42901' : mode === 'gone' ? '40301' : '50001'),
    ...rejected,
    mask: (text) => state.current.tokens.reduce((masked, token) => masked.replaceAll(token, 'tk_***'), text),
    maskUrl: (url) => url,
    threads: () =>
      Object.entries(state.current.topics).map(([id, { token }]) => ({
        id,
        title: id,
        kind: 'channel',
        ...(token !== undefined && { state: 'protected' }),
      })),
    actions: {
      /** A user subscribes to a topic in the app. A protected topic has an access token, shown only once. */
      topic: async (input) => {
        const { topic, protected: isProtected } = newTopic.parse(input);
        const token = isProtected ? newToken() : undefined;
        state.current.topics[topic] = { ...(token !== undefined && { token }) };
        state.save();
        return { topic, url: `https://ntfy.sh/${topic}`, ...(token !== undefined && { token }) };
      },
      protect: async (input) => {
        const { topic, protect } = change.parse(input);
        if (!state.current.topics[topic]) throw new FakeInputError('There is no such topic.');
        state.current.topics[topic] = { ...(protect && { token: newToken() }) };
        state.save();
        recorder.add(userEvent('ntfy', topic, protect ? 'You protected the topic.' : 'You opened the topic.'));
        return { topic, protect };
      },
    },
  };
};

export const fake: Fake = { hosts: ['ntfy.sh'], create };
