import { type Fact, textOf } from './tree.ts';

/** Maximum length of a value in a column, in UTF-16 units. Longer values would wrap. */
const MAX_VALUE = 60;
/** True if facts fit in two columns: at least two, all short and without links. */
export const inColumns = (facts: readonly Fact[]): boolean =>
  facts.length > 1 &&
  facts.every(
    ({ label, runs }) =>
      label !== '' &&
      runs.every(({ link }) => link === undefined) &&
      /^(?=.*\S).+$/.test(textOf(runs)) &&
      textOf(runs).length <= MAX_VALUE,
  );
