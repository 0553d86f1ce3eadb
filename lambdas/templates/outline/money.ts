import { type Dictionary, entriesOf, isDictionary, own } from './outline.ts';
import { spaced } from './words.ts';

const AMOUNT =
  /(?:^|\b)(?:amount|total|subtotal|price|fee|tax|cost|balance|revenue|refund|discount|paid|due|gross|net|mrr|arr|value)\b/;

const isDecimal = (name: string, value: unknown): boolean =>
  (typeof value === 'number'
    ? !Number.isInteger(value)
    : typeof value === 'string' && /^-?\d{1,15}\.\d{1,9}$/.test(value)) && AMOUNT.test(spaced(name).toLowerCase());

const MINOR = /(?:^|[ _-])(?:cents|(?:minor|sub) ?units?|minor)$/;
const MINOR_FIELD = /(?:^|[_-]|[a-z](?=C))(?:[cC]ents|(?:minor|sub)_?[uU]nits?)$/;

/** Currencies of ISO 4217 whose smallest unit is not a hundredth. */
const DIGITS = new Map(
  Object.entries({
    0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
    3: 'bhd iqd jod kwd lyd omr tnd',
    4: 'clf uyw',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
);
const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** How many decimals a currency has; undefined for one that no state has issued, of which nobody can know. */
const digitsOf = (code: string): number | undefined => {
  const low = code.toLowerCase();
  return DIGITS.get(low) ?? (CURRENCIES.has(low) ? 2 : undefined);
};

/** Only interfaces of payments keep these, and they count in the smallest unit. */
const BESIDE_MINOR = new Set([
  'amount_refunded',
  'amount_captured',
  'amount_paid',
  'amount_due',
  'amount_subtotal',
  'amount_total',
  'gateway_response',
]);
/** What a price is told as: no payment interface counts these in cents beside a currency in capitals. */
const IN_UNITS = /\b(?:price|value|revenue|mrr|arr|budget|salary|cost)\b/;

/** How a sender counts money, by all that it sent in one call. */
export interface Counting {
  /** Some amount has decimals, so that a whole one is no number of cents. */
  inUnits: boolean;
  /** It is an interface of payments, which counts all in the smallest unit. */
  inMinor: boolean;
  /** Some amount says that it is in the smallest unit, and the others do not. */
  isMixed: boolean;
  /** How many decimals the sender says that its whole numbers hold. */
  decimals?: number;
}

const DECIMALS = /^(?:currency_?)?(?:decimal_?(?:digits|places)|decimals|exponent)$/i;

/** Objects that are looked into for how money is counted. */
const MOST_OBJECTS = 200;

/** @param levels the objects of the call that are told */
export function countingOf(levels: Dictionary[]): Counting {
  const counting: Counting = { inUnits: false, inMinor: false, isMixed: false };
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
      counting.inMinor ||= BESIDE_MINOR.has(name) && codeAmong(level) !== undefined;
    }
  };
  for (const level of levels) look(level, 2);
  return counting;
}

/** An amount in the sender's own words. */
const FORMATTED = /^formatted_?(?:amount|total|price|value)|(?:amount|total|price)_?formatted$/i;

const CODE = /^[A-Za-z]{3,5}$/;
const isCurrency = (code: unknown): code is string => typeof code === 'string' && CODE.test(code);

const codeAmong = (level: Dictionary): string | undefined =>
  [
    ...['currency', 'currency_code', 'currencyCode'].map((field) => own(level, field)),
    ...entriesOf(level, 60).flatMap(([field, code]) =>
      /currency(?:_?(?:code|iso|value|id))?$/i.test(field) ? [code] : [],
    ),
  ].find(isCurrency);

/** `mb_currency` is that of `mb_amount`; one without such a beginning is that of all others. */
const currencyOf = (level: Dictionary, name: string): string | undefined =>
  [`${name}_currency`, `${name}Currency`, name.replace('amount', 'currency').replace('Amount', 'Currency')]
    .map((field) => own(level, field))
    .find(isCurrency) ?? codeAmong(level);

/** What is known of an amount by what stands around it. */
interface AroundMoney {
  counting?: Counting;
  /** The objects around, the nearest first: one of them may tell the currency. */
  levels?: Dictionary[];
}

/** An amount in words; without them when nothing can be said of it that is surely true. */
interface Money {
  said?: string;
}

const UNSAID: Money = {};

/**
 * An amount with its currency; undefined for what is none. Amounts in whole numbers beside a currency in small letters are
 * in its smallest unit, as payment APIs write them; beside one in capitals only where the field or the call says so.
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
    (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)))
  )
    return undefined;
  const code = [level, ...levels].map((each) => currencyOf(each, name)).find((each) => each !== undefined);
  if (Number(value) === 0) return code === undefined && !isNamedMinor ? undefined : UNSAID;
  // A sibling in the sender's own words, such as `total_formatted`, tells it better.
  if (typeof own(level, `${name}_formatted`) === 'string') return undefined;
  const isWhole = /^-?\d+$/.test(String(value));
  if (isWhole && counting.decimals !== undefined && !counting.inUnits)
    return {
      said: [(Number(value) / 10 ** counting.decimals).toFixed(counting.decimals), code?.toUpperCase()]
        .filter(Boolean)
        .join(' '),
    };
  if (code === undefined) return isNamedMinor && isWhole ? { said: (Number(value) / 100).toFixed(2) } : undefined;
  const isMinor = isWhole && (isNamedMinor || (!counting.inUnits && (code === code.toLowerCase() || counting.inMinor)));
  const digits = digitsOf(code);
  if (isMinor)
    return digits === undefined
      ? UNSAID
      : { said: `${(Number(value) / 10 ** digits).toFixed(digits)} ${code.toUpperCase()}` };
  // `totalAmount: 100` beside `formattedAmount: "€1.00"`
  if (isWhole && entriesOf(level, 60).some(([field, text]) => FORMATTED.test(field) && typeof text === 'string'))
    return UNSAID;
  // Whole amounts may be in cents or not: without a sign for it they are told as they were sent, without the currency.
  if (isWhole && !counting.inUnits && !IN_UNITS.test(low) && digits !== 0 && code !== 'IDR')
    return counting.isMixed ? UNSAID : undefined;
  return { said: `${String(value).replace(/\.\d$/, '$&0')} ${code.toUpperCase()}` };
}

/** `{amount, currency}` or `{cents, currency_iso}` in words; `{amount, type: "percentage"}` as a part of it. */
export function moneyObject(name: string, value: Dictionary, counting?: Counting): Money | undefined {
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
  // In objects called so, whole numbers are in the smallest unit of the currency.
  const currency = /_money$/.test(name) ? code.toLowerCase() : code;
  const called = MINOR.test(spaced(field).toLowerCase())
    ? field
    : AMOUNT.test(spaced(name).toLowerCase())
      ? name
      : 'amount';
  return moneyOf(called, amount, { ...value, currency }, counting && { counting });
}
