import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { spaced } from './words.ts';

const AMOUNT =
  /(?:^|\b)(?:amount|total|subtotal|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|mrr|arr|value)\b/;

const isDecimal = (name: string, value: unknown): boolean =>
  AMOUNT.test(spaced(name).toLowerCase()) && /^-?\d+\.\d+$/.test(String(value));

/** Whether an amount anywhere in what was sent is written with its decimals, so that none of them is in cents. */
export const hasDecimalAmount = (value: Dictionary, depth = 2): boolean =>
  entriesOf(value).some(([name, inner]) =>
    isDictionary(inner) ? depth > 0 && hasDecimalAmount(inner, depth - 1) : isDecimal(name, inner),
  );

/**
 * An amount with its currency. Amounts in whole numbers beside a currency in small letters are in cents, as payment APIs
 * write them.
 * @param inUnits whether other amounts of the call have decimals, so that a whole one is no number of cents
 */
export function moneyWords(name: string, value: unknown, level: Dictionary, inUnits = false): string | undefined {
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
  const isMinor =
    isWhole && !inUnits && code === code.toLowerCase() && !/^(?:jpy|krw|vnd|clp|huf|isk|ugx|xof|xaf)$/.test(code);
  // Whole amounts may be in cents or not: without a sign for it they are told as they were sent, without the currency.
  if (isWhole && !isMinor && !inUnits && !/cents$/.test(low)) return undefined;
  return `${isMinor || /cents$/.test(low) ? (Number(value) / 100).toFixed(2) : String(value)} ${code.toUpperCase()}`;
}

/** `{amount, currency}` in words; `{amount, type: "percentage"}` as a part of it. */
export function moneyObject(name: string, value: Dictionary): string | undefined {
  const amount = value.amount ?? value.value;
  const share = [value.type, value.kind, value.discount_type, value.amount_type].find(
    (each) => typeof each === 'string' && /^percent(?:age|_off)?$/i.test(each),
  );
  if (share !== undefined && /^\d+(?:\.\d+)?$/.test(String(amount)) && Number(amount) !== 0)
    return `${String(amount)} %`;
  const code = value.currency_code ?? value.currency ?? value.currencyCode;
  if (
    typeof code !== 'string' ||
    !/^[A-Za-z]{3}$/.test(code) ||
    !/^-?\d+(?:\.\d+)?$/.test(String(amount)) ||
    Number(amount) === 0
  )
    return undefined;
  // In objects called so, whole numbers are in the smallest unit of the currency.
  return moneyWords('amount', amount, { currency: /_money$/.test(name) ? code.toLowerCase() : code });
}
