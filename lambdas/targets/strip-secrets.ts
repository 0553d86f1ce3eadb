import type { Delivery } from '../model/message.ts';

const MASK = '***';
/** Maximum length of the provider's text that is stored with an attempt, in characters. */
const WORDS_LIMIT = 500;
/** Shortest secret that is masked. Shorter values often occur in ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * Returns a secret and its sensitive parts. In a URL, these are query values and long path segments; in other texts,
 * the text after a colon, a space or a prefix.
 */
const withParts = (secret: string): string[] => {
  const url = URL.parse(secret);
  if (url?.protocol !== 'https:')
    return [secret, ...secret.split(/[\s:]+|^[a-z]+_/).filter((part) => part.length >= LONG_PART)];
  const segments = url.pathname.split('/').filter((segment) => segment.length >= LONG_PART);
  return [secret, `${url.pathname}${url.search}`, ...segments, ...url.searchParams.values()];
};
const LONG_PART = 12;

/**
 * Replaces every secret in `text` by `***`: the given values, plain, percent-encoded or JSON-escaped, and all matches
 * of the patterns.
 */
export const withoutSecrets = (text: string, secrets: readonly string[], patterns: readonly RegExp[]): string => {
  let clean = text;
  // Mask the longest first: once a part is masked, the whole secret would no longer be found.
  const all = secrets.flatMap(withParts).sort((a, b) => b.length - a.length);
  for (const secret of all)
    if (secret.length >= SHORTEST_SECRET)
      for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
        clean = clean.replaceAll(form, MASK);
  for (const pattern of patterns) clean = clean.replace(new RegExp(pattern.source, 'gi'), MASK);
  return clean;
};

/** Masks secrets in the texts of a delivery, and shortens the provider's text for storage. */
export const deliveryWithoutSecrets = (
  delivery: Delivery,
  secrets: readonly string[],
  patterns: readonly RegExp[],
): Delivery => {
  const clean = (text: string) => withoutSecrets(text, secrets, patterns);
  return {
    ...delivery,
    ...('reason' in delivery && { reason: clean(delivery.reason) }),
    ...(delivery.providerWords !== undefined && { providerWords: clean(delivery.providerWords).slice(0, WORDS_LIMIT) }),
  } as Delivery;
};
