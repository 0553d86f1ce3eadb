import * as z from 'zod';
import { type FakeAnswer, type FakeRequest, jsonAnswer, parseObject } from '../../../../lib/local/fakes/fake.ts';
import type { StateFile } from '../../../../lib/local/fakes/state.ts';
import { judgeMessage } from './hooks.ts';
import { channelOf, isHidden, type SlackState } from './workspace.ts';

const MAX_MESSAGES = 500;

export const isMethod = (path: string): boolean => /^\/api\/chat\.(?:postMessage|update)$/.test(path);

/** Returns the rejection of a method: status 200, with the error in the body. */
export const methodError = (error: string): FakeAnswer => ({
  ...jsonAnswer(200, { ok: false, error }),
  isRefusal: true,
});

const address = z.object({ channel: z.string(), ts: z.string().optional(), thread_ts: z.string().optional() });

/** Simulates `chat.postMessage` and `chat.update` of an app with `chat:write` and `chat:write.public`. */
export const callMethod = (state: StateFile<SlackState>, request: FakeRequest, now: Date): FakeAnswer => {
  const { tokens = [], messages = [] } = state.current;
  const token = tokens.find((each) => request.headers.authorization === `Bearer ${each.token}`);
  if (!token) return methodError(request.headers.authorization ? 'invalid_auth' : 'not_authed');
  if (token.revoked) return methodError('account_inactive');
  const body = parseObject(request.body);
  const { data } = address.safeParse(body);
  if (!body || !data) return methodError(body ? 'invalid_arguments' : 'invalid_json');
  const channel = channelOf(state.current, data.channel);
  // A bot sees a private channel only once it was invited.
  if (!channel || isHidden(channel)) return methodError('channel_not_found');
  if (channel.archived) return methodError('is_archived');
  const { channel: _channel, ts, thread_ts: thread, ...content } = body;
  const { error, note } = judgeMessage(content);
  if (error) return methodError(error === 'invalid_payload' ? 'invalid_arguments' : error);
  const isKnown = (wanted: string | undefined) =>
    messages.some((each) => each.channelId === channel.id && each.ts === wanted);
  const isEdit = request.path.endsWith('.update');
  if (isEdit && !isKnown(data.ts)) return methodError('message_not_found');
  if (!isEdit && thread !== undefined && !isKnown(data.thread_ts)) return methodError('thread_not_found');
  const count = String(messages.length % 1_000_000).padStart(6, '0');
  const time = isEdit ? String(ts) : `${Math.floor(now.getTime() / 1000)}.${count}`;
  if (!isEdit) {
    state.current.messages = [...messages, { channelId: channel.id, ts: time }].slice(-MAX_MESSAGES);
    state.save();
  }
  const id = `${channel.id}/${time}`;
  return {
    ...jsonAnswer(200, { ok: true, channel: channel.id, ts: time }),
    ...(note === undefined ? {} : { note }),
    message: {
      id,
      ...(isEdit && { isEdit: true as const }),
      ...(thread !== undefined && { repliesTo: `${channel.id}/${thread}` }),
    },
  };
};
