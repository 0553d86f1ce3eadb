const HINT_CHARACTERS = 4;

/**
 * Returns the last characters of a stored secret, by which its owner recognises it. Short secrets are not shown at all.
 */
export const hintOf = (secret: string): string => (secret.length < 12 ? '…' : `…${secret.slice(-HINT_CHARACTERS)}`);
