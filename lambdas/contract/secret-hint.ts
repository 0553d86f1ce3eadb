const HINT_CHARACTERS = 4;

/** The end of a stored secret, so people recognise it. Short secrets show less than half of their characters. */
export const hintOf = (secret: string): string => (secret.length < 12 ? '…' : `…${secret.slice(-HINT_CHARACTERS)}`);
