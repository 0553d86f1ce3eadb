import * as z from 'zod';

/**
 * How a provider answers its next deliveries. `times`: how many calls are affected (all, when left out).
 * `every: 3`: only every third call. `retryAfter`: seconds, for 429. `answer`: a code of the provider's own table.
 */
export const behaviour = z.object({
  mode: z.enum(['ok', '429', '500', 'timeout', 'reset', 'gone', 'answer']),
  times: z.int().min(1).optional(),
  every: z.int().min(1).optional(),
  retryAfter: z.number().min(0).max(86_400).optional(),
  answer: z.string().optional(),
});
export type Behaviour = z.infer<typeof behaviour>;

export interface Behaviours {
  set(provider: string, behaviour: Behaviour): void;
  get(provider: string): Behaviour;
  /** The behaviour for this call; counts it. */
  next(provider: string): Behaviour;
}

const ok: Behaviour = { mode: 'ok' };

export const createBehaviours = (): Behaviours => {
  const active = new Map<string, { behaviour: Behaviour; calls: number }>();
  return {
    set(provider, chosen) {
      if (chosen.mode === 'ok') active.delete(provider);
      else active.set(provider, { behaviour: { ...chosen }, calls: 0 });
    },
    get: (provider) => active.get(provider)?.behaviour ?? ok,
    next(provider) {
      const current = active.get(provider);
      if (!current) return ok;
      current.calls += 1;
      if (current.calls % (current.behaviour.every ?? 1) !== 0) return ok;
      if (current.behaviour.times !== undefined) {
        const left = current.behaviour.times - 1;
        if (left === 0) active.delete(provider);
        else current.behaviour = { ...current.behaviour, times: left };
      }
      return current.behaviour;
    },
  };
};
