/**
 * One row of the table. `agrees`; `differs`, for a given reason; `cannot`, a gap of the other side; `missing`, a
 * program that is not installed; `FAILED`, all others. The last two make the command fail.
 */
export interface Opinion {
  /** The program that gives the opinion. */
  of: string;
  about: string;
  verdict: 'agrees' | 'differs' | 'cannot' | 'missing' | 'FAILED';
  detail: string;
}

/** Prints a part's rows as they arrive. */
export type Tell = (opinion: Opinion) => void;

export const lineOf = ({ verdict, of, about, detail }: Opinion): string =>
  `${verdict.padEnd(8)}  ${of.padEnd(26)}  ${about.padEnd(44)}  ${detail}`;

/** True if the command succeeds: no program disagreed, and none was missing. */
export const allHeard = (opinions: Opinion[]): boolean =>
  opinions.length > 0 && opinions.every(({ verdict }) => verdict !== 'FAILED' && verdict !== 'missing');
