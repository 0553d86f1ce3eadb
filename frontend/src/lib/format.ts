const whole = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

export const formatNumber = (value: number): string => whole.format(value);

/** Formats an amount of money: 299 → '€2.99'. */
export const formatEuros = (cents: number): string => money.format(cents / 100);

/** Formats a size: 1536 → '1.5 KB'. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
      : bytes < 1_073_741_824
        ? `${shortened(bytes / 1_048_576)} MB`
        : `${shortened(bytes / 1_073_741_824)} GB`;

/** Rounds a number to at most one decimal: 25 → '25', 24.99 → '25', 1.25 → '1.3'. */
const shortened = (value: number): string => value.toFixed(1).replace('.0', '');

/** Formats a number with its noun: plural(1, 'dispatch', 'dispatches') → '1 dispatch'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** The first sentence of a problem; the later ones explain it. */
export const firstSentence = (text: string): string => text.split(/(?<=\.) /)[0] ?? text;

const conjunction = new Intl.ListFormat('en');

/** Joins names into a list for a sentence: ['Ops', 'Phone', 'Desk'] → 'Ops, Phone, and Desk'. */
export const listOf = (names: readonly string[]): string => conjunction.format(names);

/** Formats a duration: 840 → '840 ms', 2_500 → '2.5 s', 180_000 → '3 min', 7_200_000 → '2 h'. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? shortened(seconds) : Math.round(seconds)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
};
