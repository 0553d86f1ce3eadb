import { type Dictionary, own } from './outline.ts';
import { spaced } from './words.ts';

const AMOUNT =
  /(?:^|\b)(?:amount|total|subtotal|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|mrr|arr|value)\b/;

/** An amount with its currency. Amounts in whole numbers beside a currency in small letters are in cents, as payment APIs write them. */
export function moneyWords(name: string, value: unknown, level: Dictionary): string | undefined {
  const low = spaced(name).toLowerCase();
  if (
    !AMOUNT.test(low) ||
    (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)))
  )
    return undefined;
  const code =
    own(level, 'currency') ??
    own(level, 'currency_code') ??
    own(level, 'currencyCode') ??
    own(level, `${name}_currency`);
  if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code) || Number(value) === 0) return undefined;
  // A sibling in the sender's own words, such as `total_formatted`, tells it better.
  if (typeof own(level, `${name}_formatted`) === 'string') return undefined;
  const isWhole = /^-?\d+$/.test(String(value));
  const isMinor = isWhole && code === code.toLowerCase() && !/^(?:jpy|krw|vnd|clp|huf|isk|ugx|xof|xaf)$/.test(code);
  // Whole amounts may be in cents or not: without a sign for it they are told as they were sent, without the currency.
  if (isWhole && !isMinor && !/cents$/.test(low)) return undefined;
  return `${isMinor || /cents$/.test(low) ? (Number(value) / 100).toFixed(2) : String(value)} ${code.toUpperCase()}`;
}

/** `{amount, currency}` in words. */
export function moneyObject(value: Dictionary): string | undefined {
  const amount = value.amount ?? value.value;
  const code = value.currency_code ?? value.currency ?? value.currencyCode;
  if (
    typeof code !== 'string' ||
    !/^[A-Za-z]{3}$/.test(code) ||
    !/^-?\d+(?:\.\d+)?$/.test(String(amount)) ||
    Number(amount) === 0
  )
    return undefined;
  return moneyWords('amount', amount, { currency: code });
}
