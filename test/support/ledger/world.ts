import { playCallers } from './callers.ts';
import { playDispatchers } from './dispatchers.ts';
import { playKeepers } from './keepers.ts';
import { playOwners } from './owners.ts';
import { FIRST_TARGET, type Plot, type World } from './plot.ts';
import { kinds, START, stageOf } from './stage.ts';

/** Plays a plot to its end, with the verbs of the product and everything outside them simulated. */
export const play = async (plot: Plot): Promise<World> => {
  const stage = stageOf(plot);
  const { table, time, queue, outside, disturbed, brokenLanes, arrivedAt, deadLetters } = stage;
  const owners = playOwners(stage);
  const accepted = playCallers(stage);
  const poisoned = playDispatchers(stage);
  const changedByOldLetters = playKeepers(stage);
  await time.runUntil(new Date(START + plot.untilMs));
  return {
    ...owners,
    plot,
    table,
    providers: outside,
    queue,
    time,
    start: START,
    accepted,
    disturbed,
    brokenLanes,
    arrivedAt,
    poisoned,
    changedByOldLetters,
    deadLettersLeft: deadLetters.length,
    intervalMsOf: (targetId) => 1000 / (kinds[plot.targets[targetId - FIRST_TARGET]?.kind ?? 'free']?.pace ?? 1),
  };
};
