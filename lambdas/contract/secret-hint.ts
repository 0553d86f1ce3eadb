const HINT_CHARACTERS = 4;

/** The last characters of a stored secret, so its owner recognises it. Of short secrets, less than half is shown. */
export const hintOf = (secret: string): string => (secret.length < 12 ? '…' : `…${secret.slice(-HINT_CHARACTERS)}`);
