import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { complete } from '../../../../../lambdas/templates/editor/complete.ts';
import { type HighlightType, highlight } from '../../../../../lambdas/templates/editor/highlight.ts';
import type { CallFacts } from '../call-facts.ts';

const marks = new Map<HighlightType, Decoration>();

function markOf(type: HighlightType): Decoration {
  const known = marks.get(type) ?? Decoration.mark({ class: `t-${type}` });
  marks.set(type, known);
  return known;
}

const colours = (view: EditorView): DecorationSet =>
  Decoration.set(
    highlight(view.state.doc.toString()).flatMap(({ from, to, type }) =>
      to > from ? [markOf(type).range(from, to)] : [],
    ),
  );

const highlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colours(view);
    }
    update({ docChanged, view }: ViewUpdate) {
      if (docChanged) this.decorations = colours(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Where a list of what could follow helps without being asked for. */
const INVITES = /(\{\{-?[#/]?[ ]*|[\w`\])]\.|\$)$/;

const kinds = { field: 'property', variable: 'variable', function: 'function', keyword: 'keyword' } as const;

/** Fields of the payload, variables, functions and block words at the cursor. */
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
        // Fields keep the order of the payload and come before everything that every template has.
        boost: type === 'field' ? Math.max(1, 99 - index) : type === 'variable' ? 0 : -1,
        ...(insert !== undefined && { apply: insert }),
      }),
    ),
    validFor: /^[\w$`]*$/,
  };
}

/** Colours, completion and closing braces for the template language. @param facts the call to look fields up in */
export const templateLanguage = (facts: () => CallFacts): Extension => [
  highlighter,
  autocompletion({ override: [(context) => completions(context, facts())], icons: false }),
  closeBrackets(),
  // Quotes and apostrophes belong to the text, where nothing closes them.
  EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '[', '{'] } }]),
  keymap.of(closeBracketsKeymap),
];
