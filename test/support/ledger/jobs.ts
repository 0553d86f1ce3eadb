import { wakeDueLanes } from '../../../lambdas/dispatches/lane/wake-up.ts';
import { continueReplays } from '../../../lambdas/dispatches/owner/replay.ts';
import { deadLetter } from '../../../lambdas/dispatches/recovery/dead-letter.ts';
import { reconcile } from '../../../lambdas/dispatches/recovery/reconcile.ts';
import { redrive } from '../../../lambdas/dispatches/recovery/redrive.ts';
import { requeueDue } from '../../../lambdas/dispatches/recovery/requeue-due.ts';
import { sendFallbacks } from '../../../lambdas/dispatches/recovery/send-fallbacks.ts';
import { sendSteps } from '../../../lambdas/dispatches/recovery/send-steps.ts';
import { releaseHeld } from '../../../lambdas/invocations/held/release-held.ts';
import { runAll } from '../../../lambdas/platform/run-all.ts';
import { dispatchKey } from '../simulation/table.ts';
import type { Simulation } from './simulation.ts';

/** Parts of an owner that these jobs do not need. */
const NOBODY = { email: 'owner@example.org', emailVerified: true, targetCount: 4 };

/**
 * The jobs that resume stuck messages: the sweeper each minute, the dead letter function, and the operator.
 * @returns dispatches that an outdated letter has changed
 */
export const runJobs = (simulation: Simulation): string[] => {
  const changedByOldLetters: string[] = [];
  const { scenario, time, chance, stores, withFaults, deadLetters } = simulation;

  const everyMinute = async (): Promise<void> => {
    for (;;) {
      await time.sleep(60_000);
      const run = simulation.fresh();
      const reached = simulation.reach(run);
      const ports = {
        ...reached,
        dueIndex: withFaults(stores.dueIndex, run),
        fallbackIndex: withFaults(stores.fallbackIndex, run),
        undecidedFinder: withFaults(stores.undecidedFinder, run),
        targets: withFaults(stores.targets, run),
        invocations: withFaults(stores.invocations, run),
        replayStore: withFaults(stores.replays, run),
        clock: time.now,
        keepGoing: () => true,
        sleep: time.sleep,
      };
      const holding = {
        ...ports,
        heldCalls: withFaults(stores.heldCalls, run),
        owners: withFaults({ get: async () => ({ ...simulation.owner(), ...NOBODY }) }, run),
        webhooks: withFaults({ get: async (_user: number, id: number) => simulation.table.webhooks.get(id) }, run),
        outbox: { put: async () => {} },
        plans: scenario.plans,
      };
      const stepping = { ...ports, webhooks: holding.webhooks };
      // Another machine's clock may be ahead.
      const ahead = { ...ports, clock: () => new Date(time.now().getTime() + 3000) };
      await runAll([
        () => requeueDue(ahead),
        () => sendFallbacks(ports),
        () => sendSteps(stepping),
        () => wakeDueLanes(ports),
        () => continueReplays(ports),
        () => (simulation.table.holds ? releaseHeld(holding) : Promise.resolve(0)),
        () => reconcile(ports),
      ]).catch(() => {});
    }
  };

  const work = async (letter: (typeof deadLetters)[number]): Promise<void> => {
    const { dispatches, counters } = simulation.reach(simulation.fresh());
    const id = dispatchKey(letter);
    const before = simulation.table.dispatches.get(id);
    await deadLetter(letter, { dispatches, counters, clock: time.now }).catch(() => deadLetters.push(letter));
    const after = simulation.table.dispatches.get(id);
    if (!before || !after || letter.generation >= before.generation) return;
    // Only a letter counts a crash and removes the message from its lane in one step.
    if (after.crashes > before.crashes && after.generation > before.generation) changedByOldLetters.push(id);
  };
  const everyLetter = async (): Promise<void> => {
    for (;;) {
      await time.sleep(30_000);
      for (const letter of deadLetters.splice(0)) {
        await work(letter);
        // A letter can arrive a second time, even much later.
        if (chance.happens(scenario.losses.doubles))
          void time.sleep(chance.between(1, 1_500_000)).then(() => work(letter));
      }
    }
  };

  const operator = async (atMs: number): Promise<void> => {
    await time.sleep(atMs);
    const run = simulation.fresh();
    const invocations = withFaults(stores.invocations, run);
    const deadLetterIndex = withFaults(stores.deadLettered, run);
    await redrive({ ...simulation.reach(run), deadLetterIndex, invocations, clock: time.now }).catch(() => {});
  };

  void everyMinute();
  void everyLetter();
  for (const atMs of scenario.redrivenAtMs) void operator(atMs);
  return changedByOldLetters;
};
