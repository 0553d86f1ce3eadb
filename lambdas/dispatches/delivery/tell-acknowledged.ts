import { isFinal } from '../../model/dispatch.ts';
import type { Receipt } from '../../model/dispatch-ports.ts';
import type { LaneMessage } from '../../model/invocation-ports.ts';
import type { MatterMessage } from '../../model/matter.ts';
import type { Message } from '../../model/message.ts';
import type { Target } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { dispatchId, messageId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { isTransient, retryAfterSeconds } from '../../platform/outbound/outcome.ts';
import { statusLine } from '../follow.ts';
import type { DeliveryPorts } from '../ports.ts';
import { acknowledgedLine } from '../watch.ts';
import { withLine } from './follow-up.ts';

/** Tries of one change. After that, the copy stays as it is, because other messages wait behind it. */
const MAX_TRIES = 3;
const AGAIN_SECONDS = 5;

/**
 * Tells one target's copy of a call's message who acknowledged the call: in the message if its kind can change it,
 * otherwise in a reply. Kinds that can do neither get nothing, and so does a copy whose target fails.
 */
export const tellAcknowledged = async (
  message: LaneMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  if (receipt.receives > MAX_TRIES) return ACK;
  const { userId, webhookId, targetId } = message;
  const { dispatch, target, webhook, lane, sentAt } = await ports.dispatches.loadContext(message);
  if (!dispatch?.copy || dispatch.watch === undefined || !isFinal(dispatch)) return ACK;
  if (!webhook || target?.status !== 'active' || lane.mode !== 'flowing') return ACK;
  const { copy, watch: name } = dispatch;
  const place = ports.sender.placeOf(target);
  if (copy.place !== place) return ACK;
  const follows = ports.sender.followsOf(target.kind);
  const how = follows.includes('update') ? 'update' : follows.includes('reply') ? 'reply' : undefined;
  const watch = await ports.watches.get({ userId, webhookId, name });
  if (!how || !watch?.acknowledged) return ACK;
  const line = acknowledgedLine(watch.acknowledged, new Date(watch.startedAt), webhook.timeZone);
  const known = await ports.matters.get({ userId, webhookId, targetId, keyHash: name });
  // Later calls may have updated the message, or sent a newer one about the matter.
  const isCurrent = known && known.ref !== '' && known.place === place && known.lastCall >= message.invocationId;
  const matter = isCurrent ? known : undefined;
  const told = how === 'reply' ? { text: line } : await latestText({ message, webhook, target, matter, line }, ports);
  if (!told) return ACK;
  const paceSeconds = await ports.pace.claim(target, { isolated: false, queuedAt: receipt.queuedAt, sentAt });
  if (paceSeconds > 0) return hideFor(paceSeconds);
  const id = messageId(dispatchId(message.invocationId, targetId), 1);
  const link = `${ports.appUrl}/webhooks/${webhookId}?inv=${message.invocationId}`;
  const sent: Message = { ...told, id: `${id}.acknowledged`, part: 1, parts: 1, webhookName: webhook.name, link };
  // A provider that does not respond is left alone, so its copies stay as they are.
  const provider = ports.sender.providerOf(target);
  if (ports.circuitBreaker.enter(provider) > 0) return ACK;
  const startedAt = ports.clock();
  const sending = ports.sender.follow(sent, { ref: matter?.ref ?? copy.ref, how }, target);
  const delivery = await sending.finally(() => ports.circuitBreaker.leave(provider));
  if (delivery.kind !== 'lost') ports.circuitBreaker.record(provider, delivery, startedAt);
  // The lane waits as long as the provider asks, also after the last try.
  if (delivery.kind !== 'lost' && isTransient(delivery))
    return hideFor(Math.max(AGAIN_SECONDS, Math.ceil(retryAfterSeconds(delivery))));
  // A repeated lane message then finds nothing to tell. Only a crash before this write can repeat a reply.
  await ports.dispatches.saveUnseen({ ...dispatch, copy: undefined });
  log.info('acknowledgement told', {
    userId,
    dispatchId: dispatchId(message.invocationId, targetId),
    outcome: delivery.kind,
  });
  return ACK;
};

interface Copy {
  message: LaneMessage;
  webhook: Webhook;
  target: Target;
  matter: MatterMessage | undefined;
  line: string;
}

/** The message as people read it now, with the line about the acknowledgement. */
const latestText = async (
  { message, webhook, target, matter, line }: Copy,
  { dispatches }: DeliveryPorts,
): Promise<Pick<Message, 'text' | 'rich' | 'subject'> | undefined> => {
  const latest = await dispatches.get(message.userId, matter?.lastCall ?? message.invocationId, target.id);
  if (!latest) return undefined;
  const { renderedMessage: text, rich } = latest;
  // Formatting that was too long to be stored would be lost.
  if (webhook.format === 'rich' && !rich?.message) return undefined;
  const status = matter && statusLine(matter, webhook.timeZone);
  const shown = { text, ...(rich?.message && { rich: rich.message }), ...(rich?.subject && { subject: rich.subject }) };
  return withLine(shown, [status, line].filter(Boolean).join(' · '), matter?.link);
};
