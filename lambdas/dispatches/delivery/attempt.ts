import { type ComposedText, composeText } from '../../invocations/compose-text.ts';
import { headlineOf } from '../../invocations/headline.ts';
import type { InvocationSummary } from '../../invocations/invocation.ts';
import type { LaneMessage } from '../../invocations/ports.ts';
import { hopsOf } from '../../outbound/hops.ts';
import type { Outcome, Reason } from '../../outbound/outcome.ts';
import type { Services, Uses } from '../../services.ts';
import type { Pacing } from '../../targets/pace.ts';
import { sendParts } from '../../targets/send-parts.ts';
import type { Target } from '../../targets/target.ts';
import { sendTemplateNotice } from '../../targets/template-notice.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Dispatch } from '../dispatch.ts';
import type { LaneState } from '../lane/lane.ts';
import type { WaitingPorts } from '../lane/waiting.ts';
import { type Placement, stayInPlace, write } from '../save-dispatch.ts';

/** What delivering needs. */
export type DeliveryPorts = WaitingPorts &
  Pick<
    Services,
    | 'waitingList'
    | 'sender'
    | 'circuitBreaker'
    | 'effects'
    | 'notices'
    | 'pace'
    | 'deadLetters'
    | 'plans'
    | 'nap'
    | 'random'
    | 'appUrl'
  > &
  Uses<{ invocations: 'content'; outbox: 'put'; renderer: 'render' }>;

export interface AttemptContext extends Placement {
  lane: LaneState;
  pacing: Pacing;
  dispatch: Dispatch;
  summary: InvocationSummary;
  target: Target;
  webhook: Webhook;
  /** true when the oldest message of a paused lane has failed a moment ago, and this one shows whether all do. */
  isSecondOfProbe?: boolean;
}

export interface Attempted {
  /** The dispatch with its rendered text and progress; outcome and next step are not in it yet. */
  dispatch: Dispatch;
  outcome: Outcome;
  startedAt: Date;
  /** Set when the rest of a message in parts waits for the target's pace, in seconds. */
  paceSeconds?: number | undefined;
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
  ports: DeliveryPorts,
): Promise<Attempted | undefined> => {
  const startedAt = ports.clock();
  let dispatch: Dispatch = { ...known, target: { name: target.name, kind: target.kind } };

  const composed = await messageText({ dispatch, summary, webhook }, message, ports);
  if ('later' in composed) return { dispatch, outcome: { kind: 'ok' }, startedAt, postponed: composed.later };
  if ('problem' in composed) {
    if (composed.notice !== undefined) await sendTemplateNotice(composed.notice, { dispatch, webhook, target }, ports);
    return { dispatch, outcome: { kind: 'fail_message', ...composed.problem }, startedAt };
  }
  const { text, origin, subject, rich: looks, hops } = composed;

  // Plain webhooks cost and send what they did before there were subjects.
  const rich = webhook.format === 'rich' ? { subject, message: looks } : undefined;
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
        const changed = { ...base, renderedMessage: text, ...(rich && { rich }), partsDone, target: dispatch.target };
        return stayInPlace({ ...changed, crashes: 0 }, placement, ports.clock());
      },
      ports,
    );
    if (saved) dispatch = saved;
    else ended = true;
  };
  const sent = await sendParts(
    text,
    { dispatch, webhook, target, plan: summary.plan, hops, rich },
    { ...ports, maySend, progress },
  );
  if (ended) return undefined;
  const note = [composed.note, sent.note].filter(Boolean).join(' ');
  const headline = headlineOf(
    text,
    webhook,
    origin || subject ? { ...origin, severity: subject?.severity, state: subject?.state } : dispatch.headline,
  );
  return {
    dispatch: {
      ...dispatch,
      renderedMessage: text,
      ...(rich && { rich }),
      headline,
      partsDone: sent.partsDone,
      note,
      noteCode: sent.noteCode,
    },
    outcome: sent.outcome,
    startedAt,
    paceSeconds: sent.paceSeconds,
  };
};

/** The text to send. A message with parts that are out already goes on with the stored text. */
const messageText = async (
  { dispatch, summary, webhook }: Pick<AttemptContext, 'dispatch' | 'summary' | 'webhook'>,
  { call }: LaneMessage,
  ports: DeliveryPorts,
): Promise<ComposedText & { hops?: number }> => {
  const content = call?.content ?? (await ports.invocations.content(summary.userId, summary.id));
  if (dispatch.partsDone > 0) {
    const { renderedMessage: text, rich } = dispatch;
    // The rest goes out although the call is gone by now; without its headers nobody can know how it came.
    const hops = content && { hops: hopsOf(content.headers) };
    return { text, note: '', subject: rich?.subject, rich: rich?.message, ...hops };
  }
  if (!content)
    return { problem: { code: 'call-gone', reason: 'The stored call is gone, so there is nothing to send.' } };
  return { ...(await composeText(webhook, summary, content, ports.renderer)), hops: hopsOf(content.headers) };
};
