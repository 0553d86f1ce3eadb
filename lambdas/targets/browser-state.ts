import type { TargetWire } from '#contract/target';

/**
 * The cookie that shows, when a provider sends a browser back, that the target's owner is signed in there. Its value is
 * the state with which the way to the provider began. Each target has one, so two set-ups can run at the same time.
 */
export const stateCookieName = (targetId: number): string => `__Host-state-${targetId}`;

/** For how long it is kept, and the way to a provider may take: as long as a provider's one-time code lives. */
export const STATE_SECONDS = 10 * 60;

/** The state of the way to a provider that a target's owner is shown, or undefined when there is none. */
export const stateOf = ({ options }: Pick<TargetWire, 'options'>): string | undefined =>
  typeof options.AuthUrl === 'string'
    ? (URL.parse(options.AuthUrl)?.searchParams.get('state') ?? undefined)
    : undefined;
