import type { Condition } from '#contract/routing-condition';
import { callFields } from '#contract/routing-fields';
import { type RoutedCall, valuesOf } from './call-fields.ts';

/**
 * True if a condition holds for a call. If a field has several values, one of them is enough, but a negative condition
 * must hold for all.
 */
export function holds(condition: Condition, call: RoutedCall): boolean {
  const values = valuesOf(condition.field, call);
  switch (condition.op) {
    case 'exists':
      return values.length > 0;
    case 'missing':
      return values.length === 0;
    case 'above':
    case 'below': {
      const limit = numberOf(condition.value) ?? Number.NaN;
      const isAbove = condition.op === 'above';
      return values.some((value) => {
        const number = numberOf(value);
        return number !== undefined && (isAbove ? number > limit : number < limit);
      });
    }
    case 'one_of': {
      const wanted = new Set(condition.value.map(textOf));
      return values.some((value) => wanted.has(textOf(value)));
    }
    case 'is_not':
      return !isAny(values, 'is', textOf(condition.value));
    case 'not_contains':
      return !isAny(values, 'contains', textOf(condition.value));
    case 'is':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return isAny(values, condition.op, textOf(condition.value));
  }
}

const COMPARE = {
  is: (text: string, wanted: string) => text === wanted,
  contains: (text: string, wanted: string) => text.includes(wanted),
  starts_with: (text: string, wanted: string) => text.startsWith(wanted),
  ends_with: (text: string, wanted: string) => text.endsWith(wanted),
};

const isAny = (values: unknown[], op: keyof typeof COMPARE, wanted: string | undefined): boolean =>
  wanted !== undefined &&
  values.some((value) => {
    const text = textOf(value);
    return text !== undefined && COMPARE[op](text, wanted);
  });

/**
 * Converts a value to text for comparison, in lower case and without surrounding spaces. Returns undefined for an
 * object.
 */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'object' || value === undefined) return undefined;
  return String(value).trim().toLowerCase();
}

/** Converts a value to a number. Returns undefined for texts that are not decimal numbers. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(value.slice(0, 400)))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Maximum length of a value in a sentence, in UTF-16 units. */
const MAX_WORDS = 60;
const short = (value: unknown): string => {
  const text = String(value);
  return text === '' ? 'empty' : text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1)}…` : text;
};

const VERBS: Record<Condition['op'], [holding: string, failing: string]> = {
  is: ['is', 'is not'],
  is_not: ['is not', 'is'],
  contains: ['contains', 'does not contain'],
  not_contains: ['does not contain', 'contains'],
  starts_with: ['starts with', 'does not start with'],
  ends_with: ['ends with', 'does not end with'],
  one_of: ['is', 'is not'],
  above: ['is above', 'is not above'],
  below: ['is below', 'is not below'],
  exists: ['exists', 'is missing'],
  missing: ['is missing', 'exists'],
};

/** The reason if several conditions all hold. */
export const ALL_HOLD = 'all conditions match';

/** Describes a condition, or its opposite, in words: `env is prod or live`. */
export function wordsOf(condition: Condition, isHolding = true): string {
  const words = `${fieldWords(condition.field)} ${VERBS[condition.op][isHolding ? 0 : 1]}`;
  if (!('value' in condition)) return words;
  return `${words} ${short(condition.op === 'one_of' ? condition.value.join(' or ') : condition.value)}`;
}

/**
 * Describes the result of a condition in words. It shows values only of fields without secrets, and no other content of
 * the call.
 */
export function finding(condition: Condition, call: RoutedCall, isHolding: boolean): string {
  const { field } = condition;
  if ((callFields as readonly string[]).includes(field) && field !== 'key') {
    const [value] = valuesOf(field, call);
    return value === undefined ? `${field} is unknown` : `${field} is ${yesOrNo(value)}`;
  }
  return wordsOf(condition, isHolding);
}

/** Names a field in words: `body.workflow_run.conclusion` → `workflow run conclusion`. */
function fieldWords(field: string): string {
  const [head, ...path] = field.split('.');
  if (head === 'headers') return `header ${path.join('.')}`;
  const words = path.filter((part) => !/^\d+$/.test(part)).join(' ');
  return words === '' ? field : words.replaceAll('_', ' ');
}

const yesOrNo = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : short(value));
