import type { LaneMessage } from '../invocations/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { dispatchId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { isFinal, newDispatch } from './dispatch.ts';
import type { DispatchStore, ErrorCounter } from './ports.ts';
import { giveUp } from './settle.ts';

/**
 * Marks a dispatch whose message ended in the dead-letter queue: processing it crashed again and again. Its owner sees
 * why it stopped, and the operator is alarmed by the queue itself.
 */
export const bury = async (
  message: LaneMessage,
  ports: { dispatches: DispatchStore; counters: ErrorCounter; clock: Clock },
): Promise<void> => {
  const { summary, dispatch: known, target } = await ports.dispatches.facts(message);
  if (!summary) return;
  const dispatch =
    known ?? newDispatch(summary, message.targetId, { name: target?.name ?? '', kind: target?.kind ?? '' });
  if (isFinal(dispatch) || message.generation < dispatch.generation) return;
  const { dispatch: buried } = giveUp(
    dispatch,
    'Processing this message failed repeatedly on our side. We were told about it; you can send the invocation again.',
  );
  await ports.dispatches.save(buried, undefined);
  await ports.counters.countError(message.userId, message.webhookId, ports.clock());
  log.error('dispatch buried', { dispatchId: dispatchId(message.invocationId, message.targetId) });
};
