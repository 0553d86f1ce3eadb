/**
 * A call's, message's or target's standing, in addition to the specification's states. Something failed and needs
 * attention, something is still being delivered, or everything was delivered. Badges, filters, counts and charts all
 * use it, so they agree.
 */
export const standings = ['attention', 'waiting', 'arrived'] as const;
export type Standing = (typeof standings)[number];

/**
 * Summarises a call as a standing.
 * @param states the states of its messages, by their names in the API or in the summary
 * @returns undefined if no message is expected
 */
export function standingOf(states: readonly string[]): Standing | undefined {
  if (states.includes('error')) return 'attention';
  const wanted = states.filter((state) => state !== 'skipped');
  if (wanted.length === 0) return undefined;
  return wanted.every((state) => state === 'success') ? 'arrived' : 'waiting';
}

/** True if a text is the name of a standing. */
export const isStanding = (word: string | undefined): word is Standing =>
  standings.some((standing) => standing === word);
