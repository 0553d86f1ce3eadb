import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  type Fake,
  type FakeAnswer,
  FakeInputError,
  type FakeRequest,
  jsonAnswer,
  parseObject,
  rejections,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';

interface PushoverState {
  /** Users, each with one application. */
  users: { name: string; key: string; token: string; inactive?: boolean }[];
}

/** Errors with status, the rejected parameter, and text (pushover.net/api, "Response format"). */
const errors = {
  token: [400, { token: 'invalid' }, 'application token is invalid, see https://pushover.net/api'],
  user: [400, { user: 'invalid' }, 'user identifier is not a valid user, group, or subscribed user key'],
  devices: [400, { user: 'invalid' }, 'user identifier is valid but has no active devices'],
  blank: [400, { message: 'cannot be blank' }, 'message cannot be blank'],
  long: [400, { message: 'is too long' }, 'message is too long'],
  priority: [400, { priority: 'is invalid' }, 'priority is invalid'],
  quota: [429, {}, 'application is over its message limit'],
  fault: [500, {}, 'internal server error'],
} satisfies Record<string, readonly [status: number, parameter: object, message: string]>;

const SENT_PER_MONTH = 10_000;

const refusal = (name: keyof typeof errors): FakeAnswer => {
  const [status, parameter, message] = errors[name];
  return jsonAnswer(status, { ...parameter, errors: [message], status: 0, request: randomUUID() });
};
const rejected = rejections(errors, refusal, ([status, , message]) => `${status} ${message}`);

/** Creates a schema with a maximum length in Unicode code points, which Pushover calls "4-byte UTF-8 characters". */
const upTo = (max: number) => z.string().refine((text) => Array.from(text).length <= max);
const message = z.object({
  token: z.string(),
  user: z.string(),
  message: z.string(),
  title: upTo(250).default(''),
  url: upTo(512).default(''),
  url_title: upTo(100).default(''),
  priority: z.coerce.number().int().min(-2).max(2).default(0),
  retry: z.coerce.number().min(30).optional(),
  expire: z.coerce.number().max(10_800).optional(),
});
const MAX_MESSAGE = 1024;
const PATH = '/1/messages.json';

const newUser = z.object({ name: z.string().trim().min(1).max(64).default('Ada') });
const change = z.object({ name: z.string(), inactive: z.boolean() });

/** Parses a request's fields, from JSON or a form. */
const fieldsOf = ({ headers, body }: FakeRequest): Record<string, unknown> =>
  headers['content-type']?.includes('json') ? (parseObject(body) ?? {}) : Object.fromEntries(new URLSearchParams(body));

/** Simulates `POST /1/messages.json` and Pushover's users. */
const create: Fake['create'] = ({ state: open, recorder, now }) => {
  const state = open<PushoverState>({ users: [] });
  const newKey = (first: string) => first + Array.from(randomBytes(29), (byte) => (byte % 36).toString(36)).join('');

  /** Returns the start of the next month in Chicago, as Pushover counts, in seconds since the epoch. */
  const reset = () => Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + 1, 1, 6) / 1000;

  const push = (request: FakeRequest): FakeAnswer => {
    const fields = fieldsOf(request);
    const application = state.current.users.find(({ token }) => token === fields.token);
    if (!application) return refusal('token');
    const user = state.current.users.find(({ key }) => key === fields.user);
    if (!user) return refusal('user');
    if (user.inactive) return refusal('devices');
    if (typeof fields.message !== 'string' || fields.message.trim() === '') return refusal('blank');
    if (Array.from(fields.message).length > MAX_MESSAGE) return refusal('long');
    const parsed = message.safeParse(fields);
    if (!parsed.success) return refusal(parsed.error.issues[0]?.path[0] === 'priority' ? 'priority' : 'long');
    const { priority, retry, expire } = parsed.data;
    const isEmergency = priority === 2;
    if (isEmergency && (retry === undefined || expire === undefined)) return refusal('priority');
    return jsonAnswer(
      200,
      { status: 1, request: randomUUID(), ...(isEmergency && { receipt: newKey('r') }) },
      {
        'x-limit-app-limit': String(SENT_PER_MONTH),
        'x-limit-app-remaining': String(SENT_PER_MONTH - 1),
        'x-limit-app-reset': String(reset()),
      },
    );
  };

  return {
    name: 'Pushover',
    isDelivery: ({ method, path }) => method === 'POST' && path === PATH,
    placement: (request) => {
      const {
        user,
        title,
        message: text,
        url,
        url_title: label,
        priority,
      } = message.safeParse(fieldsOf(request)).data ?? {};
      const name = state.current.users.find(({ key }) => key === user)?.name;
      return {
        ...(name !== undefined && { thread: name }),
        bubble: {
          side: 'product',
          author: title || 'Tellhook',
          format: 'pushover',
          text: text ?? '',
          message: { url, label, priority },
        },
      };
    },
    handle: (request) =>
      request.method === 'POST' && request.path === PATH
        ? push(request)
        : { status: 404, headers: { 'content-type': 'text/html' }, body: '' },
    // The response contains neither a delay nor the time when the month's quota is reset.
    refuse: (mode) => refusal(mode === '429' ? 'quota' : mode === 'gone' ? 'user' : 'fault'),
    ...rejected,
    mask: (text) =>
      state.current.users.reduce(
        (masked, { key, token }) => masked.replaceAll(key, '***').replaceAll(token, '***'),
        text,
      ),
    maskUrl: (url) => url,
    threads: () =>
      state.current.users.map(({ name, inactive }) => ({
        id: name,
        title: name,
        kind: 'person',
        ...(inactive && { state: 'no active device' }),
      })),
    actions: {
      /** A user signs up, adds a device and registers an application. */
      user: async (input) => {
        const { name } = newUser.parse(input);
        const user = { name, key: newKey('u'), token: newKey('a') };
        state.current.users = [...state.current.users.filter((each) => each.name !== name), user];
        state.save();
        const { key: id, token } = user;
        return { name, id, token, shown: `User key ${id}\nAPI token ${token}` };
      },
      device: async (input) => {
        const { name, inactive } = change.parse(input);
        const user = state.current.users.find((each) => each.name === name);
        if (!user) throw new FakeInputError('There is no such user.');
        user.inactive = inactive;
        state.save();
        recorder.add(userEvent('pushover', name, inactive ? 'You removed your device.' : 'You added a device.'));
        return { name, inactive };
      },
    },
  };
};

export const fake: Fake = { hosts: ['api.pushover.net'], create };
