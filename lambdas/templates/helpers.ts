import { formatDate, formatDuration, secondsOf } from './dates.ts';
import { defineFunction, type EngineExpression } from './engine.ts';
import { TemplateFailure, USE_DEFAULT } from './errors.ts';
import { countGraphemes, firstGraphemes } from './graphemes.ts';
import { visible } from './outline/characters.ts';
import { plainWords } from './outline/markup.ts';
import { newPrintBudget, type PrintBudget, print } from './print.ts';
import { type Moment, timePlaceholder } from './rich/reserved.ts';

/** Maximum length of markup that `$plain` converts, in UTF-16 units. */
const MAX_PLAIN = 20_000;

/** The print budget of the current render. Renders are synchronous, so there is only one at a time. */
let budget: PrintBudget = newPrintBudget();
export function setPrintBudget(of: PrintBudget): void {
  budget = of;
}

/** The times in a rich message. Undefined for a plain message, which contains them as text. */
let moments: Moment[] | undefined;
let zone: string | undefined;
export function setMoments(of: Moment[] | undefined, timeZone: string | undefined): void {
  moments = of;
  zone = timeZone;
}

// Use `function` and simple parameter names, because the engine reads the source code for partial application.
const functions: Record<string, (...args: never[]) => unknown> = {
  date: function date(value: unknown, picture: unknown, zone: unknown) {
    return formatDate(value, picture, zone);
  },
  time: function time(value: unknown) {
    const seconds = secondsOf(value);
    if (seconds === undefined) return value;
    const words = String(formatDate(value, undefined, zone));
    if (!moments) return words;
    return timePlaceholder(moments.push({ seconds, words }) - 1);
  },
  duration: function duration(value: unknown) {
    return formatDuration(value);
  },
  truncate: function truncate(text: unknown, length: unknown, suffix: unknown) {
    if (text === undefined || typeof length !== 'number') return text;
    return shorten(print(text, budget), length, suffix === undefined ? '…' : print(suffix, budget));
  },
  plain: function plain(text: unknown) {
    return typeof text === 'string' ? plainWords(visible(text.slice(0, MAX_PLAIN))) : text;
  },
  print: function printed(value: unknown) {
    return print(value, budget);
  },
  default: function useDefault() {
    throw new TemplateFailure(USE_DEFAULT, 0, 'The function $default is available only in templates');
  },
  eval: function evaluate() {
    throw new TemplateFailure('E3003', -1);
  },
};

let definitions: [string, unknown][] | undefined;

/** Adds the helpers to a compiled expression. */
export function addHelpers(expression: EngineExpression): void {
  definitions ??= Object.entries(functions).map(([name, implementation]) => [name, defineFunction(implementation)]);
  for (const [name, definition] of definitions) expression.assign(name, definition);
}

/** Cuts a text to `length` graphemes, including the suffix, which is left out if it doesn't fit. */
function shorten(text: string, length: number, suffix: string): string {
  const whole = firstGraphemes(text, length);
  if (whole.length === text.length) return text;
  const suffixLength = countGraphemes(suffix);
  if (suffixLength >= length) return whole;
  return firstGraphemes(text, length - suffixLength).trimEnd() + suffix;
}
