import type { TargetWire } from '#contract/target';
import { STATE_SECONDS, stateCookieName, stateOf } from '../targets/browser-state.ts';

/**
 * The `Set-Cookie` values that let the browser come back from a provider's page, for an answer about a target to its
 * owner. `Lax`, since the way back begins at the provider.
 */
export const stateCookies = (target: TargetWire): { cookies?: string[] } => {
  const state = stateOf(target);
  return state === undefined
    ? {}
    : {
        cookies: [
          `${stateCookieName(target.id)}=${state}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${STATE_SECONDS}`,
        ],
      };
};
