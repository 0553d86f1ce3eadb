import type { Behaviour } from './wire.ts';

export interface Behaviours {
  set(provider: string, behaviour: Behaviour): void;
  get(provider: string): Behaviour;
  /** Returns the behaviour for the next call and counts the call. */
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
