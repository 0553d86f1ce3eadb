import type { FollowHow } from '#contract/states';
import { type Dispatch, isExtra, isFirstCycle } from '../../model/dispatch.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { LaneState } from '../../model/lane.ts';
import type { MatterId, MatterMessage } from '../../model/matter.ts';
import type { Delivery, FollowedMessage, Lost, Message, Paced } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import type { Sender } from '../../model/target-ports.ts';
import type { Watch } from '../../model/watch.ts';
import type { Webhook } from '../../model/webhook.ts';
import { calledAt } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { SendWhole } from '../../targets/send-parts.ts';
import type { Subject } from '../../templates/subject/subject.ts';
import { type Abilities, type Decision, follow, statusLine } from '../follow.ts';
import type { DeliveryPorts } from '../ports.ts';
import { acknowledgedLine } from '../watch.ts';
import { withinLimit, withLine, withMark } from './matter-line.ts';

interface Following {
  dispatch: Dispatch;
  summary: InvocationSummary;
  webhook: Webhook;
  lane: LaneState;
  subject: Subject | undefined;
  watch?: Watch | undefined;
}

type FollowPorts = Pick<DeliveryPorts, 'matters' | 'sender' | 'clock'>;

/** A call's message on its way to a target, with what is known about its matter there. */
interface Job extends Pick<Following, 'webhook' | 'watch'> {
  id: MatterId;
  message: Message;
  target: Target;
  abilities: Abilities;
  follows: ReturnType<Sender['followsOf']>;
  /** The earlier message about the matter, if it is in the target's present chat. */
  earlier: MatterMessage | undefined;
  decision: Decision;
}

/** Maximum length of a provider's id of a message; a longer one is not kept. */
const MAX_REF = 300;

/** True if a provider's id of a message can be stored. */
export const isKept = (ref: string | undefined): ref is string =>
  ref !== undefined && ref !== '' && ref.length <= MAX_REF;

/**
 * Returns the function that sends a call's message as a follow-up of the earlier one about the same matter. Returns
 * undefined if each call is a new message: without the setting or a key, for a resend, and for an extra message.
 *
 * The matter is stored after the message was sent. A crash in between repeats the attempt. A repeated update is
 * harmless. A reply or a new message can arrive twice, but none is lost.
 */
export const followUp = (
  { dispatch, summary, webhook, lane, subject, watch }: Following,
  ports: FollowPorts,
): SendWhole | undefined => {
  const { follow: choice } = webhook;
  const key = subject?.key;
  if (choice === 'off' || !subject || !key || isExtra(dispatch) || !isFirstCycle(dispatch, summary)) return undefined;
  const id: MatterId = { userId: webhook.userId, webhookId: webhook.id, targetId: dispatch.targetId, key };
  const call = dispatch.invocationId;
  const facts = { ...subject, call, at: calledAt(call) };

  return async (message, target, maySend) => {
    const follows = ports.sender.followsOf(target.kind);
    const abilities = {
      update: choice !== 'reply' && follows.includes('update'),
      reply: choice !== 'update' && follows.includes('reply'),
    };
    const known = await ports.matters.get(id);
    // Earlier messages are in the chat that the target had when they were sent.
    const earlier = known && known.place === ports.sender.chatOf(target) ? known : undefined;
    // Without the provider's id of the earlier message, this call's message is new, but its matter continues.
    const can = earlier?.ref === '' ? { update: false, reply: false } : abilities;
    const decided = follow(earlier, facts, can, ports.clock());
    // In a lane that is not flowing, this message probes the target, so it has to be sent.
    const isProbe = decided.how === 'counted' && !decided.isDone && lane.mode !== 'flowing';
    const decision: Decision = isProbe ? { ...decided, how: 'reply' } : decided;
    return sendSteps({ webhook, watch, id, message, target, abilities, follows, earlier, decision }, maySend, ports);
  };
};

type Step = 'update' | 'reply' | 'new';

/**
 * Sends the requests of a follow-up: one, or a reply after an update, or a new message if the earlier one cannot be
 * followed up. If the rate limit delays the second request, or if it fails, the next attempt begins with it.
 */
const sendSteps = async (
  job: Job,
  maySend: (isFirst: boolean) => Promise<number>,
  ports: FollowPorts,
): Promise<Delivery | Paced> => {
  const { decision, earlier } = job;
  const { how } = decision;
  if (decision.isDone) return { kind: 'ok', how, wasSent: false };
  if (how === 'counted' && earlier) return remember(job, how, { kind: 'ok', wasSent: false, ref: earlier.ref }, ports);
  let { owed } = decision;
  const rememberOwed = async () => {
    if (owed && earlier && decision.next)
      await store(job.id, { ...earlier, ...decision.next, saidAt: earlier.saidAt, owed }, ports);
  };
  for (let step = firstStep(decision, earlier), isFirst = true; ; isFirst = false) {
    const combined = step === 'update' ? undefined : await intoDigest(step, job, ports);
    if (combined) return combined;
    const seconds = await maySend(isFirst);
    if (seconds > 0) {
      if (!isFirst) await rememberOwed();
      return { kind: 'paced', seconds };
    }
    const delivery = step === 'new' || !earlier ? await sendNew(job, ports) : await ask(step, job, earlier, ports);
    if (delivery.kind === 'lost') {
      owed = delivery.why;
      step = 'new';
    } else if (step === 'update' && delivery.kind === 'ok' && how === 'update-and-reply') {
      owed = 'reply';
      step = 'reply';
    } else {
      if (!isFirst && delivery.kind !== 'ok') await rememberOwed();
      const note = step === 'new' && owed && owed !== 'reply' && delivery.kind === 'ok' ? { note: NOTES[owed] } : {};
      return remember(job, step === 'new' ? 'new' : how, { ...delivery, ...note }, ports);
    }
  }
};

/**
 * Keeps a message for a digest. The first message of a matter does not make it known, so the next call is a new message,
 * too. Updates of a known matter go only into the digests of the plan's limit.
 */
const intoDigest = async (step: Step, job: Job, ports: FollowPorts): Promise<Delivery | undefined> => {
  const { message, target, earlier, abilities, decision } = job;
  const isNews = earlier !== undefined && (abilities.update || abilities.reply);
  const { digest: _limit, ...limitless } = message;
  const combined = await ports.sender.intoDigest(isNews ? limitless : message, target);
  if (!combined || step === 'new' || !earlier) return combined;
  return remember(job, decision.how, { ...combined, ref: earlier.ref }, ports);
};

const firstStep = ({ how, owed }: Decision, earlier: MatterMessage | undefined): Step => {
  if (!earlier || how === 'new' || owed === 'gone' || owed === 'refused') return 'new';
  return how === 'reply' || owed === 'reply' ? 'reply' : 'update';
};

const NOTES = {
  gone: 'The earlier message no longer exists, so this is a new one',
  refused: 'The provider refused to change the earlier message, so this is a new one',
};

/** Changes the earlier message or replies to it, with a line about the matter. */
const ask = async (
  how: FollowedMessage['how'],
  { message, target, webhook, watch, decision }: Job,
  earlier: MatterMessage,
  ports: FollowPorts,
): Promise<Delivery | Lost> => {
  const status = decision.next && statusLine(decision.next, webhook.timeZone);
  const done = watch?.acknowledged;
  const told = done && acknowledgedLine(done, new Date(watch.startedAt), webhook.timeZone);
  const line = [status, told].filter(Boolean).join(' · ') || undefined;
  // A reply appears below the earlier message, which has the link.
  const lined = withLine(message, line, how === 'reply' ? undefined : earlier.link);
  const sent = await withinLimit(lined, message, target, ports);
  const delivery = await ports.sender.follow(sent, { ref: earlier.ref, how }, target);
  return delivery.kind === 'lost' ? delivery : { ...delivery, ref: earlier.ref };
};

const sendNew = async (
  { id, message, target, abilities, follows, earlier, decision }: Job,
  ports: FollowPorts,
): Promise<Delivery> => {
  const canFollow = abilities.update || abilities.reply;
  const isLater = earlier !== undefined && decision.next !== undefined && decision.next.count > 1;
  const isUnlinked = follows.length === 0 || earlier?.ref === '';
  const marked = isLater && isUnlinked ? await withinLimit(withMark(message), message, target, ports) : message;
  const delivery = await ports.sender.send(
    { ...marked, follows: { ref: earlier?.ref || undefined, key: id.key } },
    target,
  );
  // A program learns the first message of a matter. Other follow-ups concern the latest new one.
  const first = follows.includes('data') ? earlier?.ref : undefined;
  return { ...delivery, ref: first ?? delivery.ref ?? (canFollow ? '' : message.id) };
};

/** Stores the matter after a delivery. */
const remember = async (
  { id, target, decision: { next } }: Job,
  how: FollowHow,
  { options = target.options, ref = '', ...delivery }: Delivery,
  ports: FollowPorts,
): Promise<Delivery> => {
  if (delivery.kind === 'ok' && next) {
    const isLoud = how !== 'update' && how !== 'counted';
    const saidAt = isLoud ? ports.clock().toISOString() : next.saidAt;
    const place = ports.sender.chatOf({ ...target, options });
    await store(id, { ...next, lastHow: how, saidAt, ref: isKept(ref) ? ref : '', place }, ports);
  }
  return { ...delivery, ref, ...(options !== target.options && { options }), how };
};

/** The message was sent, so an error must not send it again. The next call then follows an older state. */
const store = async (id: MatterId, message: MatterMessage, { matters }: FollowPorts): Promise<void> => {
  try {
    await matters.put(id, message);
  } catch (error) {
    log.error('matter not stored', { userId: id.userId, webhookId: id.webhookId, targetId: id.targetId }, error);
  }
};
