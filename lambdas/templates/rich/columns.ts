import { type Fact, textOf } from './tree.ts';

/** Longer values would wrap within half a line. */
const MAX_VALUE = 60;
/** True if facts fit in two columns: several short ones in plain words. */
export const inColumns = (facts: readonly Fact[]): boolean =>
  facts.length > 1 &&
  facts.every(
    ({ label, runs }) =>
      label !== '' &&
      runs.every(({ link, time }) => link === undefined && time === undefined) &&
      /^(?=.*\S).+$/.test(textOf(runs)) &&
      textOf(runs).length <= MAX_VALUE,
  );
