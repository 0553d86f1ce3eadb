import type { TargetWire } from '#contract/target';
import { STATE_SECONDS, stateCookieName, stateOf } from '../targets/browser-state.ts';

/**
 * Returns the `Set-Cookie` values that identify the browser when the provider redirects it back to set up a target. The
 * cookie is `Lax`, because that redirect comes from another site.
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
