import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * How many guesses an attacker who knows people's habits needs for `password` (zxcvbn's estimate): leaked passwords and
 * words with digits, signs and capitals around them, walks over the keyboard, repetitions, dates.
 * @param ownWords words that an attacker tries first for this account
 */
export const guessesFor = (password: string, ownWords: readonly string[]): number =>
  zxcvbn.check(password, [...ownWords]).guesses;
