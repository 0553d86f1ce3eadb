import { type Dictionary, entriesOf } from './outline.ts';

/**
 * Returns the first of a text's translations, `{"en-US": "Hello"}`, or its HTML, `{"rendered": "Hello"}`. Returns
 * undefined for any other object.
 */
export function oneLanguage(value: Dictionary): unknown {
  const entries = entriesOf(value, 12);
  const [first] = entries;
  if (first?.[0] === 'rendered' && typeof first[1] === 'string') return first[1];
  const isTranslated = entries.every(([key, text]) => /^[a-z]{2}-[A-Z]{2}$/.test(key) && typeof text === 'string');
  return isTranslated ? first?.[1] : undefined;
}
