import { isDeepStrictEqual } from 'node:util';
import { type Dispatch, isFinal, markUncounted, newDispatch, summaryStateOf } from '../model/dispatch.ts';
import type { DeliveryContext } from '../model/dispatch-ports.ts';
import type { DispatchMessage } from '../model/lane-message.ts';
import { isListed } from '../model/placement.ts';
import { fallbackOf } from '../model/target.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import type { DeliveryJob } from './delivery-job.ts';
import { withFallback } from './fallback.ts';
import type { DeliveryPorts } from './ports.ts';

type WritePorts = Pick<DeliveryPorts, 'dispatches' | 'counters' | 'clock'>;

/** Maximum number of attempts to write a dispatch despite concurrent changes, mostly by its owner. */
const MAX_WRITES = 4;

/**
 * A lane message's dispatch, if work remains to be done. If a crash interrupted the storage of a decided dispatch, the
 * storage is completed here.
 * @returns undefined if the dispatch is decided or of a later generation, or if its call or webhook was deleted
 */
export const openDispatchOf = async (
  message: DispatchMessage,
  context: DeliveryContext,
  { dispatches }: Pick<DeliveryPorts, 'dispatches'>,
): Promise<Omit<DeliveryJob, 'plan'> | undefined> => {
  const { summary, dispatch: known, webhook, target } = context;
  if (!summary || !webhook) {
    if (known && !isFinal(known)) await dispatches.forget(known);
    return undefined;
  }
  const dispatch = {
    ...(known ?? { ...newDispatch(summary, message.targetId, target), previousAt: message.previousAt ?? undefined }),
    fallbackMinutes: target && fallbackOf(target)?.afterMinutes,
  };
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await dispatches.repeatState(dispatch);
    return undefined;
  }
  return message.generation < dispatch.generation ? undefined : { ...context, dispatch, summary, webhook };
};

/**
 * Applies a change to the newest version of a dispatch. If an owner's request and an attempt's result arrive at the
 * same time, both are kept. The placement is always that of `dispatch` or `change`, never one written meanwhile.
 *
 * A decided dispatch leaves the waiting list last. If that fails, the lane's wake-up finds it on the list and removes
 * it.
 * @returns the stored dispatch, or undefined if it was decided, restarted or deleted meanwhile
 */
export const write = async (
  dispatch: Dispatch,
  change: (base: Dispatch) => Dispatch,
  ports: WritePorts,
): Promise<Dispatch | undefined> => {
  const saved = await writeOntoNewest(dispatch, change, ports);
  if (saved && isFinal(saved) && isListed(saved)) await ports.dispatches.forget(saved);
  return saved;
};

const writeOntoNewest: typeof write = async (dispatch, change, ports) => {
  const { dispatches } = ports;
  const { fallbackMinutes } = dispatch;
  let base = dispatch;
  for (let writes = 0; writes < MAX_WRITES && !isFinal(base); writes++) {
    const changed = await withFallback(markUncounted(change(base)), ports);
    const saved = await (changesSummary(changed, base)
      ? dispatches.save(changed)
      : dispatches.saveWithoutSummary(changed));
    if (saved) {
      await noteCount(base, changed, ports);
      return saved;
    }
    const newest = await dispatches.get(base.userId, base.invocationId, base.targetId);
    // The dispatch was decided and resent in the meantime, so this change belongs to an earlier cycle and is dropped.
    if (newest?.cycle.startedAt !== base.cycle.startedAt) return undefined;
    if (isStored(changed, base, newest)) {
      await dispatches.repeatState(newest);
      await noteCount(base, changed, ports);
      return { ...newest, placement: changed.placement, fallbackMinutes };
    }
    base = { ...newest, placement: base.placement, fallbackMinutes };
  }
  if (isFinal(base)) return undefined;
  throw new AppError('message-changing', 'This message is being updated. Try again in a moment.');
};

/** Corrects a target's counters. An error is only logged, because delivery is more important. */
const noteCount = async (base: Dispatch, changed: Dispatch, { counters, clock }: WritePorts): Promise<void> => {
  if (base.uncounted === changed.uncounted) return;
  const { userId, targetId, dispatchedAt: acceptedAt, previousAt } = base;
  try {
    if (changed.uncounted) await counters.uncountDispatch(userId, targetId, { acceptedAt, previousAt });
    else await counters.countDispatch(userId, targetId, clock());
  } catch (error) {
    log.warn('dispatch not counted', { userId, invocationId: base.invocationId }, error);
  }
};

/**
 * True if a change was stored although the response was lost. An attempt is unique, so it is recognised even after
 * further writes.
 */
const isStored = (changed: Dispatch, base: Dispatch, newest: Dispatch): boolean => {
  if (isDeepStrictEqual(asStored(newest), asStored({ ...changed, version: base.version + 1 }))) return true;
  const latest = changed.attempts.at(-1);
  return changed.attemptCount > base.attemptCount && newest.attempts.some((each) => isDeepStrictEqual(each, latest));
};

/**
 * Prepares a dispatch for comparison with a stored one. Omits the placement, which can have changed, the formatting,
 * which is stored only if it fits, and undefined values.
 */
const asStored = (dispatch: Dispatch): unknown =>
  JSON.parse(
    JSON.stringify({
      ...dispatch,
      placement: undefined,
      previousAt: undefined,
      rich: undefined,
      fallbackMinutes: undefined,
    }),
  );

/** True if a change is visible in the call's summary. */
export const changesSummary = (changed: Dispatch, base: Dispatch): boolean =>
  summaryStateOf(changed) !== summaryStateOf(base) ||
  changed.nextAttemptAt !== base.nextAttemptAt ||
  changed.headline !== base.headline;

/** Stores a settled dispatch like {@link write}, and counts a failed one in its webhook's statistics. */
export const writeAndCountError = async (
  dispatch: Dispatch,
  change: (base: Dispatch) => Dispatch,
  ports: WritePorts,
): Promise<Dispatch | undefined> => {
  const saved = await write(dispatch, change, ports);
  if (saved?.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, ports.clock());
  return saved;
};
