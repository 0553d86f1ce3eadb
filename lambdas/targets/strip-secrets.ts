import type { Delivery } from './target-kind.ts';

const MASK = '***';
/** Shorter values are too likely to be part of an ordinary word. */
const SHORTEST_SECRET = 6;

/** `text` with every secret replaced by `***`: the given values, plain or percent-encoded, and matches of the patterns. */
export const withoutSecrets = (text: string, secrets: readonly string[], patterns: readonly RegExp[]): string => {
  let clean = text;
  for (const secret of secrets)
    if (secret.length >= SHORTEST_SECRET)
      for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
        clean = clean.replaceAll(form, MASK);
  for (const pattern of patterns) clean = clean.replace(new RegExp(pattern.source, 'gi'), MASK);
  return clean;
};

/** A delivery whose words for the owner carry no secret. */
export const deliveryWithoutSecrets = (
  delivery: Delivery,
  secrets: readonly string[],
  patterns: readonly RegExp[],
): Delivery => {
  const clean = (text: string) => withoutSecrets(text, secrets, patterns);
  return {
    ...delivery,
    ...('reason' in delivery && { reason: clean(delivery.reason) }),
    ...(delivery.providerWords !== undefined && { providerWords: clean(delivery.providerWords) }),
  } as Delivery;
};
