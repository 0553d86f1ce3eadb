import {
  type FakeAnswer,
  type FakeRequest,
  LOST,
  type Placement,
  parseObject,
  textAnswer,
} from '../../../../lib/local/fakes/fake.ts';
import { magicAnswer, refusal } from './answers.ts';
import { mentionsOf } from './mentions.ts';
import { slackAttachments, slackBlocks } from './message.ts';
import { channelOf, hookOf, type SlackState } from './workspace.ts';

const hookPath = /^\/services\/[^/]+\/[^/]+\/([^/]+)$/;

export const isHook = (path: string): boolean => hookPath.test(path);

/** Parses a request's message: a JSON body, or the older form field `payload`. */
const payloadOf = (request: FakeRequest): Record<string, unknown> | undefined =>
  request.headers['content-type']?.includes('application/x-www-form-urlencoded')
    ? parseObject(new URLSearchParams(request.body).get('payload') ?? '')
    : parseObject(request.body);

/** Returns the error in a message's content, and a note about its appearance. */
export const judgeMessage = (
  payload: Record<string, unknown>,
): { error?: 'invalid_payload' | 'too_many_attachments' | 'invalid_blocks' | 'no_text'; note?: string } => {
  const { text, blocks, attachments } = payload;
  if (text !== undefined && typeof text !== 'string') return { error: 'invalid_payload' };
  if (attachments !== undefined && !Array.isArray(attachments)) return { error: 'invalid_payload' };
  if (Array.isArray(attachments) && attachments.length > 100) return { error: 'too_many_attachments' };
  if (blocks !== undefined && !slackBlocks.safeParse(blocks).success) return { error: 'invalid_blocks' };
  if (attachments !== undefined && !slackAttachments.safeParse(attachments).success) return { error: 'invalid_blocks' };
  const empty = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && !value[0]);
  if (empty(text) && empty(blocks) && empty(attachments)) return { error: 'no_text' };
  const length = text?.length ?? 0;
  const note =
    length > 40_000
      ? `${LOST}Slack cuts text at 40,000 characters.`
      : length > 4040
        ? 'Slack shows text this long as several messages of 4,000 characters.'
        : calledNote(mentionsOf(payload));
  return note === undefined ? {} : { note };
};

/** Responds to a post to an incoming webhook, with the checks in Slack's order. */
export const postToHook = (state: SlackState, request: FakeRequest): FakeAnswer => {
  const magic = magicAnswer(hookPath.exec(request.path)?.[1] ?? '');
  if (magic) return magic;
  if (request.method !== 'POST') return refusal('invalid_payload');
  const hook = hookOf(state, request.path);
  const channel = hook && channelOf(state, hook.channelId);
  if (!hook || !channel || hook.revoked) return refusal('no_service');
  if (channel.archived) return refusal('channel_is_archived');

  const payload = payloadOf(request);
  if (!payload) return refusal('invalid_payload');
  const { error, note } = judgeMessage(payload);
  if (error) return refusal(error);
  return { ...textAnswer(200, 'ok'), ...(note === undefined ? {} : { note }) };
};

const calledNote = (called: string[]): string | undefined =>
  called.length > 0 ? `Calls ${called.map((one) => `@${one}`).join(', ')}.` : undefined;

export const placeOf = (state: SlackState, request: FakeRequest): Placement => {
  const { channel, text, mrkdwn, blocks, attachments } = payloadOf(request) ?? {};
  const thread = typeof channel === 'string' ? channel : hookOf(state, request.path)?.channelId;
  return {
    ...(thread === undefined ? {} : { thread }),
    bubble: {
      side: 'product',
      author: 'Tellhook',
      format: mrkdwn === false ? 'plain' : 'slack',
      text: typeof text === 'string' ? text : '',
      ...(blocks === undefined && attachments === undefined ? {} : { message: { text, mrkdwn, blocks, attachments } }),
    },
  };
};
