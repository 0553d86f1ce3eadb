import { dispatchKey } from '../simulation/table.ts';
import { playCallers } from './callers.ts';
import { playDispatchers } from './dispatchers.ts';
import { playPeople } from './escalations.ts';
import { runJobs } from './jobs.ts';
import { playOwners } from './owners.ts';
import { FIRST_TARGET, type Scenario, type World } from './scenario.ts';
import { kinds, START, simulationOf } from './simulation.ts';

/** Plays a scenario to its end, with the product's own verbs and everything else simulated. */
export const play = async (scenario: Scenario): Promise<World> => {
  const simulation = simulationOf(scenario);
  const { table, time, queue, outside, excused, brokenLanes, arrivedAt, deadLetters } = simulation;
  const owners = playOwners(simulation);
  const accepted = playCallers(simulation);
  const poisoned = playDispatchers(simulation);
  const changedByOldLetters = runJobs(simulation);
  playPeople(simulation);
  await time.runUntil(new Date(START + scenario.untilMs));
  return {
    ...owners,
    scenario,
    table,
    providers: outside,
    inDigests: new Set(
      [...simulation.digests.all.values()].flatMap(({ digest: { targetId }, messages }) =>
        [...messages.keys()].map((id) => dispatchKey({ invocationId: id.slice(0, id.indexOf('-')), targetId })),
      ),
    ),
    watchHistory: simulation.watchHistory,
    queue,
    time,
    start: START,
    accepted,
    excused,
    brokenLanes,
    arrivedAt,
    poisoned,
    changedByOldLetters,
    deadLettersLeft: deadLetters.length,
    intervalMsOf: (targetId) => 1000 / (kinds[scenario.targets[targetId - FIRST_TARGET]?.kind ?? 'free']?.pace ?? 1),
  };
};
