import type { TargetWire } from '#contract/target';

/**
 * The cookie that shows, when a provider sends a browser back, that it is one in which the target's owner is signed in:
 * its value is the state that the way to the provider began with. One for each target, so that two may be begun at once.
 */
export const stateCookieName = (targetId: number): string => `__Host-state-${targetId}`;

/** For how long it is kept, and the way to a provider may take: as long as a provider's one-time code lives. */
export const STATE_SECONDS = 10 * 60;

/** The state of the way to a provider that a target's owner is shown, or undefined when there is none. */
export const stateOf = ({ options }: Pick<TargetWire, 'options'>): string | undefined =>
  typeof options.AuthUrl === 'string'
    ? (URL.parse(options.AuthUrl)?.searchParams.get('state') ?? undefined)
    : undefined;
