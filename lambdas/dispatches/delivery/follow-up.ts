import type { FollowHow } from '#contract/states';
import type { Dispatch } from '../../model/dispatch.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { LaneState } from '../../model/lane.ts';
import type { Matter, MatterId, MatterMessage, MatterStore } from '../../model/matter.ts';
import type { Delivery, FollowedMessage, Message } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import type { Sender } from '../../model/target-ports.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Clock } from '../../platform/clock.ts';
import { calledAt } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { FollowedDelivery } from '../../targets/send-parts.ts';
import { plainOf } from '../../templates/rich/plain.ts';
import type { RichMessage } from '../../templates/rich/tree.ts';
import type { Subject } from '../../templates/subject/subject.ts';
import { units } from '../../templates/units.ts';
import { follow, statusLine } from '../follow.ts';

interface Following {
  dispatch: Dispatch;
  summary: InvocationSummary;
  webhook: Webhook;
  lane: LaneState;
  subject: Subject | undefined;
}

type FollowPorts = { matters: MatterStore; sender: Sender; clock: Clock };

/** Maximum length of a provider's id of a message; a longer one is not kept. */
const MAX_REF = 300;

/**
 * Returns the function that sends a call's message as a follow-up of the earlier one about the same matter. Returns
 * undefined if each call is a new message: without the setting or a key, for a resend, and for a fallback.
 *
 * The matter is stored after the message was sent. A crash in between repeats the attempt. A repeated update is
 * harmless. A reply or a new message can arrive twice, but none is lost.
 * @param awaitPace waits for the target's rate limit before a second request
 */
export const followUp = (
  { dispatch, summary, webhook, lane, subject }: Following,
  awaitPace: () => Promise<unknown>,
  ports: FollowPorts,
): ((message: Message, target: Target) => Promise<FollowedDelivery>) | undefined => {
  const { follow: choice } = webhook;
  const key = subject?.key;
  const isFirstCycle = dispatch.cycle.startedAt === (summary.releasedAt ?? summary.invokedAt);
  if (choice === 'off' || !subject || !key || dispatch.fallbackFor || !isFirstCycle) return undefined;
  const { sender, clock } = ports;
  const id: MatterId = { userId: webhook.userId, webhookId: webhook.id, targetId: dispatch.targetId, key };
  const call = dispatch.invocationId;
  const said = { ...subject, call, at: calledAt(call) };

  return async (message, target) => {
    const follows = sender.followsOf(target.kind);
    const abilities = {
      update: choice !== 'reply' && follows.includes('update'),
      reply: choice !== 'update' && follows.includes('reply'),
    };
    const known = await ports.matters.get(id);
    // Earlier messages are in the chat that the target had when they were sent.
    const earlier = known && known.ref !== '' && known.place === sender.placeOf(target) ? known : undefined;
    const decision = follow(earlier, said, abilities, clock());
    if (decision.isDone) return { kind: 'ok', how: decision.how, isAsked: false };
    // In a lane that is not flowing, this message probes the target, so it has to be sent.
    const how = decision.how === 'counted' && lane.mode !== 'flowing' ? 'reply' : decision.how;

    const remember = async (
      done: FollowHow,
      ref: string,
      { options = target.options, ...delivery }: Delivery,
      isAsked = true,
    ): Promise<FollowedDelivery> => {
      const { next } = decision;
      const isLoud = done !== 'update' && done !== 'counted';
      if (delivery.kind === 'ok' && next) {
        const place = sender.placeOf({ ...target, options });
        const saidAt = isLoud ? clock().toISOString() : next.saidAt;
        await store(id, { ...next, lastHow: done, saidAt, ref: ref.length <= MAX_REF ? ref : '', place }, ports);
      }
      return { ...delivery, ...(options !== target.options && { options }), how: done, isAsked };
    };
    const sendNew = async (note?: string): Promise<FollowedDelivery> => {
      const canFollow = abilities.update || abilities.reply;
      const isLater = earlier !== undefined && decision.next !== undefined && decision.next.count > 1;
      const marked = isLater && !canFollow && follows.length === 0 ? withinLimit(withMark, message) : message;
      const delivery = await sender.send({ ...(await marked), follows: { ref: earlier?.ref, key } }, target);
      // A program learns the first message of a matter. Other follow-ups concern the latest new one.
      const first = follows.includes('data') ? earlier?.ref : undefined;
      const ref = first ?? delivery.ref ?? (canFollow ? '' : message.id);
      return remember('new', ref, note && delivery.kind === 'ok' ? { ...delivery, note } : delivery);
    };
    const withinLimit = async (change: (it: Message) => Message, it: Message): Promise<Message> => {
      const changed = change(it);
      return (await fits(changed, target, sender)) ? changed : it;
    };

    if (how === 'counted') return remember(how, earlier?.ref ?? '', { kind: 'ok' }, false);
    if (how === 'new' || !earlier) return sendNew();
    const { ref } = earlier;
    const ask = (asked: Message, way: FollowedMessage['how']) => sender.follow(asked, { ref, how: way }, target);
    if (how !== 'reply') {
      const line = decision.next && statusLine(decision.next, webhook.timeZone);
      const updated = await ask(await withinLimit((it) => withLine(it, line, earlier), message), 'update');
      if (updated.kind === 'lost') return sendNew(NOTES[updated.why]);
      if (updated.kind !== 'ok' || how === 'update') return remember(how, ref, updated);
      await awaitPace();
    }
    const replied = await ask(message, 'reply');
    return replied.kind === 'lost' ? sendNew(NOTES[replied.why]) : remember(how, ref, replied);
  };
};

const NOTES = {
  gone: 'The earlier message no longer exists, so this is a new one',
  refused: 'The provider refused to change the earlier message, so this is a new one',
};

/** The message was sent, so an error must not send it again. The next call then follows an older state. */
const store = async (id: MatterId, message: MatterMessage, { matters }: FollowPorts): Promise<void> => {
  try {
    await matters.put(id, message);
  } catch (error) {
    log.error('matter not stored', { userId: id.userId, webhookId: id.webhookId, targetId: id.targetId }, error);
  }
};

const fits = async ({ text, rich }: Message, { kind, options }: Target, sender: Sender): Promise<boolean> => {
  const limit = sender.limitOf(kind, options);
  if (!limit) return true;
  if (rich) return (await sender.richFitOf(kind, options))?.(rich) ?? true;
  return units[limit.counted](text) <= limit.max;
};

/** Adds the line about the matter, and the link of an earlier call if this one has none. */
const withLine = (message: Message, line: string | undefined, { link }: Matter): Message => {
  const { rich, text, subject } = message;
  const isMissing = link !== undefined && subject?.link === undefined && !(rich ? rich.link : text.includes(link));
  if (!rich) return { ...message, text: [text, ...(line ? [line] : []), ...(isMissing ? [link] : [])].join('\n') };
  // A message without a title has no place for its link but the line.
  const isInLine = isMissing && !rich.title;
  const lineRun = line && { text: line, italic: true as const, ...(isInLine && { link }) };
  const lined: RichMessage = {
    ...rich,
    ...(isMissing && rich.title && { link }),
    blocks: [...rich.blocks, ...(lineRun ? [{ kind: 'paragraph' as const, runs: [lineRun] }] : [])],
  };
  return { ...message, rich: lined, text: plainOf(lined) };
};

const MARK = 'Update: ';

/** Begins the title of a new message about a known matter, where a target can do no better. */
const withMark = (message: Message): Message => {
  const { rich } = message;
  if (!rich?.title) return { ...message, text: MARK + message.text, ...(rich && { rich }) };
  const marked: RichMessage = { ...rich, title: [{ text: MARK }, ...rich.title] };
  return { ...message, rich: marked, text: plainOf(marked) };
};
