import type { Sender, Template, Wanted } from './ready-made.ts';

/** Before the two signs of a phrase, or `!` for the expression of the condition before it; doubled for itself. */
export const MARK = '~';
/** The signs of phrases: characters that need no escape in a program, without `!` and the mark. */
const FIRST_SIGN = 35;
const SIGNS = 91;

/** The mark and the signs of a phrase. */
export const referenceTo = (index: number): string =>
  MARK + String.fromCharCode(FIRST_SIGN + Math.floor(index / SIGNS), FIRST_SIGN + (index % SIGNS));

const REFERENCE = /~[!~]|~(.)(.)/g;
const OWN = /\{\{#if ((?:(?!\}\}).)+)\}\}([^{~]*)~!/g;

/** A text as it was before `tools/phrases.ts` packed it. */
export const unpacked = (text: string, phrases: readonly string[]): string =>
  filled(text, phrases)
    .replace(OWN, (_, expression: string, before: string) =>
      /^[\w.]+$/.test(expression)
        ? `{{#if ${expression}}}${before}{{${expression}}}`
        : `{{#if ${expression}}}${before}{{ ${expression} }}`,
    )
    .replaceAll('~~', '~');

const filled = (text: string, phrases: readonly string[]): string =>
  text.replace(REFERENCE, (whole: string, one?: string, other?: string) =>
    one === undefined || other === undefined
      ? whole
      : filled(phrases[(one.charCodeAt(0) - FIRST_SIGN) * SIGNS + other.charCodeAt(0) - FIRST_SIGN] ?? '', phrases),
  );

/** A sender as `npm run shelf` writes it. Its templates are packed. */
export interface PackedSender {
  sender: string;
  when: Wanted;
  messages(): Template[];
}

/** The sender with readable templates, made at its first call. */
export const unpackedSender = ({ sender, when, messages }: PackedSender, phrases: readonly string[]): Sender => ({
  sender,
  when,
  templates: () =>
    messages().map(({ template, facts, subject, ...rest }) => ({
      ...rest,
      template: unpacked(template, phrases),
      ...(facts !== undefined && { facts: unpacked(facts, phrases) }),
      ...(subject && {
        subject: Object.fromEntries(Object.entries(subject).map(([field, rule]) => [field, unpacked(rule, phrases)])),
      }),
    })),
});
