import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  isCodeOf,
  jsonAnswer,
  LOST,
  parseObject,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';

interface MatrixState {
  /** Rooms, each with the token of its user. `left` is true after the user was removed. */
  rooms: { id: string; name: string; token: string; left?: boolean }[];
  /** Event ids by token and transaction id. */
  events: Record<string, string>;
}

/** Error codes with status and text (client-server API; texts as in Synapse). */
const errors = {
  M_UNKNOWN_TOKEN: [401, 'Invalid access token passed.'],
  M_MISSING_TOKEN: [401, 'Missing access token'],
  M_FORBIDDEN: [403, 'User not in room'],
  M_USER_DEACTIVATED: [403, 'This account has been deactivated'],
  M_NOT_FOUND: [404, 'Unknown room'],
  M_UNRECOGNIZED: [404, 'Unrecognized request'],
  M_BAD_JSON: [400, 'Content not valid.'],
  M_NOT_JSON: [400, 'Content not JSON.'],
  M_TOO_LARGE: [413, 'event too large'],
  M_LIMIT_EXCEEDED: [429, 'Too Many Requests'],
  M_RESOURCE_LIMIT_EXCEEDED: [403, 'Monthly Active User Limit Exceeded'],
  M_UNKNOWN: [500, 'Internal server error'],
} satisfies Record<string, readonly [status: number, error: string]>;

const refusal = (errcode: keyof typeof errors, more: object = {}): FakeAnswer => {
  const [status, error] = errors[errcode];
  return jsonAnswer(status, { errcode, error, ...more });
};
const tooMany = (seconds: number): FakeAnswer =>
  refusal('M_LIMIT_EXCEEDED', { retry_after_ms: Math.ceil(seconds * 1000) });
const answerTo = (code: string): FakeAnswer | undefined => {
  if (code === 'M_RESOURCE_LIMIT_EXCEEDED') return refusal(code, { admin_contact: 'mailto:admin@homeserver.example' });
  return isCodeOf(errors, code) ? refusal(code) : undefined;
};

const HOST = 'matrix.homeserver.example';
const SENDER = '@tellhook:homeserver.example';
const sendPath = /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/;

/** The limit of an event's bytes, which include the fields and signature that the homeserver adds. */
const MAX_EVENT = 65_536;
const EVENT_FIELDS = 1200;

const relation = z.object({ rel_type: z.enum(['m.replace', 'm.thread']), event_id: z.string() });

const content = z.object({
  msgtype: z.string(),
  body: z.string(),
  format: z.string().optional(),
  formatted_body: z.string().optional(),
  'm.relates_to': relation.optional(),
  'm.new_content': z.object({ body: z.string(), formatted_body: z.string().optional() }).optional(),
});
/** The tags that clients should show. */
const TAGS =
  /^(?:del|h[1-6]|blockquote|p|a|ul|ol|sup|sub|li|b|i|u|strong|em|s|code|hr|br|div|table|thead|tbody|tr|th|td|caption|pre|span|img|details|summary)$/;
const droppedTag = (html: string): string | undefined =>
  [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag).find((tag) => !TAGS.test(tag));

const newRoom = z.object({ name: z.string().trim().min(1).max(64).default('Releases') });
const change = z.object({ id: z.string(), left: z.boolean() });

/** Simulates `PUT …/send/m.room.message/{txnId}` of one homeserver, and its user's rooms. */
const create: Fake['create'] = ({ state: open, recorder }) => {
  const state = open<MatrixState>({ rooms: [], events: {} });
  const roomOf = ({ path }: FakeRequest) => {
    const id = decodeURIComponent(sendPath.exec(path)?.[1] ?? '');
    return state.current.rooms.find((room) => room.id === id);
  };

  const send = (request: FakeRequest): FakeAnswer => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return refusal('M_MISSING_TOKEN');
    if (!state.current.rooms.some((each) => each.token === token)) return refusal('M_UNKNOWN_TOKEN');
    const room = roomOf(request);
    // A homeserver must not reveal to outsiders whether a room exists.
    if (!room || room.left || room.token !== token) return refusal('M_FORBIDDEN');
    const transaction = `${token} ${sendPath.exec(request.path)?.[2]}`;
    const sent = state.current.events[transaction];
    if (sent !== undefined)
      return { ...jsonAnswer(200, { event_id: sent }), note: 'The same transaction: no second message.' };
    const body = parseObject(request.body);
    if (!body) return refusal('M_NOT_JSON');
    if (Buffer.byteLength(JSON.stringify(body)) + EVENT_FIELDS > MAX_EVENT) return refusal('M_TOO_LARGE');
    const parsed = content.safeParse(body);
    if (!parsed.success) return refusal('M_BAD_JSON');
    const related = parsed.data['m.relates_to'];
    const isEdit = related?.rel_type === 'm.replace';
    if (related && !Object.values(state.current.events).includes(related.event_id))
      return jsonAnswer(400, { errcode: 'M_UNKNOWN', error: "Can't send relation to unknown event" });
    if (isEdit && !parsed.data['m.new_content']) return refusal('M_BAD_JSON');
    const event_id = `$${randomBytes(32).toString('base64url')}`;
    state.current.events[transaction] = event_id;
    state.save();
    const { format, formatted_body: html } = parsed.data;
    const tag = droppedTag(html ?? '');
    const note =
      html !== undefined && format !== 'org.matrix.custom.html'
        ? 'clients ignore a formatted body of another format.'
        : tag !== undefined && `clients do not show the tag ${tag}.`;
    const message = isEdit
      ? { id: related.event_id, isEdit: true as const }
      : { id: event_id, ...(related && { repliesTo: related.event_id }) };
    return { ...jsonAnswer(200, { event_id }), message, ...(note && { note: LOST + note }) };
  };

  return {
    name: 'Matrix',
    isDelivery: ({ method, path }) => method === 'PUT' && sendPath.test(path),
    placement: (request) => {
      const sent = content.safeParse(parseObject(request.body)).data;
      const { body, formatted_body: html } = sent?.['m.new_content'] ?? sent ?? {};
      const { msgtype } = sent ?? {};
      const room = roomOf(request);
      return {
        ...(room && { thread: room.id }),
        bubble: { side: 'product', author: SENDER, format: 'matrix', text: body ?? '', message: { html, msgtype } },
      };
    },
    handle: (request) =>
      request.method === 'PUT' && sendPath.test(request.path) ? send(request) : refusal('M_UNRECOGNIZED'),
    refuse: (mode, retryAfter) =>
      mode === '429' ? tooMany(retryAfter) : refusal(mode === 'gone' ? 'M_FORBIDDEN' : 'M_UNKNOWN'),
    answers: Object.entries(errors).map(([code, [status, error]]) => ({ code, label: `${status} ${code} ${error}` })),
    answer: answerTo,
    mask: (text) => state.current.rooms.reduce((masked, { token }) => masked.replaceAll(token, 'syt_***'), text),
    maskUrl: (url) => url,
    threads: () =>
      state.current.rooms.map(({ id, name, left }) => ({
        id,
        title: name,
        kind: 'group',
        ...(left && { state: 'user removed' }),
      })),
    actions: {
      /** A member creates a room and invites the posting user, who signs in. */
      room: async (input) => {
        const { name } = newRoom.parse(input);
        const id = `!${randomBytes(13).toString('base64url')}:homeserver.example`;
        const token = `syt_dGVsbGhvb2s_${randomBytes(15).toString('hex')}`;
        state.current.rooms.push({ id, name, token });
        state.save();
        const url = `https://${HOST}`;
        return { id, token, url, shown: `Homeserver ${url}\nRoom ID ${id}\nAccess token ${token}` };
      },
      /** The homeserver loses a room's events, as after its database was replaced. */
      forget: async () => {
        state.current.events = {};
        state.save();
        return {};
      },
      member: async (input) => {
        const { id, left } = change.parse(input);
        const room = state.current.rooms.find((each) => each.id === id);
        if (!room) throw new FakeInputError('There is no such room.');
        room.left = left;
        state.save();
        recorder.add(userEvent('matrix', id, left ? `You removed ${SENDER}.` : `You invited ${SENDER}.`));
        return { id, left };
      },
    },
  };
};

export const fake: Fake = { hosts: [HOST], create };
