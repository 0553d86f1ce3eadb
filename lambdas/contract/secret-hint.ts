const HINT_CHARACTERS = 4;

/** By what a secret is told from others once it is stored: its end. Short ones are not told by half of their characters. */
export const hintOf = (secret: string): string => (secret.length < 12 ? '…' : `…${secret.slice(-HINT_CHARACTERS)}`);
