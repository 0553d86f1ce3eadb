const HINT_CHARACTERS = 4;

/**
 * The end of a stored secret, by which people tell it from others. Short ones show less than half of their characters.
 */
export const hintOf = (secret: string): string => (secret.length < 12 ? '…' : `…${secret.slice(-HINT_CHARACTERS)}`);
