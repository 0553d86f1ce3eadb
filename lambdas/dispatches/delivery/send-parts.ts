import type { DispatchCode } from '#contract/codes';
import { type NoticeOutbox, refusedNotice } from '../../notices/owner-notice.ts';
import type { Outcome } from '../../outbound/outcome.ts';
import type { PlanName } from '../../plans/plans.ts';
import type { Clock } from '../../platform/clock.ts';
import { dispatchId, messageId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Target } from '../../targets/target.ts';
import type { Delivery, Message } from '../../targets/target-kind.ts';
import { splitMessage } from '../../templates/split-message.ts';
import { units } from '../../templates/units.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Sender, TargetEffects } from '../ports.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

interface SentParts {
  /** The outcome of the latest part. */
  outcome: Outcome;
  /** Parts that the provider has, those of earlier attempts included. */
  partsDone: number;
  note: string;
  /** Of the first note that has one. */
  noteCode: DispatchCode | undefined;
  /** Seconds after which the remaining parts go on, when the rate limit or the function's time ends this attempt. */
  pausedSeconds?: number;
}

interface PartsPorts {
  sender: Sender;
  circuitBreaker: CircuitBreaker;
  effects: TargetEffects;
  outbox: NoticeOutbox;
  clock: Clock;
  appUrl: string;
  /** Called right before each part: 0 = send it, else the seconds to wait. */
  maySend(isFirst: boolean): Promise<number>;
  /** Stores the progress after each part but the last. */
  progress(partsDone: number): Promise<void>;
}

/**
 * Sends the remaining parts of a text in order, until one fails or the rate limit asks for a pause. Progress is stored after each part,
 * so that a crash repeats one part at most.
 */
export const sendParts = async (
  text: string,
  {
    dispatch,
    webhook,
    target,
    plan,
    hops,
  }: { dispatch: Dispatch; webhook: Webhook; target: Target; plan: PlanName; hops?: number | undefined },
  ports: PartsPorts,
): Promise<SentParts> => {
  const { parts, truncated } = cut(text, webhook.splitMessage, target.kind, ports.sender);
  const messagePart = (index: number): Message => ({
    text: parts[index] as string,
    id: messageId(dispatchId(dispatch.invocationId, dispatch.targetId), index + 1),
    part: index + 1,
    parts: parts.length,
    webhookName: webhook.name,
    link: `${ports.appUrl}/webhooks/${webhook.id}?inv=${dispatch.invocationId}`,
    plan,
    ...(hops !== undefined && { hops }),
  });
  const notes = new Set<string>();
  let noteCode: DispatchCode | undefined = truncated ? 'message-cut' : undefined;
  if (truncated) notes.add('The text was longer than the target takes and was cut.');
  if (parts.length > 1) notes.add(`Sent in ${parts.length} parts.`);
  const result = (outcome: Outcome, partsDone: number): SentParts => ({
    outcome,
    partsDone,
    note: [...notes].join(' '),
    noteCode,
  });

  let destination = target;
  const first = Math.min(dispatch.partsDone, parts.length);
  for (let index = first; index < parts.length; index++) {
    const pausedSeconds = await ports.maySend(index === first);
    if (pausedSeconds > 0) return { ...result({ kind: 'ok' }, index), pausedSeconds };
    const startedAt = ports.clock();
    const { options, ...answer } = await ports.sender.send(messagePart(index), destination);
    ports.circuitBreaker.record(ports.sender.providerOf(target), answer, startedAt);
    if (options || answer.kind === 'fail_target')
      await applyEffect(destination, { ...answer, ...(options && { options }) }, ports);
    if (options) destination = { ...destination, options };
    if (answer.kind !== 'ok') return result(answer, index);
    if (answer.note) notes.add(answer.note);
    noteCode ??= answer.noteCode;
    if (index + 1 < parts.length) await ports.progress(index + 1);
  }
  return result({ kind: 'ok' }, parts.length);
};

/** A failure here does not undo the delivery: the next message gets the same answer. */
const applyEffect = async (target: Target, delivery: Delivery, ports: PartsPorts): Promise<void> => {
  try {
    // The notice first: once the target is inactive nothing is sent to it that could bring the notice up again.
    if (delivery.kind === 'fail_target') await ports.outbox.put(refusedNotice(target, delivery.reason), ports.clock());
    await ports.effects.apply(target, delivery);
  } catch (error) {
    log.error('target not changed', { userId: target.userId, targetId: target.id }, error);
  }
};

const cut = (text: string, split: boolean, kind: string, sender: Sender): { parts: string[]; truncated: boolean } => {
  const limit = sender.limitOf(kind);
  return limit
    ? splitMessage(text, { max: limit.max, cost: units[limit.counted], split })
    : { parts: [text], truncated: false };
};
