import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { complete } from '../../../../../lambdas/templates/editor/complete.ts';
import type { CallFacts } from '../call-facts.ts';

export { startCompletion } from '@codemirror/autocomplete';

/** Positions where suggestions appear automatically. */
const INVITES = /(\{\{-?[#/]?[ ]*|[\w`\])]\.|\$)$/;

const kinds = { field: 'property', variable: 'variable', function: 'function', keyword: 'keyword' } as const;

/** Fields of the payload, variables, functions and block names at the cursor. */
export function completions(context: CompletionContext, facts: CallFacts): CompletionResult | null {
  const template = context.state.doc.toString();
  const found = complete(template, context.pos, facts);
  if (!found || found.options.length === 0) return null;
  const before = template.slice(0, context.pos);
  if (!context.explicit && found.from === context.pos && !INVITES.test(before)) return null;
  return {
    from: found.from,
    options: found.options.map(
      ({ label, type, detail, insert }, index): Completion => ({
        label,
        detail,
        type: kinds[type],
        // Fields keep the order of the payload and come before the names that every template has.
        boost: type === 'field' ? Math.max(1, 99 - index) : type === 'variable' ? 0 : -1,
        ...(insert !== undefined && { apply: insert }),
      }),
    ),
    validFor: /^[\w$`]*$/,
  };
}

/**
 * Completion and closing braces for the template language.
 * @param facts the call whose fields are suggested
 */
export const completion = (facts: () => CallFacts): Extension => [
  autocompletion({ override: [(context) => completions(context, facts())], icons: false }),
  closeBrackets(),
  // Quotes and apostrophes are part of the text and are not closed.
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '[', '{'] } }]),
  Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...completionKeymap])),
];
