import type { AttemptCause } from '#contract/states';
import { type ComposedText, composeText } from '../../invocations/compose-text.ts';
import { targetRenderingOf } from '../../invocations/per-target-rendering.ts';
import { isTestCall } from '../../invocations/test-call.ts';
import { causeOf, type Dispatch, isExtra } from '../../model/dispatch.ts';
import type { Pacing } from '../../model/dispatch-ports.ts';
import type { DispatchMessage } from '../../model/lane-message.ts';
import type { Target } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
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
import { followUp, isKept } from './follow-up.ts';
import { watchedCall } from './watched-call.ts';

/** The outcome of an attempt is `ended` if the owner stopped the message between two parts. */
export interface AttemptResult<Kind = Outcome | Interruption | { kind: 'ended' }> {
  /** The dispatch with its rendered text and progress. */
  dispatch: Dispatch;
  outcome: Kind;
  startedAt: Date;
  cause: AttemptCause;
}

/** The longest provider timeout plus a margin for storing the result, in milliseconds. */
export const SEND_MS = 14_000;

type Job = DeliveryJob & { target: Target; pacing: Pacing };

/** Composes a message and sends it, or its remaining parts. */
export const attempt = async (
  job: Job,
  message: DispatchMessage,
  timeLeftMs: () => number,
  ports: DeliveryPorts,
): Promise<AttemptResult> => {
  const { summary, webhook, target, lane, pacing } = job;
  const startedAt = ports.clock();
  const cause = causeOf(job.dispatch, message.cause, pacing.queuedAt);
  let dispatch: Dispatch = { ...job.dispatch, target: { name: target.name, kind: target.kind } };
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
  const { subject, hops, isTest } = composed;
  const headline = headlineIn(composed, dispatch, webhook);
  const routed = routedAway(composed, { ...job, dispatch }, startedAt);
  if (routed) {
    dispatch = { ...dispatch, headline };
    metrics.count(routed.outcome);
    return result({ kind: 'routed', decision: routed });
  }

  const watched = await watchedCall({ dispatch, summary, webhook, subject, isTest }, ports);
  const isWatched = watched?.watch !== undefined && isWaiting(watched.watch, startedAt, summary.id);
  // A resend by the owner concerns neither the other target nor the acknowledgement.
  const isResent = dispatch.cycle.attemptsBefore > 0;
  if (dispatch.step && !isResent && !dispatch.ignoresRules && !isWatched && dispatch.partsDone === 0) {
    const by = reasonToStop(watched?.watch, webhook);
    return result({ kind: 'routed', decision: { outcome: 'skipped', by, code: 'escalation-over' } });
  }
  dispatch = { ...dispatch, ...(watched && { watch: watched.name }) };
  const link = watched && { userId: webhook.userId, invocationId: summary.id, targetId: target.id, name: watched.name };
  const acknowledge = link && { url: await ports.acknowledgeLink(link), isShown: isWatched };
  const lead = isResent ? undefined : leadOf(dispatch);
  const { text, rich: looks } = lead && dispatch.partsDone === 0 ? withLead(lead, composed) : composed;
  // Only rich messages need the subject later, so it is not stored with plain ones.
  const rich = webhook.format === 'rich' ? { subject, message: looks } : undefined;
  const shown = { renderedMessage: text, ...(rich && { rich }) };
  let ended = false;
  const maySend = async (isFirst: boolean): Promise<number> => {
    if (isFirst) return ports.pace.claim(target, pacing);
    return ended || timeLeftMs() < SEND_MS ? 1 : ports.pace.claim(target, { ...pacing, isolated: false });
  };
  const progress = async (partsDone: number): Promise<void> => {
    const { target, watch } = dispatch;
    const saved = await write(
      dispatch,
      (base) => stayInPlace({ ...base, ...shown, partsDone, target, crashes: 0, watch }, ports.clock()),
      ports,
    );
    if (saved) dispatch = saved;
    else ended = true;
  };
  const arriving = { dispatch, summary, webhook, lane };
  const sent = await sendParts(
    text,
    {
      ...{ dispatch, webhook, target, plan: summary.plan, hops, facts: subject, rich, lead, acknowledge },
      digest: isTest ? undefined : digestLimit({ ...arriving, severity: subject?.severity, isWatched }),
    },
    ports,
    {
      maySend,
      sendWhole: isTest ? undefined : followUp({ ...arriving, subject, watch: watched?.watch }, ports),
      progress,
    },
  );
  if (ended) return result({ kind: 'ended' });
  const { outcome, partsDone, paceSeconds, how, ref } = sent;
  // The target of a step learns of the end in any case, if necessary by a new message.
  const isCopy = watched && (isKept(ref) || dispatch.step !== undefined);
  const copy = isCopy ? { ref: isKept(ref) ? ref : '', place: ports.sender.placeOf(target) } : undefined;
  dispatch = { ...dispatch, ...shown, headline, partsDone, ...noteOf(composed, sent, target), how, copy };
  return result(paceSeconds === undefined ? outcome : { kind: 'paced', seconds: paceSeconds });
};

type Composed = Exclude<Awaited<ReturnType<typeof messageText>>, { later: unknown } | { problem: unknown }>;

/** The message’s entry in lists. A partly sent extra message keeps its entry, because its stored text begins with a lead. */
const headlineIn = ({ text, origin, subject }: Composed, dispatch: Dispatch, webhook: Webhook) => {
  const facts = origin || subject ? { ...origin, severity: subject?.severity, state: subject?.state } : undefined;
  return isExtra(dispatch) && dispatch.partsDone > 0
    ? dispatch.headline
    : headlineOf(text, webhook, facts ?? dispatch.headline);
};

/** The decision of the target's rule, if it skips or holds a message. Extra messages and resends have no rule. */
const routedAway = ({ wanted, subject }: Composed, { dispatch, webhook, target }: Job, now: Date) => {
  const rule = ruleFor(webhook.routing, target.id);
  if (!rule || dispatch.partsDone > 0 || dispatch.ignoresRules || isExtra(dispatch)) return undefined;
  const ofRule = wanted?.[target.id] ?? { wanted: true, by: '' };
  const decision = withQuietHours(ofRule, rule.quiet, subject?.severity, now);
  return decision.outcome === 'sent' ? undefined : decision;
};

const noteOf = ({ note, wanted }: Composed, sent: Awaited<ReturnType<typeof sendParts>>, { id }: Target) => {
  const failed = wanted?.[id]?.failed;
  const ruleNote = failed === undefined ? '' : `Sent, because its routing rule could not be evaluated: ${failed}.`;
  return {
    note: [note, ruleNote, sent.note].filter(Boolean).join(' '),
    noteCode: sent.noteCode ?? (ruleNote ? ('rule-failed' as const) : undefined),
  };
};

/** The text to send. If some parts were already sent, it is the stored text. */
const messageText = async (
  { dispatch, summary, webhook }: Pick<DeliveryJob, 'dispatch' | 'summary' | 'webhook'>,
  { call }: DispatchMessage,
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
