import type { TargetWire } from '#contract/target';

/**
 * Returns the cookie's name. After a provider's redirect, this cookie proves that the target's owner is signed in there.
 * Its value is the `state` of the redirect to the provider. Each target has its own cookie, so two set-ups can run at
 * the same time.
 */
export const stateCookieName = (targetId: number): string => `__Host-state-${targetId}`;

/** Lifetime of the cookie and of the setup at the provider. Providers' one-time codes expire in the same time. */
export const STATE_SECONDS = 10 * 60;

/** Reads the `state` of a target's redirect to its provider; undefined if there is none. */
export const stateOf = ({ options }: Pick<TargetWire, 'options'>): string | undefined =>
  typeof options.AuthUrl === 'string'
    ? (URL.parse(options.AuthUrl)?.searchParams.get('state') ?? undefined)
    : undefined;
