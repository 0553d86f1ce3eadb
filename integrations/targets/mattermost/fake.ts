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
  textAnswer,
} from '../../../lib/local/fakes/fake.ts';
import { userEvent } from '../../../lib/local/fakes/recorder.ts';

interface MattermostState {
  webhooks: { key: string; channel: string; removed?: boolean }[];
}

/** Errors by the end of their id, with status and text (server/channels/app/webhook.go, server/i18n/en.json). */
const errors = {
  disabled: [501, 'web.incoming_webhook', 'Incoming webhooks have been disabled by the system admin.'],
  invalid: [400, 'web.incoming_webhook', 'Invalid webhook.'],
  parse_data: [400, 'model.incoming_hook', 'Unable to parse incoming data.'],
  text: [400, 'web.incoming_webhook', 'No text specified.'],
  channel: [404, 'web.incoming_webhook', "Couldn't find the channel."],
  channel_locked: [403, 'web.incoming_webhook', 'This webhook is not permitted to post to the requested channel.'],
  permissions: [403, 'web.incoming_webhook', 'Inappropriate channel permissions.'],
  user: [403, 'web.incoming_webhook', "Couldn't find the user."],
  existing: [404, 'app.channel.get', 'Unable to find the existing channel.'],
  split_props_length: [400, 'web.incoming_webhook', 'Unable to split webhook props into 760000 character parts.'],
  creating: [500, 'api.post.create_webhook_post', 'Error creating post.'],
  rate: [429, '', 'limit exceeded'],
} satisfies Record<string, readonly [status: number, where: string, message: string]>;

const refusal = (name: keyof typeof errors): FakeAnswer => {
  const [status, where, message] = errors[name];
  if (where === '') return textAnswer(status, message);
  const id = `${where}.${name}.app_error`;
  const request_id = randomBytes(13).toString('hex');
  return jsonAnswer(status, { id, message, detailed_error: '', request_id, status_code: status });
};
const rejected = rejections(errors, refusal, ([status, , message]) => `${status} ${message}`);

/** Limits in characters (server/public/model/post.go). */
const MAX_POST = 16_383;
const MAX_PROPS = 760_000;
const hookPath = /^\/hooks\/([a-z0-9]+)\/?$/;

const field = z.object({ title: z.string().default(''), value: z.unknown(), short: z.boolean().default(false) });
const attachment = z.object({
  fallback: z.string().default(''),
  color: z.string().default(''),
  pretext: z.string().default(''),
  title: z.string().default(''),
  title_link: z.string().default(''),
  text: z.string().default(''),
  fields: z.array(field).nullish(),
});
/** The request's visible fields. A server ignores unknown ones. */
export const incoming = z.object({
  text: z.string().default(''),
  username: z.string().default(''),
  attachments: z.array(attachment).nullish(),
});

/** Returns the people that a text notifies. Mentions after a backslash or in code count too. */
export const callsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.-])@(channel|all|here|[a-z][a-z0-9._-]*)/gi)].map(([, name = '']) => name);

const newWebhook = z.object({ channel: z.string().trim().min(1).max(64).default('deployments') });
const removal = z.object({ id: z.string() });
const HOST = 'chat.mattermost.example';

/** Simulates one server's incoming webhooks. */
const create: Fake['create'] = ({ state: open, recorder }) => {
  const state = open<MattermostState>({ webhooks: [] });
  const find = (key: string | undefined) => state.current.webhooks.find((each) => each.key === key && !each.removed);

  const post = (request: FakeRequest): FakeAnswer => {
    const body = parseObject(request.body);
    const parsed = incoming.safeParse(body);
    if (!body || !parsed.success) return refusal('parse_data');
    const { text, attachments } = parsed.data;
    if (text === '' && !attachments) return refusal('text');
    if (!find(hookPath.exec(request.path)?.[1])) return refusal('invalid');
    if (Array.from(JSON.stringify({ attachments: body.attachments ?? [] })).length > MAX_PROPS)
      return refusal('split_props_length');
    const posts = Math.max(1, Math.ceil(Array.from(text).length / MAX_POST));
    const calls = callsIn([text, ...(attachments ?? []).flatMap((each) => [each.pretext, each.text])].join('\n'));
    const notes = [
      ...(posts > 1 ? [`Cut into ${posts} posts.`] : []),
      ...(calls.length > 0 ? [`Calls ${calls.map((name) => `@${name}`).join(', ')}.`] : []),
      ...((attachments ?? []).some((each) => each.title_link && !/^https?:\/\//.test(each.title_link))
        ? [`${LOST}the link of a title opens no page.`]
        : []),
    ];
    return { ...textAnswer(200, 'ok'), ...(notes.length > 0 && { note: notes.join(' ') }) };
  };

  return {
    name: 'Mattermost',
    isDelivery: ({ method, path }) => method === 'POST' && hookPath.test(path),
    placement: (request) => {
      const { text, username, attachments } = incoming.safeParse(parseObject(request.body)).data ?? {};
      const key = hookPath.exec(request.path)?.[1];
      const channel = state.current.webhooks.find((each) => each.key === key)?.channel;
      return {
        ...(channel === undefined ? {} : { thread: channel }),
        bubble: {
          side: 'product',
          author: username || 'webhook',
          format: 'mattermost',
          text: text ?? '',
          ...(attachments && { message: { attachments } }),
        },
      };
    },
    handle: (request) =>
      request.method === 'POST' && hookPath.test(request.path) ? post(request) : textAnswer(404, '404 page not found'),
    // The server's response contains no delay.
    refuse: (mode) => refusal(mode === '429' ? 'rate' : mode === 'gone' ? 'invalid' : 'creating'),
    ...rejected,
    mask: (text) => state.current.webhooks.reduce((masked, { key }) => masked.replaceAll(key, '***'), text),
    maskUrl: (url) => url.replace(/\/hooks\/[a-z0-9]{26}/, '/hooks/***'),
    threads: () =>
      state.current.webhooks.map(({ channel, removed }) => ({
        id: channel,
        title: channel,
        kind: 'channel',
        ...(removed ? { state: 'webhook deleted' } : {}),
      })),
    actions: {
      /** A member adds an incoming webhook to a channel and copies its URL. */
      webhook: async (input) => {
        const { channel } = newWebhook.parse(input);
        const key = Array.from(randomBytes(26), (byte) => (byte % 36).toString(36)).join('');
        state.current.webhooks = [
          ...state.current.webhooks.filter((each) => each.channel !== channel),
          { key, channel },
        ];
        state.save();
        return { channel, url: `https://${HOST}/hooks/${key}` };
      },
      remove: async (input) => {
        const { id } = removal.parse(input);
        const webhook = state.current.webhooks.find(({ channel, removed }) => channel === id && !removed);
        if (!webhook) throw new FakeInputError('There is no such webhook.');
        webhook.removed = true;
        state.save();
        recorder.add(userEvent('mattermost', id, 'You deleted the webhook.'));
        return { removed: id };
      },
    },
  };
};

export const fake: Fake = { hosts: [HOST], create };
