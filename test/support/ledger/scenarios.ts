import { type Plans, plans } from '../../../lambdas/model/plans.ts';
import { chanceOf } from '../simulation/chance.ts';
import { NO_FAULTS } from './faults.ts';
import { type Behaviour, goodBehaviour } from './providers.ts';
import { routingOf } from './routes.ts';
import { type Scenario, stepTarget } from './scenario.ts';

/** A scenario with nothing but its calls. */
export const UNEVENTFUL = {
  owners: [],
  actions: [],
  faults: NO_FAULTS,
  losses: { loses: 0, doubles: 0 },
  faultsUntilMs: 0,
  mendedFromMs: 0,
  redrivenAtMs: [],
} satisfies Partial<Scenario>;

const MINUTE = 60_000;

/** The Free plan's waits, limited to two hours so every message ends within a world's time. */
const shortPlans: Plans = {
  ...plans,
  free: {
    ...plans.free,
    retry: { delaysSeconds: [5, 30, 120, 600, 1800, 4800], thenEverySeconds: null, givenUpAfterDays: null },
  },
};

/** In worlds that have such calls: the share of calls that their targets always reject, and the kind of rejection. */
const REFUSED = 0.12;

/** Share of calls that crash the product until it is fixed. */
const POISONED = 0.02;

/** Like {@link scenarioOf}, with a quota for only a few of the calls, and a larger one while faults still occur. */
export const heldScenarioOf = (seed: number): Scenario => {
  const scenario = scenarioOf(seed);
  const chance = chanceOf(seed ^ 0x4e1d);
  const { free } = scenario.plans;
  const quota = (maxInvocationsPerDay: number) => ({ ...free, maxInvocationsPerDay });
  return {
    ...scenario,
    plans: { ...scenario.plans, free: quota(chance.between(12, 30)), premium: quota(1500) },
    upgradedAtMs: chance.between(5, 45) * MINUTE,
    // Owners' actions on messages are simulated without held calls.
    actions: [],
  };
};

/** Like {@link scenarioOf}, with formatted messages, some rejected, and a template edited before each rendering. */
export const richScenarioOf = (seed: number, calls?: number): Scenario => ({
  ...scenarioOf(seed, calls),
  rich: true,
});

/** The same worlds with fallbacks: a chain of three targets, and a fourth whose fallback is itself. */
export const fallbackScenarioOf = (seed: number, calls?: number): Scenario => {
  const scenario = scenarioOf(seed, calls);
  const fallbacks = [{ to: 1, afterMinutes: 5 }, { to: 2, afterMinutes: 10 }, undefined, { to: 3, afterMinutes: 1 }];
  const targets = scenario.targets.map((target, index) => {
    const fallback = fallbacks[index];
    return fallback ? { ...target, fallback } : target;
  });
  return { ...scenario, targets };
};

/** Like {@link scenarioOf}, with a rule per target, quiet hours while faults still occur, and a paused webhook. */
export const routedScenarioOf = (seed: number, calls?: number): Scenario => {
  const scenario = scenarioOf(seed, calls);
  const chance = chanceOf(seed ^ 0x70e5);
  const from = chance.between(2, 25) * MINUTE;
  const isPaused = chance.happens(0.5);
  const plan = { ...scenario.plans.free, maxInvocationsPerDay: 1500 };
  return {
    ...scenario,
    plans: { ...scenario.plans, free: plan, premium: plan },
    routing: routingOf(chance),
    ...(isPaused && { pausedMs: { from, until: from + chance.between(2, 25) * MINUTE } }),
    // Owners' actions on single messages take precedence over their rules, so they are simulated without rules.
    actions: [],
  };
};

/** The same worlds with follow-ups, for targets of each kind that supports them. Some targets get another chat. */
export const livingScenarioOf = (seed: number, calls?: number): Scenario => {
  const scenario = scenarioOf(seed, calls);
  const chance = chanceOf(seed ^ 0x11fe);
  const kinds = ['telegram', 'discord', 'matrix', 'email'];
  const escalation = escalationOf(seed);
  return {
    ...scenario,
    targets: [
      ...scenario.targets.map(({ behaviour }, index) => ({ kind: kinds[index] as string, behaviour })),
      ...(escalation ? ['telegram', 'email', 'matrix'].map((kind) => ({ kind, behaviour: goodBehaviour })) : []),
    ],
    escalation,
    // Drawn separately, so the rest of a world stays the same.
    ...(chanceOf(seed ^ 0xd16e57).happens(0.4) && { digest: { after: 2, withinSeconds: 60 } }),
    living: {
      follow: chance.pick(['auto', 'auto', 'update', 'reply']),
      moves: Array.from({ length: chance.between(0, 2) }, () => ({
        atMs: chance.between(1, 35) * MINUTE,
        target: chance.between(0, 3),
      })),
    },
  };
};

/** Half of the living worlds ask for acknowledgements, with two steps for three further targets. */
const escalationOf = (seed: number): Scenario['escalation'] => {
  const chance = chanceOf(seed ^ 0xac4);
  if (chance.happens(0.5)) return undefined;
  return {
    choice: {
      from: chance.pick(['critical', 'warning', 'always']),
      steps: [
        { afterMinutes: chance.between(2, 10), targetIds: [stepTarget(0)] },
        { afterMinutes: chance.between(11, 30), targetIds: [stepTarget(1), stepTarget(2)] },
      ],
    },
    acknowledgedAtMs: Array.from({ length: chance.between(0, 6) }, () => chance.between(1, 40 * 60) * 1000),
  };
};

/** A random scenario: bursts and single calls, good and bad targets, owners' actions, faults for 40 minutes. */
export const scenarioOf = (seed: number, calls = 60): Scenario => {
  const chance = chanceOf(seed ^ 0x5eed);
  const start = Date.UTC(2026, 10, 20, 12);
  const faultsUntilMs = 40 * MINUTE;
  const mendedFromMs = faultsUntilMs + 60 * MINUTE;
  const behaviour = (): Behaviour => {
    const from = start + chance.between(0, 15) * MINUTE;
    const isDown = chance.happens(0.3);
    const isGone = chance.happens(0.1);
    return {
      busy: chance.pick([0, 0.05, 0.3]),
      broken: chance.pick([0, 0.05, 0.2]),
      timeout: chance.pick([0, 0, 0.1]),
      resetAfterBody: chance.pick([0, 0, 0.1]),
      down: isDown ? { from, until: from + chance.between(5, 40) * MINUTE } : undefined,
      goneFrom: isGone ? start + chance.between(5, 30) * MINUTE : undefined,
    };
  };
  const targets = Array.from({ length: 4 }, () => ({
    kind: chance.pick(['slow', 'quick', 'free']),
    behaviour: behaviour(),
  }));
  // A silent provider is silent for all its targets. This is decided separately, so the rest of a world stays the same.
  const silence = chanceOf(seed ^ 0x51e7);
  const silentKind = silence.pick(['slow', 'quick', 'free', undefined, undefined]);
  const silentFrom = start + silence.between(0, 15) * MINUTE;
  const silentUntil = silentFrom + silence.between(1, 30) * MINUTE;
  for (const { kind, behaviour: its } of targets)
    if (kind === silentKind) its.down = { from: silentFrom, until: silentUntil, hangs: true };
  // Rejections are decided separately too.
  const refusal = chanceOf(seed ^ 0xbad);
  const hasRefused = refusal.happens(0.4);
  const refused = () =>
    hasRefused && refusal.happens(REFUSED) ? refusal.pick(['broken', 'broken', 'silent'] as const) : undefined;
  let atMs = 0;
  const callAt = () => {
    // Many calls together, then silence, as is typical of webhooks.
    atMs += chance.happens(0.7) ? chance.between(0, 800) : chance.between(5000, 2 * MINUTE);
    return atMs;
  };
  return {
    seed,
    plans: shortPlans,
    targets,
    calls: Array.from({ length: calls }, () => ({
      atMs: callAt(),
      targets: chance.happens(0.5) ? [chance.between(0, 3)] : [0, 1, 2, 3].filter(() => chance.happens(0.6)),
      length: chance.happens(0.15) ? chance.between(70, 170) : chance.between(12, 50),
      poison: chance.happens(POISONED) ? chance.pick(['throws', 'kills'] as const) : undefined,
      refused: refused(),
    })).filter((call) => call.targets.length > 0),
    owners: Array.from({ length: chance.between(0, 3) }, () => ({
      atMs: chance.between(1, 35) * MINUTE,
      target: chance.between(0, 3),
      action: chance.pick(['disable', 'enable', 'enable', 'delete'] as const),
    })),
    actions: Array.from({ length: chance.between(0, 12) }, () => ({
      atMs: chance.between(1, 45) * MINUTE + chance.between(0, 59_999),
      action: chance.pick(['retry', 'retry', 'give up', 'send again', 'send again', 'send all again'] as const),
    })),
    faults: { fails: 0.02, failsAfter: 0.01, dies: 0.002, repeats: 0.01, stalls: 0.01 },
    losses: { loses: 0.02, doubles: 0.05 },
    faultsUntilMs,
    mendedFromMs,
    // The last redrive comes after the hourly wake-up of a paused lane, which may find a dispatch that crashed before.
    redrivenAtMs: chance.happens(0.7) ? [20, 110, 120, 210].map((minute) => minute * MINUTE) : [],
    untilMs: faultsUntilMs + 180 * MINUTE,
  };
};
