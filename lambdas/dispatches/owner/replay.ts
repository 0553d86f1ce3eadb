import type { ReplayFilterWire, ReplayWire } from '#contract/replay';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import type { Lanes } from '../../model/lane-message.ts';
import type { Replay, ReplayFilter, ReplayStore, ResendCounter } from '../../model/replay-ports.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { isWithin, type Reach } from '../../platform/reach.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import { BY_ITS_OWNER, type ResendPorts, replayLimit, startCycle, takeReplays } from './resend.ts';

export type ReplayPorts = ResendPorts & {
  replayStore: ReplayStore;
  webhooks: Pick<WebhookStore, 'get'>;
  invocations: Pick<InvocationStore, 'get' | 'range'>;
};

const PAGE = 100;

/** Maximum number of messages that are counted. It exceeds the daily limits of the published plans. */
const MAX_COUNTED = 10_000;

/** Seconds after which a step is repeated if it crashed. */
const STEP_SECONDS = 120;

const matching = (
  summary: InvocationSummary,
  { status, targetId }: Pick<ReplayFilter, 'status' | 'targetId'>,
): number[] =>
  Object.entries(summary.dispatches)
    .filter(([, state]) => (status === 'any' ? state === 'error' || state === 'success' : state === status))
    .map(([id]) => Number(id))
    .filter((id) => targetId === undefined || id === targetId);

/** Counts the messages that a replay would send, and reads the number left for today. */
export const countReplay = async (
  userId: number,
  webhookId: number,
  filter: ReplayFilter,
  ports: ReplayPorts,
): Promise<{ messages: number; leftToday: number }> => {
  if (!(await ports.webhooks.get(userId, webhookId))) throw notFound('Webhook');
  let messages = 0;
  let after: string | undefined;
  do {
    const page = await ports.invocations.range(userId, webhookId, { ...filter, after, limit: PAGE });
    for (const summary of page) messages += matching(summary, filter).length;
    after = page.length === PAGE ? page.at(-1)?.id : undefined;
  } while (after !== undefined && messages < MAX_COUNTED);
  const limit = await replayLimit(userId, ports);
  const used = await ports.counters.replayedToday(userId, ports.clock());
  return { messages, leftToday: Math.max(0, limit - used) };
};

/**
 * Starts a bulk resend of a webhook’s messages. The sweeper continues it every minute, oldest call first.
 * @throws AppError not-found; invalid-input if no message matches; quota-exceeded
 */
export const startReplay = async (
  userId: number,
  webhookId: number,
  filter: ReplayFilter,
  ports: ReplayPorts,
): Promise<Replay> => {
  const { messages } = await countReplay(userId, webhookId, filter, ports);
  if (messages === 0)
    throw new AppError(
      'replay-empty',
      'No messages match this status and time range. Choose another status or a longer time range.',
    );
  await takeReplays(userId, messages, ports);
  const now = ports.clock();
  const replay: Replay = {
    id: newToken(),
    userId,
    webhookId,
    from: filter.from.toISOString(),
    // Later calls were not counted, so they are not resent.
    to: (filter.to < now ? filter.to : now).toISOString(),
    status: filter.status,
    ...(filter.targetId !== undefined && { targetId: filter.targetId }),
    state: 'running',
    matched: messages,
    queued: 0,
    cursor: '',
    createdAt: now.toISOString(),
    version: 0,
  };
  await ports.replayStore.save(replay, now);
  return replay;
};

/**
 * Reads a replay's progress.
 * @throws AppError('not-found')
 */
export const getReplay = async (
  userId: number,
  id: string,
  { replayStore }: Pick<ReplayPorts, 'replayStore'>,
  reach?: Reach,
): Promise<Replay> => {
  const replay = await replayStore.get(userId, id);
  if (!replay || !isWithin(reach, replay.webhookId)) throw notFound('Replay');
  return replay;
};

type ContinueReplaysPorts = TimeBudget & {
  dispatches: DispatchStore;
  replayStore: ReplayStore;
  clock: Clock;
  invocations: Pick<InvocationStore, 'range'>;
  laneQueue: Pick<Lanes, 'send'>;
  counters: ResendCounter;
};

/**
 * Continues the running replays. Repeating a step after a crash does not queue its messages twice.
 * @returns the number of queued messages
 */
export const continueReplays = async (ports: ContinueReplaysPorts): Promise<number> => {
  let count = 0;
  for (const replay of await ports.replayStore.due(ports.clock(), PAGE)) {
    try {
      count += await continueReplay(replay, ports);
    } catch (error) {
      log.error('replay interrupted', { userId: replay.userId, webhookId: replay.webhookId }, error);
    }
  }
  return count;
};

const continueReplay = async (replay: Replay, ports: ContinueReplaysPorts): Promise<number> => {
  let seen = replay;
  const cycle = { ...BY_ITS_OWNER, since: replay.createdAt };
  while (seen.state === 'running' && ports.keepGoing()) {
    const page = await ports.invocations.range(seen.userId, seen.webhookId, {
      from: new Date(seen.from),
      to: new Date(seen.to),
      after: seen.cursor || undefined,
      limit: PAGE,
    });
    let queued = seen.queued;
    for (const summary of page)
      for (const targetId of matching(summary, seen))
        if (queued < seen.matched && (await startCycle(summary, targetId, ports, cycle))) queued += 1;
    const done = page.length < PAGE || queued >= seen.matched;
    const next: Replay = { ...seen, queued, cursor: page.at(-1)?.id ?? seen.cursor, state: done ? 'done' : 'running' };
    const again = done ? undefined : secondsAfter(ports.clock(), ports.keepGoing() ? STEP_SECONDS : 0);
    if (!(await ports.replayStore.save(next, again))) break;
    seen = { ...next, version: seen.version + 1 };
  }
  return seen.queued - replay.queued;
};

/** Parses the dates of the API's filter. */
export const replayFilterOf = ({ from, to, status, target_id }: ReplayFilterWire): ReplayFilter => ({
  from: new Date(from),
  to: new Date(to),
  status,
  targetId: target_id,
});

export const replayToWire = ({
  userId: _userId,
  webhookId,
  targetId,
  createdAt,
  cursor: _cursor,
  version: _version,
  ...rest
}: Replay): ReplayWire => ({
  ...rest,
  webhook_id: webhookId,
  ...(targetId !== undefined && { target_id: targetId }),
  created_at: createdAt,
});
