import type { DispatchStore } from '../model/dispatch-ports.ts';
import type { WatchStore } from '../model/watch.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { parseDispatchId } from '../platform/ids.ts';
import { acknowledge } from './acknowledge.ts';
import { acknowledgedLine } from './watch.ts';

type ChatPorts = {
  watches: WatchStore;
  webhooks: Pick<WebhookStore, 'get'>;
  dispatches: Pick<DispatchStore, 'get'>;
  clock: Clock;
};

const OVER = 'Nothing to acknowledge. The alert is resolved or no longer stored.';

/**
 * Acknowledges a message's call by its button in a chat, like the link's page. It has no effect unless the owner's target
 * got the message.
 * @param by the name of the person who clicked
 * @returns the result for the person
 */
export const acknowledgeInChat = async (
  { userId, dispatchId, by }: { userId: number; dispatchId: string; by: string },
  ports: ChatPorts,
): Promise<string> => {
  const { invocationId: call, targetId } = parseDispatchId(dispatchId) ?? {};
  const dispatch = call && targetId && (await ports.dispatches.get(userId, call, targetId));
  if (!call || !dispatch || dispatch.watch === undefined) return OVER;
  const { webhookId, watch: name } = dispatch;
  const webhook = await ports.webhooks.get(userId, webhookId);
  if (!webhook?.acknowledge) return OVER;
  const { kind, watch } = await acknowledge({ userId, webhookId, name }, { call, by }, ports);
  if (kind === 'first') return 'Acknowledged. No further targets get this alert.';
  if (kind === 'over' || !watch.acknowledged) return OVER;
  return `Already: ${acknowledgedLine(watch.acknowledged, new Date(watch.startedAt), webhook.timeZone)}`;
};
