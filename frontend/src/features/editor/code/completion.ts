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

/** Matches text after which suggestions appear automatically. */
const INVITES = /(\{\{-?[#/]?[ ]*|[\w`\])]\.|\$)$/;

const kinds = { field: 'property', variable: 'variable', function: 'function', keyword: 'keyword' } as const;

/** Suggests payload fields, variables, functions and block names at the cursor. */
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
        // Payload fields come first, in the order of the payload. Variables and functions are the same for every
        // template, so they come last.
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
  // Quotes and apostrophes are ordinary text in a template, so they are not closed automatically.
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '[', '{'] } }]),
  Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...completionKeymap])),
];
