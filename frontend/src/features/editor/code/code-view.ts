import { acceptCompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from '@codemirror/view';
import type { Diagnostic as TemplateDiagnostic } from '../../../../../lambdas/templates/editor/diagnose.ts';
import type { CallFacts } from '../call-facts.ts';
import type { Insertion } from '../insertion.ts';
import { templateLanguage } from './template-language.ts';
import { jsonColours, theme } from './theme.ts';

export type CodeLanguage = 'json' | 'template';

export interface CodeViewOptions {
  language: CodeLanguage;
  label: string;
  /** Read out after the label. */
  hint: string;
  placeholder: string;
  value: string;
  facts(): CallFacts;
  onChange(value: string): void;
}

/** One mounted editor. */
export interface CodeView {
  /** Replaces the text when it is not the one already shown; the cursor goes to its end. */
  show(value: string): void;
  mark(diagnostics: readonly TemplateDiagnostic[]): void;
  /** Changes the text where the cursor is, as one step that can be undone. */
  change(make: (template: string, from: number, to: number) => Insertion): void;
  /** Puts the cursor at a 1-based line and column. */
  jump(line: number, column: number): void;
  destroy(): void;
}

/** Marks a change that came from the page itself. */
const fromPage = Annotation.define<boolean>();

/**
 * Mounts an editor into a shadow root, where its styles are adopted style sheets: the content security policy allows no
 * style element that it does not know.
 */
export function mountCodeView(root: ShadowRoot, options: CodeViewOptions): CodeView {
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.value,
      selection: { anchor: options.language === 'template' ? docLength(options.value) : 0 },
      extensions: [
        common(options),
        options.language === 'json'
          ? [json(), syntaxHighlighting(jsonColours), linter(jsonProblems, { delay: 500 })]
          : templateLanguage(options.facts),
      ],
    }),
  });
  return {
    show: (value) => {
      if (view.state.doc.toString() === value) return;
      const text = view.state.toText(value);
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: options.language === 'template' ? text.length : 0 },
        annotations: fromPage.of(true),
      });
    },
    mark: (diagnostics) => {
      const { length } = view.state.doc;
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics
            .filter(({ from }) => from <= length)
            .map(({ from, to, severity, text }) => ({ from, to: Math.min(to, length), severity, message: text })),
        ),
      );
    },
    change: (make) => {
      const { from, to } = view.state.selection.main;
      const change = make(view.state.doc.toString(), from, to);
      view.dispatch({
        changes: { from: change.from, to: change.to, insert: change.insert },
        selection: { anchor: change.cursor },
        scrollIntoView: true,
        userEvent: 'input',
      });
    },
    jump: (line, column) => {
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Line breaks count once, however they were written. */
const docLength = (text: string) => text.replace(/\r\n?/g, '\n').length;

const common = ({ label, hint, placeholder, onChange }: CodeViewOptions): Extension => [
  theme,
  lineNumbers(),
  history(),
  drawSelection(),
  highlightSpecialChars(),
  indentOnInput(),
  bracketMatching(),
  placeholderText(placeholder),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': hint, autocapitalize: 'off' }),
  EditorState.tabSize.of(2),
  // Escape and then Tab leaves the editor; the view itself sees to that.
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    { key: 'Ctrl-Space', run: startCompletion },
    indentWithTab,
    ...completionKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...historyKeymap,
  ]),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((transaction) => transaction.annotation(fromPage)))
      onChange(state.doc.toString());
  }),
];

const checkJson = jsonParseLinter();

/** Only what sets out to be JSON is judged as JSON: the input of a call may be any text. */
function jsonProblems(view: EditorView): Diagnostic[] {
  const start = view.state.doc.sliceString(0, 200).trimStart();
  return /^[[{]/.test(start) ? checkJson(view) : [];
}
