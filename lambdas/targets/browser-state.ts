import type { TargetWire } from '#contract/target';

/**
 * The cookie that proves, when a provider redirects a browser back, that the target's owner is signed in there. Its
 * value is the state of the redirect to the provider. Each target has its own, so two set-ups can run at the same time.
 */
export const stateCookieName = (targetId: number): string => `__Host-state-${targetId}`;

/** The lifetime of the cookie, and of the redirect to a provider: as long as a provider's one-time code. */
export const STATE_SECONDS = 10 * 60;

/** The `state` of a target's redirect to its provider; undefined if there is none. */
export const stateOf = ({ options }: Pick<TargetWire, 'options'>): string | undefined =>
  typeof options.AuthUrl === 'string'
    ? (URL.parse(options.AuthUrl)?.searchParams.get('state') ?? undefined)
    : undefined;
