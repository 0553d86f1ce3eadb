import { type FakeAnswer, type FakeRequest, type Placement, parseObject, textAnswer } from '../fake.ts';
import { magicAnswer, refusal } from './answers.ts';
import { channelOf, hookOf, type SlackState } from './workspace.ts';

const hookPath = /^\/services\/[^/]+\/[^/]+\/([^/]+)$/;

export const isHook = (path: string): boolean => hookPath.test(path);

/** The message of a hook call: a JSON body, or the older form field `payload`. */
const payloadOf = (request: FakeRequest): Record<string, unknown> | undefined =>
  request.headers['content-type']?.includes('application/x-www-form-urlencoded')
    ? parseObject(new URLSearchParams(request.body).get('payload') ?? '')
    : parseObject(request.body);

/** Answers a post to an incoming webhook, in the order in which Slack looks at it. */
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
  const { text, blocks, attachments } = payload;
  if (attachments !== undefined && !Array.isArray(attachments)) return refusal('invalid_payload');
  if (Array.isArray(attachments) && attachments.length > 100) return refusal('too_many_attachments');
  if (blocks !== undefined && !validBlocks(blocks)) return refusal('invalid_blocks');
  const empty = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && !value[0]);
  if (empty(text) && empty(blocks) && empty(attachments)) return refusal('no_text');

  const length = typeof text === 'string' ? text.length : 0;
  const note =
    length > 40_000
      ? 'Slack cuts text at 40,000 characters.'
      : length > 4040
        ? 'Slack shows text this long as several messages of 4,000 characters.'
        : undefined;
  return { ...textAnswer(200, 'ok'), ...(note === undefined ? {} : { note }) };
};

/** The limits of Block Kit that a sender can break: 50 blocks, 3,000 characters in a section, 150 in a header. */
const validBlocks = (blocks: unknown): boolean => {
  if (!Array.isArray(blocks) || blocks.length > 50) return false;
  return blocks.every((block: unknown) => {
    if (typeof block !== 'object' || block === null) return false;
    const { type, text } = block as { type?: unknown; text?: unknown };
    if (typeof type !== 'string') return false;
    if (type === 'markdown') return typeof text === 'string' && text.length <= 12_000;
    const length =
      typeof text === 'object' && text !== null ? String((text as { text?: unknown }).text ?? '').length : 0;
    return type === 'header' ? length > 0 && length <= 150 : length <= 3000;
  });
};

export const placeOf = (state: SlackState, request: FakeRequest): Placement => {
  const hook = hookOf(state, request.path);
  const payload = payloadOf(request);
  // Blocks replace the text; attachments stand below either.
  const own = Array.isArray(payload?.blocks) ? (payload.blocks as unknown[]) : [];
  const below = Array.isArray(payload?.attachments) ? payload.attachments.flatMap(blocksOf) : [];
  const text = typeof payload?.text === 'string' ? payload.text : '';
  const lead = own.length === 0 && text !== '' ? [{ type: 'section', text: { type: 'mrkdwn', text } }] : own;
  const shown = own.length + below.length > 0 ? [...lead, ...below] : [];
  return {
    ...(hook ? { thread: hook.channelId } : {}),
    bubble: {
      side: 'product',
      author: 'Tellhook',
      format: payload?.mrkdwn === false ? 'plain' : 'slack',
      text,
      ...(shown.length > 0 ? { blocks: shown } : {}),
    },
  };
};

const blocksOf = (attachment: unknown): unknown[] => {
  const { blocks, text } = (attachment ?? {}) as { blocks?: unknown; text?: unknown };
  if (Array.isArray(blocks)) return blocks;
  return typeof text === 'string' ? [{ type: 'section', text: { type: 'mrkdwn', text } }] : [];
};
