import { TemplateFailure } from './errors.ts';

/** Maximum length of a message in UTF-16 units. */
export const MAX_MESSAGE = 102_400;
/** Maximum number of values that a render prints, because shared sub-objects can make output grow exponentially. */
const MAX_PRINTED_VALUES = 500_000;

/** The number of values that a render can still print. */
export interface PrintBudget {
  values: number;
}
export const newPrintBudget = (): PrintBudget => ({ values: MAX_PRINTED_VALUES });

/**
 * True for a function of the engine, which can be an object with a flag. A payload can contain the flag, but not the
 * function in such an object.
 */
function isFunctionValue(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { _jsonata_function, _jsonata_lambda, implementation, environment } = value as Record<string, unknown>;
  if (_jsonata_function === true) return typeof implementation === 'function';
  return _jsonata_lambda === true && typeof (environment as { lookup?: unknown } | undefined)?.lookup === 'function';
}

/**
 * Returns a value as text for a message. Empty if the value is missing or null.
 * @throws TemplateFailure E3001, E3002, E2003 or E2006, without a position
 */
export function print(value: unknown, budget: PrintBudget): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (isFunctionValue(value)) throw new TemplateFailure('E3001', -1);
  if (Array.isArray(value) && value.every(isScalar)) {
    spend(budget, value.length);
    return joinScalars(value);
  }
  const out: string[] = [];
  writeJson(value, '\n', out, { length: 0 }, budget);
  return out.join('');
}

/** Prints a number in its shortest form. Fractions have up to 15 significant digits, so 0.1 + 0.2 is printed as 0.3. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TemplateFailure('E3002', -1);
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
}

const isScalar = (value: unknown) => value === null || (typeof value !== 'object' && typeof value !== 'function');

function joinScalars(values: unknown[]): string {
  let text = '';
  for (const value of values) {
    if (value === undefined || value === null || value === '') continue;
    if (text !== '') text += ', ';
    text += typeof value === 'number' ? printNumber(value) : String(value);
    if (text.length > MAX_MESSAGE) throw new TemplateFailure('E2003', -1);
  }
  return text;
}

function spend(budget: PrintBudget, count: number): void {
  budget.values -= count;
  if (budget.values < 0) throw new TemplateFailure('E2006', -1);
}

/** Writes JSON, indented by two spaces, without functions and missing values. */
function writeJson(value: unknown, newline: string, out: string[], size: { length: number }, budget: PrintBudget) {
  spend(budget, 1);
  const write = (text: string) => {
    size.length += text.length;
    if (size.length > MAX_MESSAGE) throw new TemplateFailure('E2003', -1);
    out.push(text);
  };
  if (typeof value !== 'object' || value === null) {
    write(typeof value === 'number' ? printNumber(value) : JSON.stringify(value));
    return;
  }
  const inner = `${newline}  `;
  const list = Array.isArray(value);
  let first = true;
  const entry = (name: string, item: unknown) => {
    if (item === undefined || isFunctionValue(item)) {
      spend(budget, 1);
      return;
    }
    write(`${first ? '' : ','}${inner}${name}`);
    first = false;
    writeJson(item, inner, out, size, budget);
  };
  write(list ? '[' : '{');
  if (list) for (const item of value) entry('', item);
  else for (const [key, item] of Object.entries(value)) entry(`${JSON.stringify(key)}: `, item);
  if (!first) write(newline);
  write(list ? ']' : '}');
}

/**
 * True for a value that counts as true in JSONata. False for a missing value, null, false, 0, "", [], {}, a function,
 * and an array without a true item.
 */
export function isTrue(value: unknown, budget: PrintBudget): boolean {
  if (Array.isArray(value)) {
    spend(budget, value.length);
    return value.some((item) => isTrue(item, budget));
  }
  if (typeof value === 'object' && value !== null) return !isFunctionValue(value) && Object.keys(value).length > 0;
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  return Boolean(value);
}
