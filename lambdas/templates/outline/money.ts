import { spaced } from './grammar.ts';
import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';

const AMOUNT =
  /(?:^|\b)(?:amount|total|subtotal|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|mrr|arr|value)\b/;

const isDecimal = (name: string, value: unknown): boolean =>
  (typeof value === 'number'
    ? !Number.isInteger(value)
    : typeof value === 'string' && /^-?\d{1,15}\.\d{1,9}$/.test(value)) && AMOUNT.test(spaced(name).toLowerCase());

const MINOR =
  /(?:^|[ _-])(?:cents|(?:minor|sub) ?units?|minor|paisas?|paise|kobo|pence|pennies|centavos|grosze?|fils|øre)$/;
const MINOR_FIELD = /(?:^|[_-]|[a-z](?=C))(?:[cC]ents|(?:minor|sub)_?[uU]nits?)$/;
/** Words in names of numbers that are not amounts in a common currency, such as percentages. */
const OTHER_UNIT =
  /(?:^|[ _-])(?:micros?|nanos?|mill?s|sats?|satoshis?|wei|gwei|lamports|bps|points|percent(?:age)?|pct|count|quantity)$/;

/** Currencies of ISO 4217 whose smallest unit is not a hundredth. */
const DIGITS = new Map(
  Object.entries({
    0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
    3: 'bhd iqd jod kwd lyd omr tnd',
    4: 'clf uyw',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Returns the number of decimals of a currency; undefined if the currency is unknown. */
const digitsOf = (code: string): number | undefined => {
  const low = code.toLowerCase();
  return DIGITS.get(low) ?? (CURRENCIES.has(low) ? 2 : undefined);
};

/** The unit of a call's amounts, determined from all of them. */
export interface Counting {
  /** True if one of the amounts has decimals, so whole amounts are not cents. */
  inUnits: boolean;
  /** True if at least one amount is marked as being in the smallest unit. */
  isMixed: boolean;
  /** The number of decimals implied in whole numbers, as stated by the service. */
  decimals?: number;
}

/** Payloads whose source contains an amount with decimals, such as `1200.00`, which parsing drops. */
const decimals = new WeakSet<object>();
const DECIMAL =
  /(?<!\\)"[^"\\]{0,40}(?:amount|total|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|value)[^"\\]{0,20}"\s{0,4}:\s{0,4}-?\d{1,15}\.\d/i;

/** Records whether a payload's source contains an amount with decimals. */
export function noteDecimals(payload: unknown, source: string): void {
  if (typeof payload !== 'object' || payload === null || !DECIMAL.test(source)) return;
  for (const each of Array.isArray(payload) ? payload.filter(isDictionary) : [payload]) decimals.add(each);
}

const DECIMALS = /^(?:currency_?)?(?:decimal_?(?:digits|places)|decimals|exponent)$/i;

/** Maximum number of objects that are searched for the unit of money. */
const MOST_OBJECTS = 200;

/**
 * Determines the unit of a call's amounts.
 * @param levels the shown objects of the call
 */
export function countingOf(levels: Dictionary[]): Counting {
  const counting: Counting = { inUnits: levels.some((level) => decimals.has(level)), isMixed: false };
  let left = MOST_OBJECTS;
  const look = (level: Dictionary, depth: number): void => {
    if (left-- <= 0) return;
    for (const [name, inner] of entriesOf(level)) {
      if (isDictionary(inner)) {
        if (depth > 0) look(inner, depth - 1);
        continue;
      }
      if (DECIMALS.test(name) && typeof inner === 'number' && [0, 1, 2, 3, 4].includes(inner))
        counting.decimals ??= inner;
      counting.inUnits ||= isDecimal(name, inner);
      counting.isMixed ||= typeof inner === 'number' && MINOR_FIELD.test(name);
    }
  };
  for (const level of levels) look(level, 2);
  return counting;
}

/** Fields with an amount that the sender has formatted. */
const FORMATTED = /^formatted_?(?:amount|total|price|value)|(?:amount|total|price)_?formatted$/i;

const CODE = /^[A-Za-z]{3,5}$/;
const isCurrency = (code: unknown): code is string => typeof code === 'string' && CODE.test(code);

const codeAmong = (level: Dictionary): string | undefined =>
  [
    ...['currency', 'currency_code', 'currencyCode'].map((field) => own(level, field)),
    ...entriesOf(level, 60).flatMap(([field, code]) =>
      // `settlement_currency` next to `settlement_amount` belongs to no other amount.
      /currency(?:_?(?:code|iso|value|id))?$/i.test(field) && !own(level, field.replace(/_currency.*|$/, '_amount'))
        ? [code]
        : [],
    ),
  ].find(isCurrency);

/** Returns an amount's currency: `mb_currency` belongs to `mb_amount`, `currency` to all remaining amounts. */
const currencyOf = (level: Dictionary, name: string): string | undefined =>
  [`${name}_currency`, `${name}Currency`, name.replace('amount', 'currency').replace('Amount', 'Currency')]
    .map((field) => own(level, field))
    .find(isCurrency) ?? codeAmong(level);

interface AroundMoney {
  counting?: Counting;
  /** The surrounding objects, nearest first. One of them can give the currency. */
  levels?: Dictionary[];
}

/** An amount as text; empty if the text would be a guess. */
interface Money {
  said?: string;
}

const UNSAID: Money = {};

/**
 * Returns an amount with its currency; undefined for other values. The number counts as the smallest unit only if its
 * field or the call shows that. Otherwise it stays unchanged.
 */
export function moneyOf(
  name: string,
  value: unknown,
  level: Dictionary,
  { counting = countingOf([level]), levels = [] }: AroundMoney = {},
): Money | undefined {
  const low = spaced(name).toLowerCase();
  const isNamedMinor = MINOR.test(low);
  if (
    !(AMOUNT.test(low) || isNamedMinor) ||
    OTHER_UNIT.test(low) ||
    (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)))
  )
    return undefined;
  const code = [level, ...levels].map((each) => currencyOf(each, name)).find((each) => each !== undefined);
  if (Number(value) === 0) return code === undefined && !isNamedMinor ? undefined : UNSAID;
  // Prefer a field that the sender has formatted, such as `total_formatted`.
  if (typeof own(level, `${name}_formatted`) === 'string') return undefined;
  const isWhole = /^-?\d+$/.test(String(value));
  if (isWhole && (code !== undefined || low !== 'value') && counting.decimals !== undefined && !counting.inUnits)
    return {
      said: [(Number(value) / 10 ** counting.decimals).toFixed(counting.decimals), code?.toUpperCase()]
        .filter(Boolean)
        .join(' '),
    };
  if (code === undefined) return isNamedMinor && isWhole ? { said: (Number(value) / 100).toFixed(2) } : undefined;
  if (isWhole && isNamedMinor) {
    const digits = digitsOf(code);
    return digits === undefined
      ? UNSAID
      : { said: `${(Number(value) / 10 ** digits).toFixed(digits)} ${code.toUpperCase()}` };
  }
  // The unit is unknown, and another field has the formatted amount: `formattedAmount: "€1.00"`.
  if (isWhole && entriesOf(level, 60).some(([field, text]) => FORMATTED.test(field) && typeof text === 'string'))
    return UNSAID;
  if (isWhole && !counting.inUnits) return counting.isMixed ? UNSAID : { said: `${value} ${code}` };
  return { said: `${String(value).replace(/\.\d$/, '$&0')} ${code.toUpperCase()}` };
}

/** Returns the text for `{amount, currency}`, `{cents, currency_iso}` or `{amount, type: "percentage"}`. */
export function moneyObject(name: string, value: Dictionary, counting?: Counting): Money | undefined {
  // Google's format: `{units: "12", nanos: 500000000}`, see
  // https://github.com/googleapis/googleapis/blob/master/google/type/money.proto
  if (/^-?\d{1,15}$/.test(String(own(value, 'units'))) && Number.isInteger(own(value, 'nanos') ?? 0)) {
    const parts = String(Math.abs(Number(own(value, 'nanos') ?? 0)))
      .padStart(9, '0')
      .replace(/0{1,7}$/, '');
    return { said: [`${String(value.units)}.${parts}`, codeAmong(value)?.toUpperCase()].filter(Boolean).join(' ') };
  }
  const field = ['amount', 'value', 'cents', 'minor_units', 'minorUnits', 'subunits'].find(
    (each) => own(value, each) !== undefined,
  );
  if (field === undefined) return undefined;
  const amount = value[field];
  const share = [value.type, value.kind, value.discount_type, value.amount_type].find(
    (each) => typeof each === 'string' && /^percent(?:age|_off)?$/i.test(each),
  );
  if (share !== undefined && /^\d+(?:\.\d+)?$/.test(String(amount)) && Number(amount) !== 0)
    return { said: `${String(amount)} %` };
  const code = codeAmong(value);
  if (code === undefined || !/^-?\d+(?:\.\d+)?$/.test(String(amount))) return undefined;
  const called = MINOR.test(spaced(field).toLowerCase())
    ? field
    : AMOUNT.test(spaced(name).toLowerCase())
      ? name
      : 'amount';
  return moneyOf(called, amount, { ...value, currency: code }, counting && { counting });
}
