import { randomBytes, randomInt } from 'node:crypto';
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
import { callsOf, discordMessage, formErrors, SUPPRESS_EMBEDS } from './fake/message.ts';

interface DiscordState {
  webhooks: { id: string; token: string; channel: string; removed?: boolean }[];
  /** The latest messages, each with its webhook, which alone can change it. */
  messages?: { id: string; webhook: string; thread?: string | undefined }[];
}

/** Errors of a change of an earlier message. No one can choose them for a new message, which never meets them. */
const changeErrors = {
  '10008': [404, 'Unknown Message'],
  '50005': [403, 'Cannot edit a message authored by another user'],
} satisfies Record<string, readonly [status: number, message: string]>;

/** Discord's JSON error codes with their status (discord.com/developers, opcodes and status codes). */
const errors = {
  '10015': [404, 'Unknown Webhook'],
  '50027': [401, 'Invalid Webhook Token'],
  '10003': [404, 'Unknown Channel'],
  '50013': [403, 'Missing Permissions'],
  '50035': [400, 'Invalid Form Body'],
  '50006': [400, 'Cannot send an empty message'],
  '50109': [400, 'The request body contains invalid JSON.'],
  '40005': [413, 'Request entity too large'],
  '220001': [400, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
  '20016': [429, 'This action cannot be performed due to slowmode rate limit'],
  '20028': [429, 'The channel you are writing has hit the write rate limit'],
} satisfies Record<string, readonly [status: number, message: string]>;

const allErrors = { ...errors, ...changeErrors };
const refusal = (code: keyof typeof allErrors, details: Record<string, unknown> = {}): FakeAnswer => {
  const [status, message] = allErrors[code];
  const slow = status === 429 ? { retry_after: 4.2 } : {};
  return jsonAnswer(status, { message, code: Number(code), ...slow, ...details });
};
const rejected = rejections(
  errors,
  (code) => refusal(code),
  ([status, message], code) => `${status} ${code} ${message}`,
);

/** Returns the response to too many requests. The body has fractional seconds, the header whole ones. */
const tooMany = (seconds: number): FakeAnswer =>
  jsonAnswer(
    429,
    { message: 'You are being rate limited.', retry_after: seconds, global: false },
    {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': String(seconds),
      'x-ratelimit-bucket': '80c17d2f203122d936070c88c8d10f33',
      'x-ratelimit-scope': 'user',
    },
  );

const hookPath = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+)|\/?)$/;

/** A request that posts a message, or changes one. */
const isMessage = ({ method, path }: FakeRequest): boolean => {
  const match = hookPath.exec(path);
  return match !== null && method === (match[3] === undefined ? 'POST' : 'PATCH');
};

/** The number of messages that can still be changed here; real channels keep all of them. */
const KEPT_MESSAGES = 500;
const contentLimit = 2000;

const newWebhook = z.object({ channel: z.string().trim().min(1).max(64).default('announcements') });
const removal = z.object({ id: z.string() });

/** Simulates the incoming webhooks of a server's channels. */
const create: Fake['create'] = ({ state: open, recorder, now }) => {
  const state = open<DiscordState>({ webhooks: [] });
  const find = (id: string | undefined) =>
    state.current.webhooks.find((webhook) => webhook.id === id && !webhook.removed);

  const post = (request: FakeRequest): FakeAnswer => {
    const [, id, token, changed] = hookPath.exec(request.path) ?? [];
    // A token can select the response: `magic-<code>-…`, or `magic-429-…` for the ordinary limit.
    const magic = /^magic-(\d+)-/.exec(token ?? '')?.[1];
    if (magic === '429') return tooMany(64.57);
    const told = magic === undefined ? undefined : rejected.answer(magic);
    if (told) return told;
    const webhook = find(id);
    if (!webhook) return refusal('10015');
    if (webhook.token !== token) return refusal('50027');
    const body = parseObject(request.body);
    if (!body) return refusal('50109');
    const parsed = discordMessage.safeParse(body);
    if (!parsed.success) return refusal('50035', { errors: formErrors(parsed.error) });
    const { content = '', embeds = [], components = [], flags = 0, username = 'Tellhook' } = parsed.data;
    const areIgnored = components.length > 0 && request.query.get('with_components') !== 'true';
    if (content.trim() === '' && embeds.length === 0) return refusal('50006');
    if (content.length > contentLimit) {
      const message = `Must be ${contentLimit} or fewer in length.`;
      const tooLong = { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message }] } };
      return refusal('50035', { errors: tooLong });
    }
    const hidden = embeds.length > 0 && (flags & SUPPRESS_EMBEDS) !== 0;
    const calls = callsOf(parsed.data);
    const called = [...(calls.everyone ? ['everyone'] : []), ...calls.users, ...calls.roles];
    const note = hidden
      ? { note: `${LOST}the flag SUPPRESS_EMBEDS hides the embeds of this message.` }
      : areIgnored
        ? { note: `${LOST}the buttons of this message are ignored without with_components.` }
        : called.length > 0
          ? { note: `Calls ${called.map((one) => `@${one}`).join(', ')}.` }
          : {};
    const thread = request.query.get('thread_id') ?? undefined;
    const { messages = [] } = state.current;
    if (changed !== undefined) {
      const known = messages.find((each) => each.id === changed);
      if (!known) return refusal('10008');
      if (known.webhook !== webhook.id) return refusal('50005');
      // A change in a thread has to name it.
      if (known.thread !== thread) return refusal('10008');
    }
    const messageId = changed ?? snowflake(now());
    if (changed === undefined) {
      state.current.messages = [...messages, { id: messageId, webhook: webhook.id, thread }].slice(-KEPT_MESSAGES);
      state.save();
    }
    if (changed === undefined && request.query.get('wait') !== 'true')
      return { status: 204, headers: {}, body: '', ...note };
    const answer = jsonAnswer(200, {
      id: messageId,
      type: 0,
      content,
      channel_id: webhook.id,
      webhook_id: webhook.id,
      author: { bot: true, id: webhook.id, username },
      embeds,
      mention_everyone: calls.everyone,
      mentions: calls.users.map((id) => ({ id })),
      mention_roles: calls.roles,
      timestamp: now().toISOString(),
      edited_timestamp: changed === undefined ? null : now().toISOString(),
    });
    const message = { id: messageId, ...(changed !== undefined && { isEdit: true as const }) };
    return { ...answer, ...note, message };
  };

  return {
    name: 'Discord',
    isDelivery: isMessage,
    placement: (request) => {
      const body = parseObject(request.body) ?? {};
      const id = hookPath.exec(request.path)?.[1];
      return {
        ...(id === undefined ? {} : { thread: id }),
        bubble: {
          side: 'product',
          author: typeof body.username === 'string' ? body.username : 'Tellhook',
          format: 'discord',
          text: String(body.content ?? ''),
          ...(body.embeds === undefined
            ? {}
            : { message: { embeds: body.embeds, components: body.components, flags: body.flags } }),
        },
      };
    },
    handle: (request) => (isMessage(request) ? post(request) : jsonAnswer(404, { message: '404: Not Found', code: 0 })),
    refuse: (mode, retryAfter) =>
      mode === '429'
        ? tooMany(retryAfter)
        : mode === 'gone'
          ? refusal('10015')
          : jsonAnswer(500, { message: '500: Internal Server Error', code: 0 }),
    ...rejected,
    mask: (text) => state.current.webhooks.reduce((masked, { token }) => masked.replaceAll(token, '***'), text),
    maskUrl: (url) => url.replace(/(\/webhooks\/\d+\/)[\w-]+/, '$1***'),
    threads: () =>
      state.current.webhooks.map(({ id, channel, removed }) => ({
        id,
        title: channel,
        kind: 'channel',
        ...(removed ? { state: 'webhook deleted' } : {}),
      })),
    actions: {
      /** A member creates a webhook in the channel's settings and copies its URL, which is shown only once. */
      webhook: async (input) => {
        const { channel } = newWebhook.parse(input);
        const webhook = { id: snowflake(now()), token: randomBytes(51).toString('base64url'), channel };
        state.current.webhooks.push(webhook);
        state.save();
        return { channel, id: webhook.id, url: `https://discord.com/api/webhooks/${webhook.id}/${webhook.token}` };
      },
      /** A member deletes the webhook's messages. */
      forget: async (input) => {
        const webhook = find(removal.parse(input).id);
        if (!webhook) throw new FakeInputError('There is no such webhook.');
        state.current.messages = (state.current.messages ?? []).filter((each) => each.webhook !== webhook.id);
        state.save();
        recorder.add(userEvent('discord', webhook.id, 'You deleted the webhook’s messages.'));
        return { id: webhook.id };
      },
      remove: async (input) => {
        const webhook = find(removal.parse(input).id);
        if (!webhook) throw new FakeInputError('There is no such webhook.');
        webhook.removed = true;
        state.save();
        recorder.add(userEvent('discord', webhook.id, 'You deleted the webhook.'));
        return { removed: webhook.id };
      },
    },
  };
};

const discordEpoch = 1_420_070_400_000n;

/** Creates a Discord id: milliseconds since 2015, and 22 bits that distinguish ids of the same millisecond. */
const snowflake = (at: Date): string =>
  String(((BigInt(at.getTime()) - discordEpoch) << 22n) | BigInt(randomInt(2 ** 22)));

export const fake: Fake = { hosts: ['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com'], create };
