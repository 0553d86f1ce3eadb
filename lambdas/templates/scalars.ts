import { withoutSecretValues } from '#contract/secret-values';
import { firstGraphemes } from './graphemes.ts';
import { printNumber } from './print.ts';

const MAX_VALUE = 160;

export const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  // The zero time of Go means "not yet" or "never".
  if (typeof value === 'string') return value.trim() === '' || value.startsWith('0001-01-01T00:00:00');
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** One line for a scalar: blanks joined, long texts and hashes shortened. */
export function scalar(value: unknown, max = MAX_VALUE): string {
  // JSON has no infinity, but numbers that are too large for one.
  if (typeof value === 'number') return Number.isFinite(value) ? printNumber(value) : String(value);
  const text = withoutSecretValues(String(value).slice(0, max * 8))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^[0-9a-f]{32,}$/i.test(text)) return `${text.slice(0, 10)}…`;
  return text.length > max ? `${firstGraphemes(text.slice(0, max * 4), max).trimEnd()}…` : text;
}
