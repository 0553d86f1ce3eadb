import { acknowledge } from '../../../lambdas/dispatches/acknowledge.ts';
import { type AcknowledgeChoice, isWaiting } from '../../../lambdas/dispatches/watch.ts';
import type { Watch } from '../../../lambdas/model/watch.ts';
import { dispatchKey } from '../simulation/table.ts';
import { dispatchOf, tellsOfEnd } from './providers.ts';
import type { StoredWatch, World } from './scenario.ts';
import { type Simulation, START } from './simulation.ts';

/** Longest time from the check of a watch to the request, which a slow process can take. */
const CHECKED_MS = 60_000;
/** Milliseconds after which a due step is dispatched, even if two sweeps in a row fail. */
const STEP_WITHIN_MS = 4 * 60_000;

/** People who acknowledge at the scenario's times. They choose any watch that waits. */
export const playPeople = (simulation: Simulation): void => {
  const { scenario, time, chance, watches, withFaults } = simulation;
  const person = async (atMs: number): Promise<void> => {
    await time.sleep(atMs);
    const waiting = [...watches.kept.values()].filter(({ watch }) => isWaiting(watch, time.now()));
    if (waiting.length === 0) return;
    const { id, watch } = chance.pick(waiting);
    const ports = { watches: withFaults(watches.store, simulation.fresh()), clock: time.now };
    await acknowledge(id, { call: watch.invocationId, by: `Person at ${atMs}` }, ports).catch(() => {});
  };
  for (const atMs of scenario.escalation?.acknowledgedAtMs ?? []) void person(atMs);
};

/**
 * No step comes after an end that was stored before it. Each is counted once, and none is missing. No one is notified
 * twice of an end, unless the provider's answer was lost.
 */
export const everyStepIsTaken = (world: World): string[] => {
  const choice = world.scenario.escalation?.choice;
  if (!choice) return [];
  return [
    ...noStepComesLate(world),
    ...everyStepIsCountedOnce(world),
    ...noStepIsMissing(world, choice),
    ...everyEndIsToldOnce(world),
  ];
};

const nameOf = ({ id, watch }: StoredWatch) => `${id.name} ${watch.invocationId}`;
const hasEnded = ({ acknowledged, resolvedAt }: Watch) => acknowledged !== undefined || resolvedAt !== undefined;

const noStepComesLate = ({ table, providers, watchHistory, sentAgain, sentAllAgainAt }: World): string[] =>
  providers.asked.flatMap((asked) => {
    const key = dispatchOf(asked);
    const dispatch = table.dispatches.get(key);
    const isFirstPart = /\.1$/.test(asked.messageId);
    if (!dispatch?.step || !isFirstPart || sentAgain.has(key) || sentAllAgainAt.length > 0) return [];
    const before = watchHistory.filter(
      ({ id, watch, at }) =>
        id.name === dispatch.watch && watch.invocationId === dispatch.invocationId && at < asked.startedAt - CHECKED_MS,
    );
    const latest = before.at(-1);
    return latest && hasEnded(latest.watch) ? [`${asked.messageId}: a step after the end of its watch`] : [];
  });

const everyStepIsCountedOnce = ({ watchHistory }: World): string[] =>
  [...Map.groupBy(watchHistory, nameOf)].flatMap(([name, versions]) =>
    versions.some(({ watch }, index) => {
      const step = watch.stepsDone - (versions[index - 1]?.watch.stepsDone ?? 0);
      return step !== 0 && step !== 1;
    })
      ? [`${name}: a step was counted twice, or skipped`]
      : [],
  );

const everyEndIsToldOnce = ({ providers }: World): string[] => {
  const loud = providers.asked.filter(
    ({ messageId, how, answer }) => tellsOfEnd(messageId) && how !== 'update' && answer === 'ok',
  );
  return [...Map.groupBy(loud, ({ messageId }) => messageId)].flatMap(([id, { length }]) =>
    length > 1 ? [`${id}: told ${length} times`] : [],
  );
};

const noStepIsMissing = ({ table, scenario, watchHistory, time }: World, { steps }: AcknowledgeChoice): string[] =>
  [...Map.groupBy(watchHistory, nameOf)].flatMap(([name, versions]) => {
    const [first] = versions;
    if (!first) return [];
    const { invocationId, startedAt } = first.watch;
    const later = watchHistory.find(
      ({ id, at, watch }) => id.name === first.id.name && at > first.at && watch.invocationId !== invocationId,
    );
    const endedAt = versions.find(({ watch }) => hasEnded(watch))?.at ?? later?.at ?? Number.POSITIVE_INFINITY;
    return steps.flatMap(({ afterMinutes, targetIds }, index) => {
      const dueAt = Date.parse(startedAt) + afterMinutes * 60_000;
      const dueBy = Math.max(dueAt, START + scenario.faultsUntilMs) + STEP_WITHIN_MS;
      if (endedAt <= dueBy || dueBy > time.now().getTime() || !table.summaries.has(invocationId)) return [];
      return targetIds
        .filter((targetId) => table.dispatches.get(dispatchKey({ invocationId, targetId }))?.step?.number !== index + 1)
        .map((targetId) => `${name}: no step ${index + 1} at target ${targetId}`);
    });
  });
