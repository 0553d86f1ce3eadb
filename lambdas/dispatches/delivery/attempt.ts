import type { AttemptCause } from '#contract/states';
import { causeOf, type Dispatch } from '../../model/dispatch.ts';
import type { Pacing } from '../../model/dispatch-ports.ts';
import type { DispatchMessage } from '../../model/lane-message.ts';
import type { Target } from '../../model/target.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { metrics } from '../../platform/metrics.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { sendParts } from '../../targets/send-parts.ts';
import { sendTemplateNotice } from '../../targets/template-notice.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import type { DeliveryPorts } from '../ports.ts';
import { write } from '../save-dispatch.ts';
import type { Unsent } from '../settle.ts';
import { stayInPlace } from '../states.ts';
import { type Composed, composeMessage, headlineIn } from './compose-message.ts';
import { decorate } from './decorate.ts';
import { isKept } from './follow-up.ts';
import { skipByRule, skipStep } from './skip.ts';
import { watchedCall } from './watched-call.ts';

/** The outcome of an attempt is `ended` if the owner stopped the message between two parts. */
export interface AttemptResult<Kind = Outcome | Unsent | { kind: 'ended' }> {
  /** The dispatch with its rendered text and progress. */
  dispatch: Dispatch;
  outcome: Kind;
  startedAt: Date;
  cause: AttemptCause;
}

/** The longest provider timeout plus a margin for storing the result, in milliseconds. */
export const SEND_MS = 14_000;

type Job = DeliveryJob & { target: Target; pacing: Pacing };

/** Composes a message, and sends it or its remaining parts unless a setting skips or holds it. */
export const attempt = async (
  job: Job,
  messageCause: DispatchMessage['cause'],
  timeLeftMs: () => number,
  ports: DeliveryPorts,
): Promise<AttemptResult> => {
  const { summary, webhook, target, pacing } = job;
  const startedAt = ports.clock();
  const cause = causeOf(job.dispatch, messageCause, pacing.queuedAt);
  let dispatch: Dispatch = { ...job.dispatch, target: { name: target.name, kind: target.kind } };
  const result = (outcome: AttemptResult['outcome']): AttemptResult => ({ dispatch, outcome, startedAt, cause });

  const composed = await composeMessage({ ...job, dispatch }, ports);
  if ('later' in composed) {
    const { reason, afterSeconds } = composed.later;
    return result({ kind: 'postponed', reason, at: secondsAfter(ports.clock(), afterSeconds) });
  }
  if ('problem' in composed) {
    if (composed.notice !== undefined) await sendTemplateNotice(composed.notice, { dispatch, webhook, target }, ports);
    return result({ kind: 'fail_message', ...composed.problem });
  }
  const headline = headlineIn(composed, dispatch, webhook);
  const routed = skipByRule(composed, { dispatch, webhook, target }, startedAt);
  if (routed) {
    dispatch = { ...dispatch, headline };
    metrics.count(routed.outcome);
    return result({ kind: 'routed', decision: routed });
  }
  const { subject, hops, isTest } = composed;
  const watched = await watchedCall({ dispatch, summary, webhook, subject, isTest }, ports);
  const stopped = skipStep(dispatch, webhook, watched);
  if (stopped) return result({ kind: 'routed', decision: stopped });

  dispatch = { ...dispatch, ...(watched && { watch: watched.name }) };
  const { text, sendWhole, ...decorated } = await decorate(composed, watched, { ...job, dispatch }, ports);
  const shown = { renderedMessage: text, ...(decorated.rich && { rich: decorated.rich }) };
  let ended = false;
  const maySend = async (isFirst: boolean): Promise<number> => {
    if (isFirst) return ports.pace.claim(target, pacing);
    return ended || timeLeftMs() < SEND_MS ? 1 : ports.pace.claim(target, { ...pacing, gapSeconds: 0 });
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
  const sending = { dispatch, webhook, target, plan: summary.plan, hops, facts: subject, ...decorated };
  const sent = await sendParts(text, sending, ports, { maySend, sendWhole, progress });
  if (ended) return result({ kind: 'ended' });
  const { outcome, partsDone, how, ref } = sent;
  const copy = watched && copyOf(dispatch, ref, ports.sender.chatOf(target));
  dispatch = { ...dispatch, ...shown, headline, partsDone, ...noteOf(composed, sent, target), how, copy };
  return result(outcome);
};

/** The copy that tells of its watch's end. A step's target learns of it in any case, if necessary by a new message. */
const copyOf = ({ step }: Dispatch, ref: string | undefined, place: string): Dispatch['copy'] =>
  isKept(ref) || step ? { ref: isKept(ref) ? ref : '', place } : undefined;

const noteOf = ({ note, wanted }: Composed, sent: Awaited<ReturnType<typeof sendParts>>, { id }: Target) => {
  const failed = wanted?.[id]?.failed;
  const ruleNote = failed === undefined ? '' : `Sent, because its routing rule could not be evaluated: ${failed}.`;
  return {
    note: [note, ruleNote, sent.note].filter(Boolean).join(' '),
    noteCode: sent.noteCode ?? (ruleNote ? ('rule-failed' as const) : undefined),
  };
};
