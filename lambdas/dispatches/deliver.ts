import type { InvocationSummary } from '../invocations/invocation.ts';
import type { LaneMessage } from '../invocations/ports.ts';
import type { Plan, Plans } from '../plans/plans.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { dispatchId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Outcome } from '../targets/outcome.ts';
import type { Target } from '../targets/target.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { composeText } from './compose-text.ts';
import { type Dispatch, isFinal, newDispatch } from './dispatch.ts';
import type {
  ContentReader,
  DispatchStore,
  ErrorCounter,
  NoticeStore,
  Renderer,
  Sender,
  TargetEffects,
} from './ports.ts';
import { sendParts } from './send-parts.ts';
import { giveUp, hold, MAX_LANE_WAIT_SECONDS, type Settled, settle } from './settle.ts';
import { sendTemplateNotice } from './template-notice.ts';

export interface DeliverPorts {
  dispatches: DispatchStore;
  invocations: ContentReader;
  sender: Sender;
  effects: TargetEffects;
  counters: ErrorCounter;
  plans: Plans;
  renderer: Renderer;
  notices: NoticeStore;
  clock: Clock;
  random: () => number;
  appUrl: string;
}

/** What becomes of the lane's message: it is done with, or it stays and blocks its lane for a while. */
export type LaneVerdict = { kind: 'done' } | { kind: 'keep'; afterSeconds: number };

const DONE: LaneVerdict = { kind: 'done' };

/** How often a message for a disabled target looks whether the target takes messages again. */
const HOLD_SECONDS = 900;

/** A dispatch whose lane message got lost comes back from the due index this long after its planned attempt. */
const GUARD_SECONDS = 900;

/**
 * Works off one message of a lane. Safe to repeat: a dispatch that is decided, or that has moved on to a later
 * generation, is left alone, so that lost, doubled and reordered messages do no harm.
 * @param receives how often the queue has handed out this very message, this time included.
 */
export const deliver = async (message: LaneMessage, receives: number, ports: DeliverPorts): Promise<LaneVerdict> => {
  const { summary, dispatch: known, target, webhook } = await ports.dispatches.facts(message);
  if (!summary || !webhook) return DONE; // Deleted meanwhile, and with it whoever could look at the result.

  const dispatch =
    known ?? newDispatch(summary, message.targetId, { name: target?.name ?? '', kind: target?.kind ?? '' });
  if (message.generation < dispatch.generation) return DONE;
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await ports.dispatches.repeatState(dispatch);
    return DONE;
  }
  const early = earlySeconds(dispatch, ports.clock());
  if (early > MAX_LANE_WAIT_SECONDS) return DONE; // The due index brings it back in time.
  if (early > 0) return { kind: 'keep', afterSeconds: early };

  const settled = await attempt({ dispatch, summary, target, webhook, receives }, ports);
  await save(settled, ports);
  return settled.next.kind === 'lane' ? { kind: 'keep', afterSeconds: settled.next.afterSeconds } : DONE;
};

interface AttemptFacts {
  dispatch: Dispatch;
  summary: InvocationSummary;
  target: Target | undefined;
  webhook: Webhook;
  receives: number;
}

const attempt = async (facts: AttemptFacts, ports: DeliverPorts): Promise<Settled> => {
  const { summary, target, webhook, receives } = facts;
  const plan = ports.plans[summary.plan];
  const startedAt = ports.clock();
  const unavailable = targetUnavailable(facts.dispatch, target, plan, startedAt);
  if (unavailable) return unavailable;
  if (!target) return giveUp(facts.dispatch, 'The target was deleted.');

  const dispatch: Dispatch = { ...facts.dispatch, target: { name: target.name, kind: target.kind } };
  const settleFacts = (now: Date) => ({
    plan,
    now,
    durationMs: now.getTime() - startedAt.getTime(),
    receives,
    random: ports.random(),
  });

  const text = await messageText(dispatch, summary, webhook, ports);
  if ('problem' in text) {
    if (text.isTemplateError) await sendTemplateNotice(text.problem, { dispatch, webhook, target }, ports);
    return settle({ kind: 'fail_message', reason: text.problem }, dispatch, settleFacts(ports.clock()));
  }

  const sent = await sendParts(text.value, { dispatch, webhook, target }, ports);
  const rendered: Dispatch = { ...dispatch, renderedMessage: text.value, partsDone: sent.partsDone, note: sent.note };
  const settled = settle(sent.outcome, rendered, settleFacts(ports.clock()));
  report(settled, sent.outcome, target);
  return settled;
};

/** Settles a dispatch whose target takes no messages: disabled holds, everything else is final. */
const targetUnavailable = (
  dispatch: Dispatch,
  target: Target | undefined,
  plan: Plan,
  now: Date,
): Settled | undefined => {
  switch (target?.status) {
    case 'active':
      return undefined;
    case undefined:
    case 'deleted':
      return giveUp(
        dispatch,
        'The target was deleted before the message could be delivered.',
        'The target was deleted afterwards.',
      );
    case 'created':
    case 'pending':
      return giveUp(dispatch, 'The target is not activated yet. Finish its set-up, then send the invocation again.');
    case 'inactive':
      return giveUp(
        dispatch,
        `The target is inactive. ${target.statusReason} Then reactivate it and send the invocation again.`,
      );
    case 'disabled': {
      const until = secondsAfter(now, HOLD_SECONDS);
      const heldSeconds = (until.getTime() - new Date(dispatch.dispatchedAt).getTime()) / 1000;
      return heldSeconds > retrySpanSeconds(plan)
        ? giveUp(dispatch, 'The target stayed disabled for longer than your plan keeps messages waiting.')
        : hold(dispatch, 'The target is disabled by its owner. Enable it and the message goes out.', until);
    }
  }
};

/** How long a plan keeps trying, in seconds. */
const retrySpanSeconds = ({ retry }: Plan): number =>
  retry.parkedAfterDays !== null
    ? retry.parkedAfterDays * 86_400
    : retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0);

type Text = { value: string } | { problem: string; isTemplateError: boolean };

/** The text to send. A message of which parts are already out goes on with the very text that was begun. */
const messageText = async (
  dispatch: Dispatch,
  summary: InvocationSummary,
  webhook: Webhook,
  ports: DeliverPorts,
): Promise<Text> => {
  if (dispatch.partsDone > 0) return { value: dispatch.renderedMessage };
  const content = await ports.invocations.content(summary.userId, summary.id);
  if (!content) return { problem: 'The stored call is gone, so there is nothing to send.', isTemplateError: false };
  const composed = await composeText(webhook, summary, content, ports.renderer);
  if ('templateError' in composed) return { problem: composed.templateError, isTemplateError: true };
  if (composed.text.trim() === '') return { problem: 'The message is empty', isTemplateError: false };
  return { value: composed.text };
};

const save = async ({ dispatch, next }: Settled, ports: DeliverPorts): Promise<void> => {
  const dueAt =
    next.kind === 'due'
      ? next.at
      : next.kind === 'lane'
        ? secondsAfter(ports.clock(), next.afterSeconds + GUARD_SECONDS)
        : undefined;
  await ports.dispatches.save(dispatch, dueAt);
  if (next.kind === 'final' && dispatch.state === 'error')
    await ports.counters.countError(dispatch.userId, dispatch.webhookId, ports.clock());
};

/** Whole seconds until the planned attempt; 0 when it is due. */
const earlySeconds = (dispatch: Dispatch, now: Date): number =>
  dispatch.nextAttemptAt
    ? Math.max(0, Math.ceil((new Date(dispatch.nextAttemptAt).getTime() - now.getTime()) / 1000))
    : 0;

const report = ({ dispatch, next }: Settled, outcome: Outcome, target: Target): void => {
  const fields = {
    userId: dispatch.userId,
    dispatchId: dispatchId(dispatch.invocationId, dispatch.targetId),
    kind: target.kind,
    outcome: outcome.kind,
    attempt: dispatch.attemptCount,
    ...(dispatch.nextAttemptAt && { nextAttemptAt: dispatch.nextAttemptAt }),
  };
  if (outcome.kind === 'ok') log.info('message delivered', fields);
  else
    log.warn(next.kind === 'final' ? 'message failed' : 'message waits for another attempt', {
      ...fields,
      reason: outcome.reason,
    });
};
