import { type Diagnostic, linter } from '@codemirror/lint';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { jsonPieces, jsonProblem, looksLikeJson } from './json-text.ts';

const marks = {
  name: Decoration.mark({ class: 't-name' }),
  string: Decoration.mark({ class: 't-string' }),
  number: Decoration.mark({ class: 't-number' }),
};

/** Number of characters coloured per line. No one reads the rest of a minified payload. */
const COLOURED_LINE = 5_000;

/** Colours the visible lines one by one, because a JSON string never spans lines. */
function colours(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (!looksLikeJson(view.state.doc.sliceString(0, 200))) return builder.finish();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      for (const piece of jsonPieces(line.text.slice(0, COLOURED_LINE)))
        builder.add(line.from + piece.from, line.from + piece.to, marks[piece.type]);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const highlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colours(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = colours(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function problems({ state: { doc } }: EditorView): Diagnostic[] {
  const problem = jsonProblem(doc.toString());
  if (!problem) return [];
  const from = Math.min(problem.at, doc.length);
  return [{ from, to: Math.min(from + 1, doc.length), severity: 'error', message: problem.message }];
}

/** Colours JSON and marks its errors. A call’s input can be any text, so other text stays plain. */
export const jsonLanguage: Extension = [highlighter, linter(problems, { delay: 500 })];
