import { type Dictionary, entriesOf } from './outline.ts';

/** The first of a text's translations: `{"en-US": "Hello"}`; undefined for any other object. */
export function oneLanguage(value: Dictionary): unknown {
  const entries = entriesOf(value, 12);
  const isTranslated = entries.every(([key, text]) => /^[a-z]{2}-[A-Z]{2}$/.test(key) && typeof text === 'string');
  return isTranslated ? entries[0]?.[1] : undefined;
}
