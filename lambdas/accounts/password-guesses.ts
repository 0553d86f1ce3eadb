import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The server and the browser's strength meter use this file, so it contains only the estimate and its word lists. */
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const PRODUCT_NAME = 'tellhook';

/**
 * The number of guesses that zxcvbn calls "safely unguessable". Even a stolen table of slow hashes then resists for
 * some time.
 */
const MIN_GUESSES = 1e8;

/**
 * Estimates the number of guesses that an informed attacker needs (zxcvbn). It covers leaked passwords, words with
 * digits, punctuation and capitals, keyboard patterns, repetitions and dates.
 * @param ownWords words that an attacker would guess first for this account
 */
const guessesFor = (password: string, ownWords: readonly string[]): number =>
  zxcvbn.check(password, [...ownWords]).guesses;

/**
 * The words that an attacker would guess first for this account: the address, its local part and the product's name.
 */
const ownWordsOf = (email: string): string[] => {
  const [localPart = ''] = email.split('@');
  const parts = localPart.split(/[^a-z0-9]+/i);
  return [email, localPart, parts.join(''), ...parts, PRODUCT_NAME].filter((word) => word.length >= 3);
};

/**
 * Returns the reason if `password` is too weak for the account of `email`, as the end of a sentence. The contract
 * checks its length.
 * @param email empty if it is unknown
 */
export const passwordFault = (password: string, email: string): string | undefined => {
  if (guessesFor(password, []) < MIN_GUESSES) return 'is too common, and attackers try common passwords first';
  return guessesFor(password, ownWordsOf(email)) < MIN_GUESSES
    ? 'must not consist of your email address or the product’s name'
    : undefined;
};
