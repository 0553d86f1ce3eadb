import type { DispatchCode, TemplateCode } from '#contract/codes';
import type { InvocationSummary } from '../../invocations/invocation.ts';
import type { LaneMessage } from '../../invocations/ports.ts';
import type { NoticeOutbox } from '../../notices/owner-notice.ts';
import { hopsOf } from '../../outbound/hops.ts';
import type { Outcome, Reason } from '../../outbound/outcome.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Target } from '../../targets/target.ts';
import { formatError, formatErrorWithoutValues } from '../../templates/format-error.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Dispatch } from '../dispatch.ts';
import type { LaneState, LaneStore } from '../lane/lane.ts';
import type { ContentReader, DispatchStore, NoticeStore, Renderer, Sender, TargetEffects } from '../ports.ts';
import { type Placement, stayInPlace, write } from '../save-dispatch.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { composeText } from './compose-text.ts';
import { headlineOf, type Origin } from './headline.ts';
import type { Pace, Pacing } from './pace.ts';
import { sendParts } from './send-parts.ts';
import { sendTemplateNotice } from './template-notice.ts';

export interface AttemptPorts {
  dispatches: DispatchStore;
  invocations: ContentReader;
  sender: Sender;
  circuitBreaker: CircuitBreaker;
  effects: TargetEffects;
  outbox: NoticeOutbox;
  renderer: Renderer;
  notices: NoticeStore;
  laneStore: LaneStore;
  pace: Pace;
  clock: Clock;
  appUrl: string;
}

export interface AttemptContext extends Placement {
  lane: LaneState;
  pacing: Pacing;
  dispatch: Dispatch;
  summary: InvocationSummary;
  target: Target;
  webhook: Webhook;
}

export interface Attempted {
  /** The dispatch with its rendered text and progress; outcome and next step are not in it yet. */
  dispatch: Dispatch;
  outcome: Outcome;
  startedAt: Date;
  /** Set when the rest of a message in parts waits for the target's pace, in seconds. */
  pausedSeconds?: number | undefined;
  /** Set when the text cannot be rendered yet, which is not the target's fault and no attempt. */
  postponed?: { reason: Reason; afterSeconds: number };
}

/** The longest provider timeout plus a margin to store the result, in milliseconds. */
export const SEND_MS = 14_000;

/**
 * Composes the message and sends it, or what is left of it.
 * @returns undefined when its owner ended the dispatch between two parts.
 */
export const attempt = async (
  { dispatch: known, summary, webhook, target, lane, pacing, ...placement }: AttemptContext,
  message: LaneMessage,
  timeLeftMs: () => number,
  ports: AttemptPorts,
): Promise<Attempted | undefined> => {
  const startedAt = ports.clock();
  let dispatch: Dispatch = { ...known, target: { name: target.name, kind: target.kind } };

  const text = await messageText(dispatch, summary, webhook, message, ports);
  if ('later' in text) return { dispatch, outcome: { kind: 'ok' }, startedAt, postponed: text.later };
  if ('problem' in text) {
    if (text.notice !== undefined) await sendTemplateNotice(text.notice, { dispatch, webhook, target }, ports);
    return { dispatch, outcome: { kind: 'fail_message', ...text.problem }, startedAt };
  }

  let ended = false;
  const maySend = async (isFirst: boolean): Promise<number> => {
    if (isFirst) return ports.pace.claim(target, lane, pacing);
    if (ended || timeLeftMs() < SEND_MS) return 1;
    const newest = await ports.laneStore.get(message.userId, message.targetId);
    return ports.pace.claim(target, newest, { ...pacing, isolated: false });
  };
  const progress = async (partsDone: number): Promise<void> => {
    const saved = await write(
      dispatch,
      (base) => {
        const changed = { ...base, renderedMessage: text.value, partsDone, target: dispatch.target, crashes: 0 };
        return stayInPlace(changed, placement, ports.clock());
      },
      ports,
    );
    if (saved) dispatch = saved;
    else ended = true;
  };
  const sent = await sendParts(
    text.value,
    { dispatch, webhook, target, plan: summary.plan, hops: text.hops },
    { ...ports, maySend, progress },
  );
  if (ended) return undefined;
  const note = [text.note, sent.note].filter(Boolean).join(' ');
  const headline = headlineOf(text.value, webhook, text.origin ?? dispatch.headline);
  return {
    dispatch: {
      ...dispatch,
      renderedMessage: text.value,
      headline,
      partsDone: sent.partsDone,
      note,
      noteCode: sent.noteCode,
    },
    outcome: sent.outcome,
    startedAt,
    pausedSeconds: sent.pausedSeconds,
  };
};

/** `notice`: what the target gets instead of the message, without the payload. */
type Text =
  | { value: string; note: string; origin?: Origin; hops?: number }
  | { problem: { code: DispatchCode; reason: string }; notice?: string }
  | { later: { reason: Reason; afterSeconds: number } };

/** The text to send. A message with parts that are out already goes on with the stored text. */
const messageText = async (
  dispatch: Dispatch,
  summary: InvocationSummary,
  webhook: Webhook,
  { call }: LaneMessage,
  ports: AttemptPorts,
): Promise<Text> => {
  if (dispatch.partsDone > 0) return { value: dispatch.renderedMessage, note: '' };
  const content = call?.content ?? (await ports.invocations.content(summary.userId, summary.id));
  if (!content)
    return { problem: { code: 'call-gone', reason: 'The stored call is gone, so there is nothing to send.' } };
  const composed = await composeText(webhook, summary, content, ports.renderer);
  if ('later' in composed) return composed;
  if ('templateError' in composed)
    return {
      problem: { code: composed.templateError.code as TemplateCode, reason: formatError(composed.templateError) },
      notice: formatErrorWithoutValues(composed.templateError),
    };
  if (composed.text.trim() === '') return { problem: { code: 'message-empty', reason: 'The message is empty' } };
  const { note, origin } = composed;
  return { value: composed.text, note, ...(origin && { origin }), hops: hopsOf(content.headers) };
};
