import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import type { DeadLetterIndex, ResendCounter } from '../../model/replay-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { type DeliveryCycle, startCycle } from '../owner/resend.ts';

type RedrivePorts = {
  deadLetterIndex: DeadLetterIndex;
  dispatches: DispatchStore;
  clock: Clock;
  invocations: Pick<InvocationStore, 'get'>;
  laneQueue: Pick<Lanes, 'send'>;
  counters: ResendCounter;
};

const PAGE = 100;

/** A redrive sends only the parts that were not delivered before the crash. */
const AFTER_A_CRASH: DeliveryCycle = { sends: 'rest', note: 'Resent after a failure on our side.' };

/**
 * Resends every message that became a dead letter through crashes, oldest call first, once the operator has fixed the
 * cause. No limit applies. Safe to repeat: messages under way are skipped.
 * @returns the number of queued messages, and the number of calls deleted meanwhile
 */
export const redrive = async (ports: RedrivePorts): Promise<{ queued: number; gone: number }> => {
  let [queued, gone] = [0, 0];
  let after: string | undefined;
  do {
    const page = await ports.deadLetterIndex.deadLettered(PAGE, after);
    for (const { userId, webhookId, invocationId, targetId } of page) {
      const summary = await ports.invocations.get(userId, webhookId, invocationId, ports.clock());
      if (!summary) gone += 1;
      else if (await startCycle(summary, targetId, ports, AFTER_A_CRASH)) queued += 1;
    }
    after = page.length === PAGE ? page.at(-1)?.invocationId : undefined;
  } while (after !== undefined);
  return { queued, gone };
};
