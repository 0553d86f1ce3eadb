import type { DispatchCode } from '#contract/codes';
import type { FollowHow } from '#contract/states';
import { type NoticeOutbox, refusedNotice } from '../mail/owner-notice.ts';
import type { Delivery, Message, Paced } from '../model/message.ts';
import type { PlanName } from '../model/plans.ts';
import type { Target } from '../model/target.ts';
import type { Sender, TargetEffects } from '../model/target-ports.ts';
import type { Webhook } from '../model/webhook.ts';
import type { Clock } from '../platform/clock.ts';
import { dispatchId, messageId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';
import { plainOf } from '../templates/rich/plain.ts';
import { splitRich } from '../templates/rich/split-rich.ts';
import type { RichMessage } from '../templates/rich/tree.ts';
import { splitMessage } from '../templates/split-message.ts';
import type { Subject } from '../templates/subject/subject.ts';
import { units } from '../templates/units.ts';
import { acknowledgeLine, withButton } from './acknowledge-button.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

interface SentParts {
  outcome: Outcome | Paced;
  /** Number of parts that the provider has accepted, including those of earlier attempts. */
  partsDone: number;
  note: string;
  /** The first note of any part. */
  noteCode: DispatchCode | undefined;
  /** The message's effect; unset for a new message that cannot be followed up. */
  how?: FollowHow;
  /** The provider's id of a message in one part. */
  ref?: string | undefined;
}

interface Sending {
  dispatch: { invocationId: string; targetId: number; partsDone: number };
  webhook: Webhook;
  target: Target;
  plan: PlanName;
  hops?: number | undefined;
  facts?: Subject | undefined;
  rich?: { subject?: Subject | undefined; message?: RichMessage | undefined } | undefined;
  lead?: string | undefined;
  digest?: Message['digest'];
  /** The link to acknowledge the message. Its length is reserved in any case, so the parts stay the same. */
  acknowledge?: { url: string; isShown: boolean } | undefined;
}

type PartsPorts = {
  sender: Sender;
  circuitBreaker: CircuitBreaker;
  effects: TargetEffects;
  clock: Clock;
  appUrl: string;
  outbox: NoticeOutbox;
};

/** Resolves to 0 if a request can be sent now, otherwise to the seconds to wait. */
type MaySend = (isFirst: boolean) => Promise<number>;

/** Sends a whole message, and calls `maySend` before each of its requests. */
export type SendWhole = (message: Message, destination: Target, maySend: MaySend) => Promise<Delivery | Paced>;

/**
 * Sends the remaining parts of a text in order, until one fails or the rate limit requires a pause. Progress is stored
 * after each part, so a crash repeats one part at most.
 * @param between `sendWhole` sends a message in one part instead of the sender; `progress` stores the progress after
 * each part but the last
 */
export const sendParts = async (
  text: string,
  { dispatch, webhook, target, plan, hops, facts, rich, lead, digest, acknowledge }: Sending,
  ports: PartsPorts,
  between: {
    maySend: MaySend;
    sendWhole?: SendWhole | undefined;
    progress(partsDone: number): Promise<void>;
  },
): Promise<SentParts> => {
  const { maySend, sendWhole, progress } = between;
  const link = acknowledge && hasRoom(acknowledge.url, target, ports.sender) ? acknowledge.url : undefined;
  const { parts, truncated } = await cut(text, rich?.message, webhook.splitMessage, target, ports.sender, link);
  const messagePart = (index: number): Message => ({
    ...(parts[index] as (typeof parts)[number]),
    id: messageId(dispatchId(dispatch.invocationId, dispatch.targetId), index + 1),
    part: index + 1,
    parts: parts.length,
    webhookName: webhook.name,
    link: `${ports.appUrl}/webhooks/${webhook.id}?inv=${dispatch.invocationId}`,
    plan,
    ...(hops !== undefined && { hops }),
    ...(facts && { facts }),
    ...(rich?.subject && { subject: rich.subject }),
    ...(lead !== undefined && { lead }),
    ...(digest && { digest }),
    ...(link !== undefined && acknowledge?.isShown && index + 1 === parts.length && { acknowledge: link }),
  });
  const notes = new Set<string>();
  let noteCode: DispatchCode | undefined = truncated ? 'message-cut' : undefined;
  if (truncated) notes.add('The text was too long for the target, so it was cut.');
  if (parts.length > 1) notes.add(`Sent in ${parts.length} parts.`);
  const result = (outcome: SentParts['outcome'], partsDone: number): SentParts => ({
    outcome,
    partsDone,
    note: [...notes].join(' '),
    noteCode,
    ...(how && { how }),
    ...(parts.length === 1 && { ref: sentRef }),
  });

  let startedAt = ports.clock();
  const claim: MaySend = async (isFirst) => {
    const seconds = await maySend(isFirst);
    startedAt = ports.clock();
    return seconds;
  };
  const sendPart = async (message: Message, to: Target, isFirst: boolean): Promise<Delivery | Paced> => {
    if (sendWhole && parts.length === 1 && !truncated) return sendWhole(message, to, claim);
    // The limit is checked before the rate limit, so a storm does not wait for requests that it does not make.
    const combined = message.part === 1 ? await ports.sender.intoDigest(message, to) : undefined;
    if (combined) return combined;
    const seconds = await claim(isFirst);
    return seconds > 0 ? { kind: 'paced', seconds } : ports.sender.send(message, to);
  };
  let how: FollowHow | undefined;
  let sentRef: string | undefined;
  let destination = target;
  const first = Math.min(dispatch.partsDone, parts.length);
  for (let index = first; index < parts.length; index++) {
    const delivery = await sendPart(messagePart(index), destination, index === first);
    if (delivery.kind === 'paced') return result(delivery, index);
    const { options, ref, how: followed, ...answer } = delivery;
    ports.circuitBreaker.record(ports.sender.providerOf(target), answer, startedAt);
    if (options || answer.kind === 'fail_target')
      await notifyAndApply(destination, { ...answer, ...(options && { options }) }, ports);
    if (options) destination = { ...destination, options };
    how = followed;
    sentRef = ref;
    if (how === 'digest') {
      notes.clear();
      noteCode = undefined;
    }
    if (answer.kind !== 'ok') return result(answer, index);
    if (answer.note) notes.add(answer.note);
    noteCode ??= answer.noteCode;
    if (how === 'digest') break;
    if (index + 1 < parts.length) await progress(index + 1);
  }
  return result({ kind: 'ok' }, parts.length);
};

/**
 * Applies a delivery's effect to its target, and notifies the owner if it becomes inactive. A failure is only logged,
 * because the next message will have the same effect.
 */
export const notifyAndApply = async (
  target: Target,
  delivery: Delivery,
  ports: Pick<PartsPorts, 'effects' | 'outbox' | 'clock'>,
): Promise<void> => {
  try {
    // Save the notice first. Once the target is inactive, no further message can trigger it.
    if (delivery.kind === 'fail_target') await ports.outbox.put(refusedNotice(target, delivery.reason), ports.clock());
    await ports.effects.apply(target, delivery);
  } catch (error) {
    log.error('target not changed', { userId: target.userId, targetId: target.id }, error);
  }
};

/** True if a link leaves at least half of a target's limit to the message. */
const hasRoom = (link: string, { kind, options }: Target, sender: Sender): boolean => {
  const limit = sender.limitOf(kind, options);
  return !limit || units[limit.counted](acknowledgeLine(link)) <= limit.max / 2;
};

/** Cuts a message to its target's limit, with space for the link. */
const cut = async (
  text: string,
  rich: RichMessage | undefined,
  split: boolean,
  { kind, options }: Target,
  sender: Sender,
  link?: string,
): Promise<{ parts: Pick<Message, 'text' | 'rich'>[]; truncated: boolean }> => {
  if (rich) {
    const fitsAlone = (await sender.richFitOf(kind, options)) ?? (() => true);
    const fits = (part: RichMessage) => fitsAlone(link === undefined ? part : withButton(part, link));
    const { parts, truncated } = splitRich(rich, { fits, split });
    return { parts: parts.map((part) => ({ text: plainOf(part), rich: part })), truncated };
  }
  const limit = sender.limitOf(kind, options);
  if (!limit) return { parts: [{ text }], truncated: false };
  const cost = units[limit.counted];
  const max = limit.max - (link === undefined ? 0 : cost(acknowledgeLine(link)));
  const { parts, truncated } = splitMessage(text, { max, cost, split });
  return { parts: parts.map((part) => ({ text: part })), truncated };
};
