import { type Dispatch, isFinal } from '../../model/dispatch.ts';
import type { Pacing, Receipt } from '../../model/dispatch-ports.ts';
import type { EndMessage } from '../../model/lane-message.ts';
import type { FollowUp, MatterMessage } from '../../model/matter.ts';
import type { Message } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import type { Watch } from '../../model/watch.ts';
import type { Webhook } from '../../model/webhook.ts';
import { calledAt, dispatchId, messageId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { isTransient, retryAfterSeconds } from '../../platform/outbound/outcome.ts';
import { statusLine } from '../follow.ts';
import type { DeliveryPorts } from '../ports.ts';
import { acknowledgedLine, resolvedLine } from '../watch.ts';
import { withLine } from './matter-line.ts';

/** Requests for one change. After that, the copy stays as it is, because other messages wait behind it. */
const MAX_TRIES = 3;
const AGAIN_SECONDS = 5;

type ShowEndPorts = Pick<
  DeliveryPorts,
  'clock' | 'appUrl' | 'dispatches' | 'matters' | 'watches' | 'sender' | 'circuitBreaker' | 'pace'
>;

/**
 * Shows the end of a watch in one target's copy of a call's message: who acknowledged the call, or that its matter is
 * resolved. An acknowledgement changes the message if the kind can do that, and is a reply otherwise. A resolution does
 * both, so the people whom a step has notified hear of it. Where a kind can do neither, the target of a step gets one
 * new message, and other targets get nothing. A target that fails gets nothing. Each lane message makes at most one
 * request each time it is received. A message behind a waiting one is received without a request, so requests are counted
 * in the copy.
 */
export const showEnd = async (
  message: EndMessage,
  receipt: Receipt,
  ports: ShowEndPorts,
): Promise<MessageDisposition> => {
  const { userId, webhookId, targetId } = message;
  const { dispatch, target, webhook, lane, sentAt } = await ports.dispatches.loadContext(message);
  if (!dispatch?.copy || dispatch.watch === undefined || !isFinal(dispatch)) return ACK;
  if ((dispatch.copy.tries ?? 0) >= MAX_TRIES) return ACK;
  if (!webhook || target?.status !== 'active' || lane.mode !== 'flowing') return ACK;
  const place = ports.sender.chatOf(target);
  if (dispatch.copy.place !== place) return ACK;
  const watch = await ports.watches.get({ userId, webhookId, name: dispatch.watch });
  const end = watch && endOf(watch, dispatch, webhook.timeZone);
  if (!end) return ACK;
  const known = await ports.matters.get({ userId, webhookId, targetId, keyHash: dispatch.watch });
  // Later calls may have updated the message, or sent a newer one about the matter.
  const isCurrent = known && known.ref !== '' && known.place === place && known.lastCall >= message.invocationId;
  const matter = isCurrent && !dispatch.step ? known : undefined;
  const ref = matter?.ref ?? dispatch.copy.ref;
  const follows = ref === '' ? [] : ports.sender.followsOf(target.kind);
  const how = wayOf(end.kind, follows, dispatch);
  const update = { message, webhook, target, matter, ref, end, title: watch.title };
  const content = how && (await contentOf(how, update, ports));
  if (!content) return ACK;
  const pacing = { gapSeconds: 0, queuedAt: receipt.queuedAt, sentAt };
  // A provider that does not respond is left alone, so its copies stay as they are.
  const provider = ports.sender.providerOf(target);
  if (ports.circuitBreaker.enter(provider) > 0) return ACK;
  const isLast = !(how === 'update' && repliesToo(end.kind, follows));
  return sendUpdate({ ...update, how, content, dispatch, isLast, pacing }, ports).finally(() =>
    ports.circuitBreaker.leave(provider),
  );
};

type End = { kind: 'acknowledged' | 'resolved'; line: string };

/** The end that a copy has to show; undefined if there is none, or if it is shown already. Pure. */
const endOf = (watch: Watch, { invocationId, step, copy }: Dispatch, timeZone: string): End | undefined => {
  const { acknowledged, resolvedAt, startedAt } = watch;
  if (copy?.told === 'resolved') return undefined;
  // The webhook's own targets get the call that resolves the matter.
  if (resolvedAt !== undefined)
    return step && { kind: 'resolved', line: resolvedLine(calledAt(invocationId), resolvedAt) };
  if (!acknowledged || copy?.told !== undefined) return undefined;
  return { kind: 'acknowledged', line: acknowledgedLine(acknowledged, new Date(startedAt), timeZone) };
};

type How = FollowUp | 'new';
type Follows = readonly (FollowUp | 'data')[];

const repliesToo = (end: End['kind'], follows: Follows): boolean => end === 'resolved' && follows.includes('reply');

/** The next request that shows an end; undefined if there is none. Pure. */
const wayOf = (end: End['kind'], follows: Follows, { step, copy }: Dispatch): How | undefined => {
  const isChanged = end === 'resolved' && copy?.told === 'changed';
  if (follows.includes('update') && !isChanged) return 'update';
  if (follows.includes('reply')) return 'reply';
  return step && 'new';
};

interface CopyUpdate {
  message: EndMessage;
  webhook: Webhook;
  target: Target;
  /** The matter of the target's latest message, if it is still in the target's chat. */
  matter: MatterMessage | undefined;
  ref: string;
  end: End;
  title: string;
}

type Content = Pick<Message, 'text' | 'rich' | 'subject'>;

/** Makes a request, and stores that it was made. */
const sendUpdate = async (
  request: CopyUpdate & { how: How; content: Content; dispatch: Dispatch; isLast: boolean; pacing: Pacing },
  ports: ShowEndPorts,
): Promise<MessageDisposition> => {
  const { message, webhook, target, ref, end, how, content, dispatch, isLast, pacing } = request;
  const { tries = 0, ...copy } = dispatch.copy ?? { ref, place: ports.sender.chatOf(target) };
  const done = { ...dispatch, copy: { ...copy, told: isLast ? end.kind : ('changed' as const) } };
  const askedSeconds = await ports.pace.ask(target, pacing);
  if (askedSeconds > 0) return hideFor(askedSeconds);
  const tried = { ...copy, tries: tries + 1 };
  // Stored before people are notified, so no crash and no repetition notifies them twice. Changes can be repeated.
  const saved = await ports.dispatches.saveWithoutSummary(how === 'update' ? { ...dispatch, copy: tried } : done);
  if (!saved) return hideFor(AGAIN_SECONDS);
  const paceSeconds = await ports.pace.claim(target, pacing);
  if (paceSeconds > 0) {
    await ports.dispatches.saveWithoutSummary({ ...saved, copy: dispatch.copy });
    return hideFor(paceSeconds);
  }
  const id = messageId(dispatchId(message.invocationId, target.id), 1);
  const link = `${ports.appUrl}/webhooks/${webhook.id}?inv=${message.invocationId}`;
  const sent: Message = { ...content, id: `${id}.${end.kind}`, part: 1, parts: 1, webhookName: webhook.name, link };
  const startedAt = ports.clock();
  const { send, follow } = ports.sender;
  const delivery = await (how === 'new' ? send(sent, target) : follow(sent, { ref, how }, target));
  if (delivery.kind !== 'lost') ports.circuitBreaker.record(ports.sender.providerOf(target), delivery, startedAt);
  log.info('watch end sent', {
    userId: message.userId,
    dispatchId: dispatchId(message.invocationId, target.id),
    kind: end.kind,
    outcome: delivery.kind,
  });
  // The lane waits as long as the provider asks, also after the last try.
  if (delivery.kind !== 'lost' && isTransient(delivery)) {
    if (how !== 'update') await ports.dispatches.saveWithoutSummary({ ...saved, copy: tried });
    return hideFor(Math.max(AGAIN_SECONDS, Math.ceil(retryAfterSeconds(delivery))));
  }
  // Without the earlier message, the target of a step gets a new one.
  const isLost = delivery.kind === 'lost' && dispatch.step !== undefined;
  if (isLost) await ports.dispatches.saveWithoutSummary({ ...saved, copy: { ...tried, ref: '' } });
  else if (how === 'update') await ports.dispatches.saveWithoutSummary({ ...saved, copy: done.copy });
  return isLost || !isLast ? hideFor(1) : ACK;
};

/** The content of an update. Undefined if the earlier message cannot be repeated as it is. */
const contentOf = async (how: How, update: CopyUpdate, ports: ShowEndPorts): Promise<Content | undefined> =>
  how === 'update' ? latestText(update, ports) : { text: newText(how, update) };

/** A reply is below the message that it concerns. A new message has to name the matter. */
const newText = (how: How, { end, title, webhook }: CopyUpdate): string =>
  how === 'new' ? `${title || webhook.name}\n${end.line}` : end.line;

/** The message as people read it now, with the line about the acknowledgement. */
const latestText = async (
  { message, webhook, target, matter, end }: CopyUpdate,
  { dispatches }: ShowEndPorts,
): Promise<Content | undefined> => {
  const latest = await dispatches.get(message.userId, matter?.lastCall ?? message.invocationId, target.id);
  if (!latest) return undefined;
  const { renderedMessage: text, rich } = latest;
  // Formatting that was too long to be stored would be lost.
  if (webhook.format === 'rich' && !rich?.message) return undefined;
  const status = matter && statusLine(matter, webhook.timeZone);
  const shown = { text, ...(rich?.message && { rich: rich.message }), ...(rich?.subject && { subject: rich.subject }) };
  return withLine(shown, [status, end.line].filter(Boolean).join(' · '), matter?.link);
};
