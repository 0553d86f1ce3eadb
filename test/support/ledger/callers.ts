import { acceptCall } from '../../../lambdas/invocations/accept-call.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { aRoute, aWebhook } from '../in-memory.ts';
import { FIRST_TARGET, type Scenario } from './scenario.ts';
import type { Simulation } from './simulation.ts';

/**
 * The callers of webhooks. Each makes its call, and repeats it unless the response is 2xx.
 * @returns the accepted invocations with the time of the response
 */
export const playCallers = (simulation: Simulation): Map<string, number> => {
  const { scenario, time, chance } = simulation;
  const accepted = new Map<string, number>();

  // Ids of the same millisecond are ordered by a truly random part. Without them, a seed always produces the same
  // world.
  let lastId = 0;
  const uniqueTime = () => {
    lastId = Math.max(lastId + 1, time.now().getTime());
    return new Date(lastId);
  };

  const call = async (
    { targets, length, poison, refused }: Scenario['calls'][number],
    number: number,
  ): Promise<void> => {
    const mark = poison ? `poison ${poison} ` : refused ? `refused ${refused} ` : '';
    const text = `call ${number} ${mark}`.padEnd(length, 'word ');
    for (let tries = 0; tries < 4; tries++) {
      const run = simulation.fresh();
      const paused = simulation.table.webhooks.get(11)?.paused ?? false;
      const route = aRoute(aWebhook({ paused, targetIds: targets.map((index) => FIRST_TARGET + index) }), {
        webhookVersion: '',
        owner: simulation.owner(),
      });
      try {
        const summary = await acceptCall(
          { route: 'a-route', method: 'POST', query: '', headers: {}, ip: '203.0.113.7', body: Buffer.from(text) },
          {
            routes: simulation.withFaults({ byRoute: async () => route }, run),
            counters: simulation.withFaults(simulation.stores.quota, run),
            invocations: simulation.withFaults(simulation.stores.invocations, run),
            deduplication: { claim: async () => undefined },
            laneQueue: simulation.reach(run).laneQueue,
            outbox: { put: async () => {} },
            plans: scenario.plans,
            clock: uniqueTime,
          },
        );
        if ('handshake' in summary) throw new Error('no handshakes here');
        accepted.set(summary.id, time.now().getTime());
        return;
      } catch (error) {
        // The limit of held calls is reached, and the caller got this response.
        if (error instanceof AppError && error.code === 'quota-exceeded') return;
        if (error instanceof AppError) throw error;
        await time.sleep(chance.between(1000, 20_000)); // The caller got 5xx or no response and tries again.
      }
    }
  };

  for (const [number, each] of scenario.calls.entries()) void time.sleep(each.atMs).then(() => call(each, number));
  return accepted;
};
