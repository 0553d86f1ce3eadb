import { type Dispatch, isFirstCycle } from '../../model/dispatch.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { hashOfKey } from '../../model/matter.ts';
import type { Watch, WatchStore } from '../../model/watch.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Subject } from '../../templates/subject/subject.ts';
import { changeWatch } from '../acknowledge.ts';
import { isWaiting, isWanted, watchCall } from '../watch.ts';

interface Arriving {
  dispatch: Dispatch;
  summary: InvocationSummary;
  webhook: Webhook;
  subject: Subject | undefined;
  isTest: boolean | undefined;
}

/** A message's watch and its name. The watch is missing once it has expired. */
export interface Watched {
  name: string;
  watch: Watch | undefined;
  /** True if someone still has to acknowledge the call. */
  isWaiting: boolean;
}

/**
 * Stores a call's effect on its watch before its message is sent, so no crash loses a step. It costs one read,
 * and one write if the watch changes. No one has to acknowledge test calls, resends, and calls below the setting's
 * severity.
 * @returns the message's watch, or undefined if no one has to acknowledge the message
 */
export const watchedCall = async (
  { dispatch, summary, webhook, subject, isTest }: Arriving,
  ports: { watches: WatchStore; clock: Clock },
): Promise<Watched | undefined> => {
  const { acknowledge: choice, userId, id: webhookId } = webhook;
  if (!choice || isTest || !isFirstCycle(dispatch, summary)) return undefined;
  const watchedBy = (name: string, watch: Watch | undefined): Watched => ({
    ...{ name, watch },
    isWaiting: watch !== undefined && isWaiting(watch, ports.clock(), summary.id),
  });
  if (dispatch.watch !== undefined)
    return watchedBy(dispatch.watch, await ports.watches.get({ userId, webhookId, name: dispatch.watch }));
  const { state = 'open', severity = 'info', title = '', key } = subject ?? {};
  const wants = state !== 'resolved' && isWanted(choice, severity);
  if (!wants && (state !== 'resolved' || key === undefined)) return undefined;
  const name = key === undefined ? summary.id : hashOfKey(key);
  const facts = { call: summary.id, state, severity, title, endsAt: new Date(summary.expiresAt * 1000) };
  const { watch } = await changeWatch(
    { userId, webhookId, name },
    (known) => watchCall(known, facts, choice, ports.clock()),
    ports,
  );
  return wants ? watchedBy(name, watch) : undefined;
};
