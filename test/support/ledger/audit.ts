import { waitsUntil } from '../../../lambdas/dispatches/states.ts';
import type { Dispatch } from '../../../lambdas/model/dispatch.ts';
import { isFinal, MAX_CRASHES } from '../../../lambdas/model/dispatch.ts';
import { dispatchKey, forgotten } from '../simulation/table.ts';
import { everyStepIsTaken } from './escalations.ts';
import type { Run } from './faults.ts';
import { everyMatterIsFollowed } from './living.ts';
import { type Asked, dispatchOf, tellsOfEnd } from './providers.ts';
import { everyRuleIsKept } from './routes.ts';
import { FIRST_TARGET, type World } from './scenario.ts';
import { START } from './simulation.ts';

/** Maximum delay until anything overdue is noticed. */
const NOTICED_WITHIN_MS = 16 * 60_000;

/** The longest wait of the worlds' plan. The next attempt of a failing target can wait longer. */
const LONGEST_WAIT_MS = 96 * 60_000;

/** Maximum number of crashes by a message before it is dead-lettered, killed processes included. */
const MOST_CRASHES = 14;

/** Number of requests in a row to a failing target before only probes remain. */
const MOST_FAILURES = 14;

const FUNCTION_MS = 30_000;

/** Returns the promises that a world has broken, in words; empty if all were kept. */
export const audit = (world: World): string[] => [
  ...everyAcceptedCallIsAccountedFor(world),
  ...nothingIsForgotten(world),
  ...nothingIsKeptForEver(world),
  ...whatCrashesIsGivenUp(world),
  ...attemptsAreCountedOnce(world),
  ...aFailingTargetIsAskedSeldom(world),
  ...aSilentProviderIsLeftAlone(world),
  ...aRefusedMessageBlocksNoOther(world),
  ...aDisabledTargetGetsNothing(world),
  ...nothingStandsTwiceInItsLane(world),
  ...world.changedByOldLetters.map((id) => `${id}: changed by an outdated letter`),
  ...duplicatesOnlyWhereUnknown(world),
  ...lanesInOrder(world),
  ...nothingOvertakesWhatIsHeld(world),
  ...nothingIsHeldForEver(world),
  ...neverFasterThanThePace(world),
  ...neverBeforeTheProviderAsked(world),
  ...neverEarly(world),
  ...nothingComesBackFromItsEnd(world),
  ...whatIsStoredGoesOn(world),
  ...everyRuleIsKept(world),
  ...everyFallbackIsSent(world),
  ...everyMatterIsFollowed(world),
  ...everyStepIsTaken(world),
];

const everyAcceptedCallIsAccountedFor = (world: World): string[] => {
  const { table, accepted, providers, start, time, excused, inDigests } = world;
  const reached = new Set([...providers.asked.filter(({ delivered }) => delivered).map(dispatchOf), ...inDigests]);
  const problems: string[] = [];
  const old = time.now().getTime() - NOTICED_WITHIN_MS;
  for (const [invocationId, at] of accepted) {
    const summary = table.summaries.get(invocationId);
    if (!summary) {
      problems.push(`${invocationId}: accepted and not stored`);
      continue;
    }
    for (const target of Object.keys(summary.dispatches)) {
      const id = dispatchKeyOf(invocationId, Number(target));
      const dispatch = table.dispatches.get(id);
      const say = (what: string) => problems.push(`${id} (accepted at +${at - start} ms): ${what}`);
      if (!dispatch) {
        // The reconciler does not return to calls that it passed while they were held. Such a message is lost only if
        // the queue loses it.
        if (at < old && !(summary.releasedAt && excused.has(id))) say('never tried and not taken up');
        continue;
      }
      const crashed = (table.mostCrashes.get(id) ?? 0) > 0;
      const problem = bookProblem(dispatch, { reached: reached.has(id), crashed });
      if (problem) say(problem);
      // If a crash kept a state out of the list, the lane's message corrects it, unless that is lost as well.
      if (!excused.has(id) && isFinal(dispatch) && summary.dispatches[Number(target)] !== dispatch.state)
        say(`is ${dispatch.state}, and ${summary.dispatches[Number(target)]} in the list`);
    }
  }
  return problems;
};

/** Milliseconds after which a due fallback is dispatched, even if two sweeps in a row fail. */
const FALLBACK_WITHIN_MS = 4 * 60_000;

/** A call that a target did not accept in time goes to the fallback target, and no other call does. */
const everyFallbackIsSent = ({ table, scenario, time, sentAgain, sentAllAgainAt }: World): string[] => {
  const problems: string[] = [];
  for (const dispatch of table.dispatches.values()) {
    const { invocationId, targetId, state, errorCode, attempts, cycle, fallbackAt, fallbackFor } = dispatch;
    const say = (what: string) => problems.push(`${dispatchKey(dispatch)}: ${what}`);
    if (fallbackFor) {
      const lateId = dispatchKey({ invocationId, targetId: fallbackFor.targetId });
      const late = table.dispatches.get(lateId);
      const arrivedAt = late?.attempts.find(({ outcome }) => outcome === 'ok')?.at;
      // A delivered message that its owner resends can fail then.
      const isResent = sentAgain.has(lateId) || sentAllAgainAt.length > 0;
      if (late?.fallbackAt && arrivedAt && arrivedAt < late.fallbackAt && !isResent)
        say('a fallback for a message that arrived in time');
    }
    const fallback = scenario.targets[targetId - FIRST_TARGET]?.fallback;
    if (!fallback) continue;
    // A resend forgets the plan of an earlier cycle that needed no fallback.
    const tried = attempts.filter(({ at }) => at >= cycle.startedAt);
    const hasFailed = tried.some(({ outcome }) => outcome !== 'ok') || state === 'waiting' || state === 'error';
    const isExcluded = errorCode === 'given-up' || errorCode === 'target-deleted' || errorCode?.startsWith('E');
    if (hasFailed && !isExcluded && fallbackAt === undefined && table.targets.get(targetId))
      say('failed without a plan');
    if (fallbackAt === undefined || isExcluded) continue;
    // A call that the reconciler found late fails for the first time after its fallback was due.
    const plannedAt = Math.max(Date.parse(fallbackAt), Date.parse(tried[0]?.at ?? fallbackAt));
    const dueBy = Math.max(plannedAt, START + scenario.faultsUntilMs) + FALLBACK_WITHIN_MS;
    const arrivedAt = attempts.find(({ outcome }) => outcome === 'ok')?.at;
    if (dueBy > time.now().getTime() || (arrivedAt && Date.parse(arrivedAt) < dueBy)) continue;
    const other = FIRST_TARGET + fallback.to;
    if (!table.targets.get(targetId) || !table.targets.get(other)) continue;
    if (!table.dispatches.get(dispatchKeyOf(invocationId, other))) say('no fallback');
  }
  return problems;
};

const dispatchKeyOf = (invocationId: string, targetId: number) => dispatchKey({ invocationId, targetId });

const bookProblem = (
  dispatch: Dispatch,
  { reached, crashed }: { reached: boolean; crashed: boolean },
): string | undefined => {
  switch (dispatch.state) {
    case 'success':
      return reached || dispatch.how === 'counted' ? undefined : 'called delivered, and the provider never got it';
    case 'error':
      return dispatch.errorMessage === '' ? 'failed without a reason' : undefined;
    case 'waiting':
      if (dispatch.errorMessage === '') return 'waits without a reason';
      return dispatch.nextAttemptAt === undefined ? 'waits without a time' : undefined;
    case 'skipped': {
      // An attempt without a response has an unknown result, and quiet hours may begin before the next one.
      const isUnknown = dispatch.attempts.some(({ outcome }) => outcome === 'ambiguous');
      return reached && !isUnknown && !crashed ? 'called skipped, and the provider got it' : undefined;
    }
    case 'pending':
      return undefined;
  }
};

const nothingIsForgotten = (world: World): string[] => {
  const { table, time, scenario } = world;
  const old = new Date(time.now().getTime() - NOTICED_WITHIN_MS).toISOString();
  const overdue = [...table.places].flatMap(([id, place]) => {
    if (place.kind !== 'due') return [];
    const planned = Math.max(time.now().getTime(), new Date(table.dispatches.get(id)?.nextAttemptAt ?? 0).getTime());
    const tooLate = new Date(planned + NOTICED_WITHIN_MS).toISOString();
    if (place.at < old) return [`${id}: due since ${place.at} and not queued`];
    return place.at > tooLate ? [`${id}: looked after only at ${place.at}`] : [];
  });
  const unseen = [...table.lanes.values()].flatMap((lane) =>
    lane.nextWakeUpAt && lane.nextWakeUpAt < old ? [`lane ${lane.targetId}: not woken since ${lane.nextWakeUpAt}`] : [],
  );
  const left = [...table.places].flatMap(([id, { kind }]) => {
    const dispatch = table.dispatches.get(id);
    if (kind === 'dead-lettered') return scenario.redrivenAtMs.length > 0 ? [`${id}: left with the dead letters`] : [];
    return dispatch && isFinal(dispatch) ? [`${id}: decided, and still in the index`] : [];
  });
  return [
    ...forgotten(table).map((id) => `${id}: undecided, and nothing brings it back`),
    ...overdue,
    ...unseen,
    ...left,
  ];
};

/** Number of permitted restarts of a dispatch. */
const timesSentAgain = (id: string, { sentAgain, sentAllAgainAt, table, start }: World): number => {
  const calledAt = new Date(table.summaries.get(id.slice(0, id.lastIndexOf('-')))?.invokedAt ?? start).getTime();
  return (sentAgain.get(id) ?? 0) + sentAllAgainAt.filter((at) => at >= calledAt).length;
};

/** A dispatch that has waited for as long as its plan allows is ended by the next check of its lane. */
const nothingIsKeptForEver = ({ table, time, scenario }: World): string[] =>
  [...table.dispatches].flatMap(([id, dispatch]) => {
    const until = waitsUntil(dispatch, scenario.plans.free).getTime();
    return !isFinal(dispatch) && time.now().getTime() - until > NOTICED_WITHIN_MS + LONGEST_WAIT_MS
      ? [`${id}: kept since ${dispatch.cycle.startedAt}`]
      : [];
  });

/** No message crashes the product forever: it becomes a dead letter. Dead letters have no other cause. */
const whatCrashesIsGivenUp = (world: World): string[] => [
  ...[...world.poisoned].flatMap(([id, times]) =>
    times > MOST_CRASHES * (1 + timesSentAgain(id, world) + world.scenario.redrivenAtMs.length)
      ? [`${id}: crashed ${times} times`]
      : [],
  ),
  ...[...world.table.deadLetteredAt.keys()].flatMap((id) =>
    world.poisoned.has(id) || (world.table.mostCrashes.get(id) ?? 0) >= MAX_CRASHES
      ? []
      : [`${id}: given up without a crash`],
  ),
];

/**
 * An attempt is recorded once, even if the table's response was lost. A call about a matter can be counted without a
 * request, once.
 */
const attemptsAreCountedOnce = ({ table, providers, scenario }: World): string[] => {
  const runs = new Map<string, Set<Run>>();
  for (const asked of providers.asked) {
    const id = dispatchOf(asked);
    runs.set(id, (runs.get(id) ?? new Set()).add(asked.run));
  }
  return [...table.dispatches].flatMap(([id, { attemptCount }]) => {
    const made = runs.get(id)?.size ?? 0;
    return attemptCount > made + (scenario.living ? 1 : 0) ? [`${id}: ${attemptCount} attempts, ${made} made`] : [];
  });
};

/**
 * A failing target gets a few messages and then only probes. Each action of an owner allows more, and so does each
 * fault, because it may prevent a failure from being recorded.
 */
const aFailingTargetIsAskedSeldom = ({ providers, retriedByOwner, scenario }: World): string[] =>
  [...Map.groupBy(providers.asked, ({ targetId }) => targetId)].flatMap(([targetId, all]) => {
    const enabledAt = scenario.owners
      .filter(({ action, target }) => action === 'enable' && FIRST_TARGET + target === targetId)
      .map(({ atMs }) => START + atMs);
    let streak: Asked[] = [];
    for (const [index, asked] of all.entries()) {
      const before = all[index - 1]?.startedAt ?? START;
      // By enabling a target, its owner declares that it works.
      if (enabledAt.some((at) => at > before && at <= asked.startedAt)) streak = [];
      streak = asked.answer === 'retry' || asked.answer === 'ambiguous' ? [...streak, asked] : [];
      // A failing message is sent three times and counted once; a fault at its last attempt prevents the count.
      const uncounted = new Set(streak.filter(({ run }) => run.faults > 0 || !run.done).map(dispatchOf));
      const excused = streak.map(dispatchOf).filter((id) => retriedByOwner.has(id) || uncounted.has(id));
      const minutes = (asked.startedAt - (streak[0]?.startedAt ?? 0)) / 60_000;
      if (streak.length - excused.length > MOST_FAILURES + minutes / 2)
        return [`target ${targetId}: asked ${streak.length} times in ${Math.round(minutes)} minutes, in vain`];
    }
    return [];
  });

/** Number of unanswered requests in a row after which a process pauses a provider, and its minimum pause. */
const SILENCES = 3;
const LEFT_ALONE_MS = 8000;

/** Once a process knows that a provider is silent, it waits between requests and sends one message at a time. */
const aSilentProviderIsLeftAlone = ({ scenario, providers }: World): string[] => {
  const kindOf = ({ targetId }: Asked) => scenario.targets[targetId - FIRST_TARGET]?.kind;
  return [...Map.groupBy(providers.asked, ({ run }) => run.process).values()].flatMap((own) =>
    [...Map.groupBy(own, kindOf)].flatMap(([kind, asked]) => {
      const heard = asked.toSorted((a, b) => a.endedAt - b.endedAt);
      return asked.flatMap((it) => {
        const before = heard.filter(({ endedAt }) => endedAt < it.run.startedAt);
        const silent = before.slice(before.findLastIndex(({ unanswered }) => !unanswered) + 1);
        const openedAt = silent[SILENCES - 1]?.endedAt;
        if (openedAt === undefined) return [];
        const latest = silent.findLast(({ startedAt }) => startedAt >= openedAt)?.endedAt ?? openedAt;
        const tooEarly = it.startedAt < latest + LEFT_ALONE_MS;
        const beside = asked.some(
          ({ run, startedAt, endedAt }) => run !== it.run && startedAt <= it.startedAt && endedAt > it.startedAt,
        );
        return tooEarly || beside ? [`silent ${kind}: asked for ${it.messageId} ${beside ? 'too' : 'too early'}`] : [];
      });
    }),
  );
};

/** Number of failed requests in a row for one message before its target gets another waiting message. */
const MOST_FOR_ONE = 8;

/** A message that its target always rejects does not block the others of its lane. */
const aRefusedMessageBlocksNoOther = (world: World): string[] => {
  const { table, providers, excused, retriedByOwner, arrivedAt, scenario } = world;
  const firstCopy = firstCopies(providers.asked);
  const patient = [...arrivedAt].flatMap(([id, at]) => {
    const dispatch = table.dispatches.get(id);
    const isOwn = table.leftAlone.has(id) || excused.has(id) || retriedByOwner.has(id) || table.mostCrashes.has(id);
    // These block no other and wait for nothing: a skipped message, and one that another message tells of.
    const hasNoCopy = dispatch?.state === 'skipped' || dispatch?.how === 'digest' || dispatch?.how === 'counted';
    if (!dispatch || isOwn || table.reopened.has(id) || hasNoCopy) return [];
    const until = firstCopy.get(id) ?? waitsUntil(dispatch, scenario.plans.free).getTime();
    return [{ id, targetId: dispatch.targetId, from: at, until }];
  });
  return [...Map.groupBy(providers.asked, ({ targetId }) => targetId)].flatMap(([targetId, all]) => {
    let streak: Asked[] = [];
    for (const asked of all) {
      const isSame = streak[0] && dispatchOf(streak[0]) === dispatchOf(asked);
      if (asked.delivered || asked.notBefore > 0) streak = [];
      // A fault may have prevented the failure from being recorded.
      else if (asked.run.faults === 0 && asked.run.done) streak = isSame ? [...streak, asked] : [asked];
      const [first] = streak;
      const blocked =
        first &&
        streak.length > MOST_FOR_ONE &&
        patient.find(
          (it) =>
            it.targetId === targetId &&
            it.id !== dispatchOf(first) &&
            it.from < first.startedAt &&
            it.until > asked.endedAt,
        );
      if (blocked)
        return [`target ${targetId}: asked ${streak.length} times for ${first.messageId} before ${blocked.id}`];
    }
    return [];
  });
};

/** The time at which each dispatch first reached its target. */
const firstCopies = (all: Asked[]): Map<string, number> => {
  const copies = new Map<string, number>();
  for (const asked of all) {
    const id = dispatchOf(asked);
    if (asked.delivered && !copies.has(id)) copies.set(id, asked.startedAt);
  }
  return copies;
};

/** Work that began before its owner disabled the target may be completed. */
const aDisabledTargetGetsNothing = ({ providers, disabled }: World): string[] =>
  disabled.flatMap(({ targetId, from, until }) =>
    providers.asked
      .filter((asked) => asked.targetId === targetId && asked.startedAt > from + FUNCTION_MS && asked.startedAt < until)
      .map(({ messageId }) => `target ${targetId}: got ${messageId} while it was disabled`),
  );

const nothingStandsTwiceInItsLane = ({ queue }: World): string[] =>
  queue.takenTwice.map((message) => `${JSON.stringify(message)}: twice in its lane at once`);

/** The request for the next part of the same message in the same run, made after the progress was stored. */
const nextParts = (all: Asked[]): Map<Asked, Asked> => {
  const latest = new Map<Run, Asked>();
  const next = new Map<Asked, Asked>();
  for (const asked of all) {
    const before = latest.get(asked.run);
    if (before && before.messageId !== asked.messageId) next.set(before, asked);
    latest.set(asked.run, asked);
  }
  return next;
};

const isUnknown = (asked: Asked, next: Asked | undefined): boolean => {
  if (asked.answer === 'ambiguous') return true;
  if (next) return next.faultsBefore > asked.faultsAtAnswer;
  return !asked.run.done || asked.run.faults > asked.faultsAtAnswer;
};

/** A second copy is allowed for each copy whose arrival the product could not know or could not record. */
const duplicatesOnlyWhereUnknown = (world: World): string[] => {
  const { providers } = world;
  const nextPart = nextParts(providers.asked);
  const copies = new Map<string, { delivered: number; unknown: number; again: number }>();
  for (const asked of providers.asked) {
    // A repeated change of a message is not seen.
    if (!asked.delivered || asked.how === 'update') continue;
    const known = copies.get(asked.messageId) ?? {
      delivered: 0,
      unknown: 0,
      again: timesSentAgain(dispatchOf(asked), world),
    };
    const unknown = isUnknown(asked, nextPart.get(asked)) ? 1 : 0;
    copies.set(asked.messageId, { ...known, delivered: known.delivered + 1, unknown: known.unknown + unknown });
  }
  return [...copies].flatMap(([id, { delivered, unknown, again }]) =>
    delivered > 1 + unknown + again ? [`${id}: delivered ${delivered} times, ${unknown} of them unknown`] : [],
  );
};

/**
 * A lane's messages are delivered in order of arrival. Exceptions are messages that:
 * - failed on their own and returned later, or failed as probes around a probe of another message
 * - became dead letters, or whose queue message was lost or duplicated
 * - belong to simultaneous calls, or to lanes with a message that the queue itself dead-lettered
 */
const lanesInOrder = ({
  brokenLanes,
  table,
  providers,
  accepted,
  arrivedAt,
  excused,
  retriedByOwner,
}: World): string[] => {
  const problems: string[] = [];
  // The message of an acknowledgement comes long after the first one, which may only have been counted.
  const firstCopy = firstCopies(providers.asked.filter(({ messageId }) => !tellsOfEnd(messageId)));
  const failedAsProbes = failedProbes(providers.asked, retriedByOwner);
  const lanes = Map.groupBy(
    [...firstCopy.keys()].filter(
      (id) =>
        !table.leftAlone.has(id) &&
        !failedAsProbes.has(id) &&
        !excused.has(id) &&
        !retriedByOwner.has(id) &&
        !table.reopened.has(id) &&
        (table.mostCrashes.get(id) ?? 0) < MAX_CRASHES,
    ),
    (id) => id.slice(id.lastIndexOf('-') + 1),
  );
  for (const [target, ids] of lanes) {
    if (brokenLanes.has(Number(target))) continue;
    const delivered = ids
      .filter((id) => accepted.has(id.slice(0, id.lastIndexOf('-'))))
      .sort((a, b) => (firstCopy.get(a) as number) - (firstCopy.get(b) as number));
    let latestCall = { id: '', at: 0 };
    for (const id of delivered) {
      const arrived = arrivedAt.get(id) as number;
      if (arrived < latestCall.at) problems.push(`target ${target}: ${id} was overtaken by ${latestCall.id}`);
      const invokedAt = new Date(table.summaries.get(id.slice(0, id.lastIndexOf('-')))?.invokedAt ?? 0).getTime();
      if (invokedAt > latestCall.at) latestCall = { id, at: invokedAt };
    }
  }
  return problems;
};

/** If a caller got its response before the next call was made, its call enters each lane first. */
const nothingOvertakesWhatIsHeld = ({ table, accepted, arrivedAt }: World): string[] => {
  if (!table.holds) return [];
  const problems: string[] = [];
  const lanes = Map.groupBy(arrivedAt, ([id]) => id.slice(id.lastIndexOf('-') + 1));
  for (const [target, entries] of lanes)
    for (const [id, at] of entries) {
      const call = id.slice(0, id.lastIndexOf('-'));
      const invokedAt = Date.parse(table.summaries.get(call)?.invokedAt ?? '');
      const overtaken = entries.find(
        ([other, otherAt]) =>
          (accepted.get(other.slice(0, other.lastIndexOf('-'))) ?? Number.POSITIVE_INFINITY) < invokedAt &&
          otherAt > at,
      );
      if (accepted.has(call) && overtaken) problems.push(`target ${target}: ${id} overtook ${overtaken[0]}`);
    }
  return problems;
};

/** With enough quota, all held calls have been sent by the end, and their lists have ended. */
const nothingIsHeldForEver = ({ table: { holds, summaries }, accepted }: World): string[] =>
  holds
    ? [
        ...[...summaries.values()].flatMap(({ id, held }) => (held && accepted.has(id) ? [`${id}: still held`] : [])),
        ...[...holds.counts.keys(), ...holds.holds.keys()].map((name) => `hold ${name}: not ended`),
      ]
    : [];

/** Number of failed requests for a paused lane's oldest message before another message can be tried after it. */
const PROBES_OF_OLDEST = 3;

/**
 * Messages that failed right before a wake-up tried another one, once several requests to their target had failed. The
 * other ones are included if they failed too.
 */
const failedProbes = (all: Asked[], retriedByOwner: ReadonlySet<string>): Set<string> => {
  const failures = new Map<number, number>();
  const latest = new Map<number, Asked>();
  /** The same, but only for messages that their owner did not resend. */
  const latestOfList = new Map<number, Asked>();
  const found = new Set<string>();
  const lastOf = new Map(all.map((asked) => [dispatchOf(asked), asked.messageId]));
  for (const asked of all) {
    const before = latest.get(asked.targetId);
    const id = dispatchOf(asked);
    const first =
      asked.run.isOfWakeUp && before && before.answer !== 'ok' && dispatchOf(before) !== id
        ? dispatchOf(before)
        : undefined;
    if (first !== undefined && (failures.get(asked.targetId) ?? 0) > PROBES_OF_OLDEST - 1) {
      found.add(first);
      // A message resent by its owner may have come between the two.
      const other = latestOfList.get(asked.targetId);
      if (retriedByOwner.has(first) && other && other.answer !== 'ok') found.add(dispatchOf(other));
      if (asked.answer !== 'ok') found.add(id);
    }
    // A success that a fault kept from being recorded ends no probing.
    const isUnknown = asked.answer === 'ok' && (asked.run.faults > 0 || !asked.run.done);
    // The success of a part before the last one doesn't end it either, because the message has not arrived yet.
    const isPart = asked.answer === 'ok' && lastOf.get(id) !== asked.messageId;
    const failed = failures.get(asked.targetId) ?? 0;
    if (!isUnknown && !isPart) failures.set(asked.targetId, asked.answer === 'ok' ? 0 : failed + 1);
    latest.set(asked.targetId, asked);
    if (!retriedByOwner.has(id)) latestOfList.set(asked.targetId, asked);
  }
  return found;
};

/** Requests to one target are an interval apart, across all processes. */
const neverFasterThanThePace = ({ providers, intervalMsOf }: World): string[] => {
  const problems: string[] = [];
  const last = new Map<number, Asked>();
  for (const asked of providers.asked) {
    const before = last.get(asked.targetId);
    const gap = before ? asked.startedAt - before.startedAt : Number.POSITIVE_INFINITY;
    const interval = intervalMsOf(asked.targetId);
    // If a target accepts several messages a second, each process keeps the pace separately.
    const watched = interval > 250 || asked.run.process === before?.run.process;
    if (watched && gap < interval)
      problems.push(`target ${asked.targetId}: asked for ${asked.messageId} ${gap} ms after ${before?.messageId}`);
    last.set(asked.targetId, asked);
  }
  return problems;
};

/** Only an owner restarts a decided message. */
const nothingComesBackFromItsEnd = (world: World): string[] =>
  [...world.table.reopened].flatMap(([id, times]) =>
    times > timesSentAgain(id, world) + (world.table.deadLetteredAt.get(id) ?? 0)
      ? [`${id}: was decided, and changed ${times} times`]
      : [],
  );

/** Each part is formatted, with the rendering of the part before it. A sent message is stored with its formatting. */
const whatIsStoredGoesOn = ({ scenario, providers, table }: World): string[] => {
  if (!scenario.rich) return [];
  const edits = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const { messageId, edit } of providers.asked) {
    if (edit === undefined) {
      problems.push(`${messageId}: asked for without looks`);
      continue;
    }
    const at = messageId.lastIndexOf('.');
    const part = Number(messageId.slice(at + 1));
    if (part > 1 && !edits.get(`${messageId.slice(0, at)}.${part - 1}`)?.has(edit))
      problems.push(`${messageId}: goes on with the template ${edit}, of which the part before was not`);
    edits.set(messageId, (edits.get(messageId) ?? new Set()).add(edit));
  }
  const unkept = [...table.dispatches].flatMap(([id, { state, renderedMessage, rich }]) =>
    state === 'success' && (renderedMessage === '' || !rich?.message)
      ? [`${id}: delivered, and not kept with its looks`]
      : [],
  );
  return [...problems, ...unkept];
};

const neverEarly = ({ providers }: World): string[] =>
  providers.asked.flatMap(({ messageId, earlyMs }) =>
    earlyMs > 0 ? [`${messageId}: tried ${earlyMs} ms before its time`] : [],
  );

const neverBeforeTheProviderAsked = ({ providers }: World): string[] => {
  const problems: string[] = [];
  const waits = new Map<number, Asked>();
  for (const asked of providers.asked) {
    const wait = waits.get(asked.targetId);
    // Only runs that could still record the provider's response know its content.
    const known = wait?.run.done && wait.run.faults === wait.faultsAtAnswer;
    if (wait && known && asked.startedAt < wait.notBefore)
      problems.push(
        `target ${asked.targetId}: asked for ${asked.messageId} ${wait.notBefore - asked.startedAt} ms too early`,
      );
    if (asked.notBefore > 0) waits.set(asked.targetId, asked);
  }
  return problems;
};
