import type { AttemptCause } from '#contract/states';
import { type ComposedText, composeText } from '../../invocations/compose-text.ts';
import { targetRenderingOf } from '../../invocations/per-target-rendering.ts';
import { isTestCall } from '../../invocations/test-call.ts';
import { causeOf, type Dispatch } from '../../model/dispatch.ts';
import type { Pacing } from '../../model/dispatch-ports.ts';
import type { LaneMessage } from '../../model/invocation-ports.ts';
import type { Target } from '../../model/target.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { metrics } from '../../platform/metrics.ts';
import { hopsOf } from '../../platform/outbound/hops.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { leadOf, withLead } from '../../targets/lead.ts';
import { sendParts } from '../../targets/send-parts.ts';
import { sendTemplateNotice } from '../../targets/template-notice.ts';
import { headlineOf } from '../../templates/headline.ts';
import { withQuietHours } from '../../templates/routing/decide.ts';
import { ruleFor } from '../../templates/routing/routing.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import type { DeliveryPorts } from '../ports.ts';
import { write } from '../save-dispatch.ts';
import type { Interruption } from '../settle.ts';
import { stayInPlace } from '../states.ts';
import { isWaiting, reasonToStop } from '../watch.ts';
import { digestLimit } from './digest-limit.ts';
import { followUp } from './follow-up.ts';
import { watchedCall } from './watched-call.ts';

export interface AttemptResult {
  /** The dispatch with its rendered text and progress. */
  dispatch: Dispatch;
  /** The outcome, or `ended` if the owner stopped the message between two parts. */
  outcome: Outcome | Interruption | { kind: 'ended' };
  startedAt: Date;
  cause: AttemptCause;
}

/** The longest provider timeout plus a margin for storing the result, in milliseconds. */
export const SEND_MS = 14_000;

/** Composes a message and sends it, or its remaining parts. */
export const attempt = async (
  { dispatch: known, summary, webhook, target, lane, pacing }: DeliveryJob & { target: Target; pacing: Pacing },
  message: LaneMessage,
  timeLeftMs: () => number,
  ports: DeliveryPorts,
): Promise<AttemptResult> => {
  const startedAt = ports.clock();
  const cause = causeOf(known, message.cause, pacing.queuedAt);
  let dispatch: Dispatch = { ...known, target: { name: target.name, kind: target.kind } };
  const result = (outcome: AttemptResult['outcome']): AttemptResult => ({ dispatch, outcome, startedAt, cause });

  const composed = await messageText({ dispatch, summary, webhook }, message, ports);
  if ('later' in composed) {
    const { reason, afterSeconds } = composed.later;
    return result({ kind: 'postponed', reason, at: secondsAfter(ports.clock(), afterSeconds) });
  }
  if ('problem' in composed) {
    if (composed.notice !== undefined) await sendTemplateNotice(composed.notice, { dispatch, webhook, target }, ports);
    return result({ kind: 'fail_message', ...composed.problem });
  }
  const { origin, subject, hops, isTest } = composed;
  const wanted = composed.wanted?.[target.id];
  const facts = origin || subject ? { ...origin, severity: subject?.severity, state: subject?.state } : undefined;
  const { fallbackFor, step, partsDone: partsBefore } = dispatch;
  const isExtra = fallbackFor !== undefined || step !== undefined;
  // The stored text of a partly sent extra message begins with its first line, which is not a headline.
  const headline =
    isExtra && partsBefore > 0 ? dispatch.headline : headlineOf(composed.text, webhook, facts ?? dispatch.headline);
  const rule = ruleFor(webhook.routing, target.id);
  if (rule && partsBefore === 0 && !dispatch.manualRetry && !isExtra) {
    const decision = withQuietHours(wanted ?? { wanted: true, by: '' }, rule.quiet, subject?.severity, startedAt);
    if (decision.outcome !== 'sent') {
      dispatch = { ...dispatch, headline };
      metrics.count(decision.outcome);
      return result({ kind: 'routed', decision });
    }
  }

  const watched = await watchedCall({ dispatch, summary, webhook, subject, isTest }, ports);
  const isWatched = watched?.watch !== undefined && isWaiting(watched.watch, startedAt, summary.id);
  // A resend by the owner concerns neither the other target nor the acknowledgement.
  const isResent = dispatch.cycle.attemptsBefore > 0;
  if (step && !isResent && !isWatched && partsBefore === 0) {
    const by = reasonToStop(watched?.watch, webhook.timeZone);
    return result({ kind: 'routed', decision: { outcome: 'skipped', by, code: 'escalation-over' } });
  }
  dispatch = { ...dispatch, ...(watched && { watch: watched.name }) };
  const link = watched && { userId: webhook.userId, invocationId: summary.id, targetId: target.id, name: watched.name };
  const acknowledge = link && { url: await ports.acknowledgeLink(link), isShown: isWatched };
  const lead = isResent ? undefined : leadOf(dispatch);
  const { text, rich: looks } = lead && partsBefore === 0 ? withLead(lead, composed) : composed;
  // Only rich messages need the subject later, so it is not stored with plain ones.
  const rich = webhook.format === 'rich' ? { subject, message: looks } : undefined;
  let ended = false;
  const maySend = async (isFirst: boolean): Promise<number> => {
    if (isFirst) return ports.pace.claim(target, pacing);
    return ended || timeLeftMs() < SEND_MS ? 1 : ports.pace.claim(target, { ...pacing, isolated: false });
  };
  const progress = async (partsDone: number): Promise<void> => {
    const { watch } = dispatch;
    const withParts = (base: Dispatch): Dispatch =>
      stayInPlace(
        {
          ...base,
          renderedMessage: text,
          ...(rich && { rich }),
          partsDone,
          target: dispatch.target,
          crashes: 0,
          watch,
        },
        ports.clock(),
      );
    const saved = await write(dispatch, withParts, ports);
    if (saved) dispatch = saved;
    else ended = true;
  };
  const following = { dispatch, summary, webhook, lane, subject };
  const digest = isTest ? undefined : digestLimit({ dispatch, summary, webhook, lane, severity: subject?.severity });
  const sendWhole = isTest ? undefined : followUp(following, ports);
  const sent = await sendParts(
    text,
    { dispatch, webhook, target, plan: summary.plan, hops, facts: subject, rich, lead, digest, acknowledge },
    ports,
    { maySend, sendWhole, progress },
  );
  if (ended) return result({ kind: 'ended' });
  const { outcome, partsDone, paceSeconds, how } = sent;
  const ruleNote =
    wanted?.failed === undefined ? '' : `Sent, because its routing rule could not be evaluated: ${wanted.failed}.`;
  const note = [composed.note, ruleNote, sent.note].filter(Boolean).join(' ');
  const noteCode = sent.noteCode ?? (ruleNote ? 'rule-failed' : undefined);
  dispatch = { ...dispatch, renderedMessage: text, ...(rich && { rich }), headline, partsDone, note, noteCode, how };
  return result(paceSeconds === undefined ? outcome : { kind: 'paced', seconds: paceSeconds });
};

/** The text to send. If some parts were already sent, it is the stored text. */
const messageText = async (
  { dispatch, summary, webhook }: Pick<DeliveryJob, 'dispatch' | 'summary' | 'webhook'>,
  { call }: LaneMessage,
  ports: DeliveryPorts,
): Promise<ComposedText & { hops?: number; isTest?: boolean }> => {
  const content = call?.content ?? (await ports.invocations.content(summary.userId, summary.id));
  if (dispatch.partsDone > 0) {
    const { renderedMessage: text, rich } = dispatch;
    // If the call has been deleted, the remaining parts are still sent, but the number of hops is unknown.
    const facts = content && { hops: hopsOf(content.headers), isTest: isTestCall(content.headers) };
    return { text, note: '', subject: rich?.subject, rich: rich?.message, ...facts };
  }
  if (!content)
    return { problem: { code: 'call-gone', reason: 'The stored call no longer exists, so there is nothing to send.' } };
  const own = targetRenderingOf(webhook, summary, dispatch);
  const composed = await composeText(webhook, summary, content, ports.renderer, own);
  return { ...composed, hops: hopsOf(content.headers), isTest: isTestCall(content.headers) };
};
