import type { Dispatch } from '../../model/dispatch.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import { laneMessageOf } from '../../model/placement.ts';
import type { TargetStore } from '../../model/target-ports.ts';
import type { Watch, WatchId, WatchIndex, WatchStore } from '../../model/watch.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { takeDue } from '../../platform/shards.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import { orLeaveToSweeper } from '../lane/wake-up.ts';
import { dueStep } from '../watch.ts';
import { storeExtra } from './extra-dispatch.ts';

type StepPorts = TimeBudget & {
  watches: WatchStore & WatchIndex;
  webhooks: Pick<WebhookStore, 'get'>;
  dispatches: Pick<DispatchStore, 'get' | 'list' | 'save'>;
  invocations: Pick<InvocationStore, 'get'>;
  targets: Pick<TargetStore, 'get'>;
  laneQueue: Pick<Lanes, 'send'>;
  clock: Clock;
};

/** Watches of a shard that are decided together. */
const PAGE = 50;

/**
 * Sends the calls of due watches to the targets of their next step. A call gets at most one dispatch for a target, so no
 * crash or repetition sends a step twice. Delivery checks the watch again, so a late acknowledgement still stops the
 * message. Run every minute.
 * @returns the number of new dispatches
 */
export const sendSteps = async (ports: StepPorts): Promise<number> => {
  const count = await takeDue(ports.watches, PAGE, ports, async (page) => {
    const results = await Promise.all(page.map((id) => orPostpone(id, ports)));
    const decided = results.filter((result) => result !== undefined);
    return { count: decided.reduce((sum, sent) => sum + sent, 0), done: decided.length };
  });
  if (count > 0) log.info('escalation steps dispatched', { count });
  return count;
};

/** A step that cannot be decided stays due and does not delay the others. */
const orPostpone = async (id: WatchId, ports: StepPorts): Promise<number | undefined> => {
  try {
    return await takeStep(id, ports);
  } catch (error) {
    log.error('escalation step not dispatched', { userId: id.userId, webhookId: id.webhookId }, error);
    return undefined;
  }
};

/** Queues the messages of a due step, then stores that it is done. */
const takeStep = async (id: WatchId, ports: StepPorts): Promise<number> => {
  const { watches, webhooks, invocations, laneQueue, clock } = ports;
  const now = clock();
  const [watch, webhook] = await Promise.all([watches.get(id), webhooks.get(id.userId, id.webhookId)]);
  if (!watch) return 0;
  const { tells, step, next } = dueStep(watch, webhook?.enabled ? webhook.acknowledge : null, now);
  const summary = step && (await invocations.get(id.userId, id.webhookId, watch.invocationId, now));
  const dispatches: Dispatch[] = [];
  if (step && summary)
    for (const targetId of step.targetIds) {
      const extra = { step: { number: step.number, afterMinutes: step.afterMinutes }, watch: id.name };
      const stored = await storeExtra(summary, targetId, extra, { now, cause: 'escalation' }, ports);
      if (stored) dispatches.push(stored);
    }
  const [first] = dispatches;
  // Each dispatch is in the due index too, so a crash before this step only delays it.
  if (first) await orLeaveToSweeper(first, () => laneQueue.send(dispatches.map(laneMessageOf)));
  // A repetition is harmless: it changes the messages in the same way.
  if (tells) await tellCopies(watch, tells, id, ports);
  // The save fails if the watch has changed meanwhile. If it is still due, the next run decides again.
  await watches.save(id, next);
  return dispatches.length;
};

/**
 * Queues a lane message for each copy of a message that can tell of its watch's end. An acknowledgement concerns all
 * copies of the call's message. The webhook's targets get the call that resolves a matter, so a resolution concerns only
 * the targets of steps. If a step's message is still queued, it comes first in the lane or is skipped there.
 */
const tellCopies = async (
  { invocationId, escalated = [] }: Watch,
  end: 'acknowledged' | 'resolved',
  { userId }: WatchId,
  ports: StepPorts,
): Promise<void> => {
  for (const call of new Set([invocationId, ...escalated])) {
    const dispatches = await ports.dispatches.list(userId, call);
    const told = dispatches.filter(({ state, step, copy }) =>
      step
        ? state === 'pending' || copy !== undefined
        : end === 'acknowledged' && call === invocationId && state === 'success' && copy !== undefined,
    );
    if (told.length > 0) await ports.laneQueue.send(told.map((each) => ({ ...laneMessageOf(each), kind: 'end', end })));
  }
};
