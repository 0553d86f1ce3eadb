import { Compartment, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
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

/**
 * Colours templates immediately, and loads completion when the editor gets the focus.
 * @param facts the call whose fields are suggested
 */
export function templateLanguage(facts: () => CallFacts): Extension {
  const help = new Compartment();
  let asked = false;
  return [
    highlighter,
    help.of([]),
    EditorView.domEventHandlers({
      focus: (_event, view) => {
        if (asked) return;
        asked = true;
        const { doc } = view.state;
        import('./completion.ts').then(
          ({ completion, startCompletion }) => {
            view.dispatch({ effects: help.reconfigure(completion(facts)) });
            // If the user has typed while the code was loading, suggest names for the current text.
            if (view.hasFocus && view.state.doc !== doc) startCompletion(view);
          },
          // Loading failed, for example without a connection. The next focus loads it again.
          () => {
            asked = false;
          },
        );
      },
    }),
  ];
}
