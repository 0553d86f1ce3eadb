/**
 * One row of the table. `agrees`; `differs`, for a given reason; `cannot`, a gap of the other side; `missing`, a
 * program that is not installed; `FAILED`, all else. The last two make the command fail.
 */
export interface Opinion {
  /** The other program. */
  of: string;
  about: string;
  verdict: 'agrees' | 'differs' | 'cannot' | 'missing' | 'FAILED';
  detail: string;
}

/** Writes a part's rows as they come. */
export type Tell = (opinion: Opinion) => void;

export const lineOf = ({ verdict, of, about, detail }: Opinion): string =>
  `${verdict.padEnd(8)}  ${of.padEnd(26)}  ${about.padEnd(44)}  ${detail}`;

/** @returns whether the command as a whole may end well: no one disagreed, and everyone was there to be asked */
export const allHeard = (opinions: Opinion[]): boolean =>
  opinions.length > 0 && opinions.every(({ verdict }) => verdict !== 'FAILED' && verdict !== 'missing');
