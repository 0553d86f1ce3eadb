import { wordsOf } from '#contract/secret-words';
import { type Dictionary, entriesOf } from './outline.ts';

/** Names of numbers that are not measurements because they identify, locate or count something. */
const NO_MEASURE =
  /(?:^| )(?:ids?|no|number|zip|year|port|pid|version|index|lat|lng|lon|latitude|longitude|code|phone|amount|cents|total|subtotal|price|cost|fee|fees|tax|discount|shipping|balance|paid|due|order|position|level|priority|status|state|type|quantity|qty|ts|timestamp|time|at|line|column|seq|sequence|offset|size|bytes|duration|ms|seconds|age|width|height|period|periods|rate|created|updated|rating|score|decimals|exponent|precision|scale)$/;

/** Returns the fields of an object that are measurements. Empty if there are fewer than three. */
export function measuresIn(value: Dictionary): ReadonlySet<string> {
  const names = entriesOf(value, 60).flatMap(([name, inner]) =>
    (typeof inner === 'number' || (typeof inner === 'string' && /^-?\d{1,6}\.\d{1,6}$/.test(inner))) &&
    Math.abs(Number(inner)) < 1e7 &&
    !NO_MEASURE.test(wordsOf(name).join(' '))
      ? [name]
      : [],
  );
  return names.length > 2 ? new Set(names) : NONE;
}
const NONE: ReadonlySet<string> = new Set();
