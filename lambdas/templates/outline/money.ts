import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { spaced } from './words.ts';

const AMOUNT =
  /(?:^|\b)(?:amount|total|subtotal|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|mrr|arr|value)\b/;

const isDecimal = (name: string, value: unknown): boolean =>
  (typeof value === 'number'
    ? !Number.isInteger(value)
    : typeof value === 'string' && /^-?\d{1,15}\.\d{1,9}$/.test(value)) && AMOUNT.test(spaced(name).toLowerCase());

/** Whether an amount anywhere in what was sent is written with its decimals, so that none of them is in cents. */
export const hasDecimalAmount = (value: Dictionary, depth = 2): boolean =>
  entriesOf(value, 40).some(([name, inner]) =>
    isDictionary(inner) ? depth > 0 && hasDecimalAmount(inner, depth - 1) : isDecimal(name, inner),
  );

const MINOR = /(?:^|[ _-])(?:cents|(?:minor|sub) ?units?|minor)$/;
/** Currencies without a smaller unit. */
const WITHOUT_CENTS = /^(?:jpy|krw|vnd|clp|huf|isk|ugx|xof|xaf|pyg|rwf)$/i;
/** Only interfaces of payments keep these, and they count in the smallest unit. */
const BESIDE_MINOR = [
  'amount_refunded',
  'amount_captured',
  'amount_paid',
  'amount_due',
  'amount_subtotal',
  'amount_total',
  'gateway_response',
];
/** What a price is told as: no payment interface counts these in cents beside a currency in capitals. */
const IN_UNITS = /\b(?:price|value|revenue|mrr|arr|budget|salary|cost)\b/;

const currencyOf = (level: Dictionary, name: string): string | undefined =>
  [
    ...[`${name}_currency`, `${name}Currency`, 'currency', 'currency_code', 'currencyCode'].map((field) =>
      own(level, field),
    ),
    ...entriesOf(level, 60).flatMap(([field, code]) => (/currency(?:_?(?:code|iso))?$/i.test(field) ? [code] : [])),
  ].find((code): code is string => typeof code === 'string' && /^[A-Za-z]{3}$/.test(code));

/** What is known of an amount by what stands around it. */
interface AroundMoney {
  /** Other amounts of the call have decimals, so that a whole one is no number of cents. */
  inUnits?: boolean;
  /** The objects around, the nearest first: one of them may tell the currency. */
  levels?: Dictionary[];
}

/**
 * An amount with its currency. Amounts in whole numbers beside a currency in small letters are in cents, as payment APIs
 * write them; beside one in capitals only where the field or its neighbours say so.
 */
export function moneyWords(
  name: string,
  value: unknown,
  level: Dictionary,
  { inUnits = false, levels = [] }: AroundMoney = {},
): string | undefined {
  const low = spaced(name).toLowerCase();
  const isNamedMinor = MINOR.test(low);
  if (
    !(AMOUNT.test(low) || isNamedMinor) ||
    (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)))
  )
    return undefined;
  // A sibling in the sender's own words, such as `total_formatted`, tells it better.
  if (Number(value) === 0 || typeof own(level, `${name}_formatted`) === 'string') return undefined;
  const code = [level, ...levels].map((each) => currencyOf(each, name)).find((each) => each !== undefined);
  const isWhole = /^-?\d+$/.test(String(value));
  const cents = () => (Number(value) / 100).toFixed(2);
  if (isNamedMinor && isWhole) return code === undefined ? cents() : `${inMajor(value, code)} ${code.toUpperCase()}`;
  if (code === undefined) return undefined;
  const isMinor =
    isWhole && !inUnits && (code === code.toLowerCase() || BESIDE_MINOR.some((field) => Object.hasOwn(level, field)));
  // Whole amounts may be in cents or not: without a sign for it they are told as they were sent, without the currency.
  if (isWhole && !isMinor && !inUnits && !IN_UNITS.test(low) && !WITHOUT_CENTS.test(code) && code !== 'IDR')
    return undefined;
  return `${isMinor ? inMajor(value, code) : String(value).replace(/\.\d$/, '$&0')} ${code.toUpperCase()}`;
}

const inMajor = (value: unknown, code: string): string =>
  WITHOUT_CENTS.test(code) ? String(value) : (Number(value) / 100).toFixed(2);

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
