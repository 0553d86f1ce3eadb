import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * The server rejects with this, and the browser's meter asks it too: it knows nothing but the estimate and its lists.
 */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const PRODUCT_NAME = 'tellhook';

/** zxcvbn's bound of "safely unguessable", so a stolen table of slow hashes still keeps the password for a while. */
const MIN_GUESSES = 1e8;

/**
 * The number of guesses that an attacker who knows people's habits needs for `password` (zxcvbn's estimate). It covers
 * leaked passwords, words with digits, signs and capitals around them, keyboard walks, repetitions and dates.
 * @param ownWords words that an attacker tries first for this account
 */
const guessesFor = (password: string, ownWords: readonly string[]): number =>
  zxcvbn.check(password, [...ownWords]).guesses;

/** Words that belong to this account, and so are guessed first: the address, its local part, the product's name. */
const ownWordsOf = (email: string): string[] => {
  const [localPart = ''] = email.split('@');
  const parts = localPart.split(/[^a-z0-9]+/i);
  return [email, localPart, parts.join(''), ...parts, PRODUCT_NAME].filter((word) => word.length >= 3);
};

/**
 * The reason that `password` must not be used for the account of `email`, as the end of a sentence, or undefined. The
 * contract checks its length.
 * @param email empty if it is not known
 */
export const passwordFault = (password: string, email: string): string | undefined => {
  if (guessesFor(password, []) < MIN_GUESSES) return 'is too common, attackers try it first';
  return guessesFor(password, ownWordsOf(email)) < MIN_GUESSES
    ? 'must not be made of the email address or the name of the product'
    : undefined;
};
