import { invalidField } from '../platform/errors.ts';

const PRODUCT_NAME = 'tellhook';

/** zxcvbn's bound of "safely unguessable", so that a stolen table of slow hashes still keeps the password for a while. */
const MIN_GUESSES = 1e8;

/** Words that belong to this account, and so are guessed first: the address, its local part, the product's name. */
const ownWordsOf = (email: string): string[] => {
  const [localPart = ''] = email.split('@');
  const parts = localPart.split(/[^a-z0-9]+/i);
  return [email, localPart, parts.join(''), ...parts, PRODUCT_NAME].filter((word) => word.length >= 3);
};

/** Why `password` must not be used for the account of `email`, or undefined. Its length is the contract's business. */
export const passwordFault = async (password: string, email: string): Promise<string | undefined> => {
  // Lists of words that only the choice of a password needs: the sign-in starts without them.
  const { guessesFor } = await import('./password-guesses.ts');
  if (guessesFor(password, []) < MIN_GUESSES) return 'is too common, attackers try it first';
  return guessesFor(password, ownWordsOf(email)) < MIN_GUESSES
    ? 'must not be made of the e-mail address or the name of the product'
    : undefined;
};

/** @throws AppError('invalid-input') that names `field`. */
export const demandGoodPassword = async (password: string, email: string, field: string): Promise<void> => {
  const fault = await passwordFault(password, email);
  if (fault) throw invalidField(field, 'password-too-weak', `The password ${fault}`, fault);
};
