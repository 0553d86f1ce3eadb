/**
 * One row of the table. `agrees`; `differs`, with the reason why that is right; `cannot`, what the other side has no
 * means for; `missing`, a program that is not here; `FAILED`, everything else. The last two make the command fail.
 */
export interface Opinion {
  /** Who was asked. */
  of: string;
  about: string;
  verdict: 'agrees' | 'differs' | 'cannot' | 'missing' | 'FAILED';
  detail: string;
}

/** Where a part writes its rows, the moment it has them. */
export type Tell = (opinion: Opinion) => void;

export const lineOf = ({ verdict, of, about, detail }: Opinion): string =>
  `${verdict.padEnd(8)}  ${of.padEnd(26)}  ${about.padEnd(44)}  ${detail}`;

/** @returns whether the command as a whole may end well: nobody disagreed, and everybody was there to be asked */
export const allHeard = (opinions: Opinion[]): boolean =>
  opinions.length > 0 && opinions.every(({ verdict }) => verdict !== 'FAILED' && verdict !== 'missing');
