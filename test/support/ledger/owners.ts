import { resumeTarget } from '../../../lambdas/dispatches/lane/wake-up.ts';
import { giveUpDispatch, retryNow } from '../../../lambdas/dispatches/owner/control.ts';
import { startReplay } from '../../../lambdas/dispatches/owner/replay.ts';
import { resend } from '../../../lambdas/dispatches/owner/resend.ts';
import type { Dispatch } from '../../../lambdas/model/dispatch.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { dispatchId } from '../../../lambdas/platform/ids.ts';
import { dispatchKey } from '../simulation/table.ts';
import { FIRST_TARGET, type Scenario, type World } from './scenario.ts';
import { type Simulation, START } from './simulation.ts';

type OwnerActions = Pick<World, 'retriedByOwner' | 'sentAgain' | 'sentAllAgainAt' | 'disabled'>;

/** The owners of targets and messages, who enable and disable targets and act on their messages. */
export const playOwners = (simulation: Simulation): OwnerActions => {
  const { scenario, time, chance, table, stores, withFaults } = simulation;
  const actions: OwnerActions = { retriedByOwner: new Set(), sentAgain: new Map(), sentAllAgainAt: [], disabled: [] };

  const switches = async ({ atMs, target, action }: Scenario['owners'][number]): Promise<void> => {
    await time.sleep(atMs);
    const id = FIRST_TARGET + target;
    const known = table.targets.get(id);
    if (!known) return;
    const now = time.now().getTime();
    if (action !== 'disable')
      for (const span of actions.disabled) if (span.targetId === id) span.until = Math.min(span.until, now);
    if (action === 'delete') table.targets.delete(id);
    else if (known.status === 'active' || known.status === 'disabled') {
      if (action === 'disable') actions.disabled.push({ targetId: id, from: now, until: Number.POSITIVE_INFINITY });
      table.targets.set(id, { ...known, status: action === 'disable' ? 'disabled' : 'active' });
    }
    if (action === 'disable') return;
    await resumeTarget(1, id, { ...simulation.reach(simulation.fresh()), clock: time.now }).catch(() => {});
  };

  const portsOf = () => {
    const run = simulation.fresh();
    const invocations = withFaults(stores.invocations, run);
    return {
      ...simulation.reach(run),
      invocations,
      targets: { get: async (_userId: number, targetId: number) => table.targets.get(targetId) },
      webhooks: { get: async () => table.webhooks.get(11) },
      counters: { ...withFaults(stores.quota, run), takeReplays: async () => true, replayedToday: async () => 0 },
      replayStore: withFaults(stores.replays, run),
      owners: { get: async () => ({ status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' }) },
      plans: scenario.plans,
      clock: time.now,
    };
  };

  /** A message that is being sent to its provider: the worst moment to change one's mind. */
  const underWay = async (): Promise<Pick<Dispatch, 'invocationId' | 'targetId'> | undefined> => {
    for (let tries = 0; tries < 600; tries++) {
      const asked = simulation.outside.asked.findLast(({ endedAt }) => endedAt > time.now().getTime());
      if (asked)
        return { targetId: asked.targetId, invocationId: asked.messageId.slice(0, asked.messageId.indexOf('-')) };
      await time.sleep(100);
    }
    return undefined;
  };

  const acts = async ({ atMs, action }: Scenario['actions'][number]): Promise<void> => {
    await time.sleep(atMs);
    if (action === 'send all again') {
      actions.sentAllAgainAt.push(time.now().getTime());
      const filter = { from: new Date(START), to: time.now(), status: chance.pick(['error', 'any'] as const) };
      await startReplay(1, 11, filter, portsOf()).catch(() => {});
      return;
    }
    const all = [...table.dispatches.values()];
    if (all.length === 0) return;
    const waiting = all.filter(({ state }) => state === 'waiting');
    // Mostly actions that the screens offer, sometimes ones whose state has changed since the screen was loaded.
    const fitting = action !== 'send again' && waiting.length > 0 && chance.happens(0.8) ? waiting : all;
    const picked = chance.pick(fitting);
    const { invocationId, targetId } = (action === 'give up' && (await underWay())) || picked;
    const verb = { retry: retryNow, 'give up': giveUpDispatch, 'send again': resend }[action];
    const key = dispatchKey({ invocationId, targetId });
    actions.retriedByOwner.add(key);
    for (let tries = 0; tries < 12; tries++) {
      if (action === 'send again') actions.sentAgain.set(key, (actions.sentAgain.get(key) ?? 0) + 1);
      try {
        await verb(1, dispatchId(invocationId, targetId), portsOf());
        return;
      } catch (error) {
        // A rejection is final; after any other error, the owner tries again.
        if (error instanceof AppError) return;
        await time.sleep(chance.between(1000, 20_000));
      }
    }
  };

  const pauses = async ({ from, until }: { from: number; until: number }): Promise<void> => {
    for (const [atMs, paused] of [
      [from, true],
      [until, false],
    ] as const) {
      await time.sleep(START + atMs - time.now().getTime());
      const webhook = table.webhooks.get(11);
      if (webhook) table.webhooks.set(11, { ...webhook, paused });
      if (!paused) await stores.heldCalls.hasten(1, 11, time.now());
    }
  };

  const moves = async ({ atMs, target }: { atMs: number; target: number }): Promise<void> => {
    await time.sleep(atMs);
    const known = table.targets.get(FIRST_TARGET + target);
    if (known) table.targets.set(known.id, { ...known, options: { ...known.options, chat: `at ${atMs}` } });
  };

  for (const each of scenario.living?.moves ?? []) void moves(each);
  if (scenario.pausedMs) void pauses(scenario.pausedMs);
  for (const each of scenario.actions) void acts(each);
  for (const each of scenario.owners) void switches(each);
  return actions;
};
