import { history, historyKeymap, indentLess, indentMore, standardKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
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
import { jsonLanguage } from './json-language.ts';
import { templateLanguage } from './template-language.ts';
import { theme } from './theme.ts';

export type CodeLanguage = 'json' | 'template';

interface CodeViewOptions {
  language: CodeLanguage;
  label: string;
  /** A hint that screen readers read after the label. */
  hint: string;
  placeholder: string;
  value: string;
  facts(): CallFacts;
  onChange(value: string): void;
}

/** One mounted editor. */
export interface CodeView {
  /** Replaces the text if it differs. The cursor moves to a template's end, or to the start of JSON. */
  show(value: string): void;
  mark(diagnostics: readonly TemplateDiagnostic[]): void;
  /** Changes the text at the cursor, in a single undo step. */
  change(make: (template: string, from: number, to: number) => Insertion): void;
  /** Moves the cursor to a 1-based line and column. */
  jump(line: number, column: number): void;
  focus(): void;
  destroy(): void;
}

/** Marks changes made by the page, not by the user. */
const fromPage = Annotation.define<boolean>();

/**
 * Mounts an editor in a shadow root, where its styles become adopted style sheets. The content security policy would
 * block style elements.
 */
export function mountCodeView(root: ShadowRoot, options: CodeViewOptions): CodeView {
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.value,
      selection: { anchor: options.language === 'template' ? docLength(options.value) : 0 },
      extensions: [common(options), options.language === 'json' ? jsonLanguage : templateLanguage(options.facts)],
    }),
  });
  // Measures the lines again in their final font, because the line numbers would drift otherwise.
  void document.fonts?.ready.then(() => view.requestMeasure());
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
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** The length of a text in the editor, where every line break counts as one character. */
const docLength = (text: string) => text.replace(/\r\n?/g, '\n').length;

/**
 * Handles typing over a selection. By default, the browser keeps the deleted text's colour in a style attribute, which
 * the content security policy blocks and reports.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false;
    const { from, to } = selected(view);
    if (from === to) return false;
    event.preventDefault();
    view.dispatch({
      changes: { from, to, insert: view.state.toText(event.data) },
      selection: { anchor: from + docLength(event.data) },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});

/** The current selection, from the browser if possible, because the view is updated a moment later. */
function selected(view: EditorView): { from: number; to: number } {
  const { getSelection } = view.root as { getSelection?: () => Selection | null };
  const selection = getSelection?.call(view.root);
  if (!selection?.anchorNode || !selection.focusNode || !view.contentDOM.contains(selection.anchorNode))
    return view.state.selection.main;
  const anchor = view.posAtDOM(selection.anchorNode, selection.anchorOffset);
  const head = view.posAtDOM(selection.focusNode, selection.focusOffset);
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
}

const common = ({ label, hint, placeholder, onChange }: CodeViewOptions): Extension => [
  theme,
  lineNumbers(),
  history(),
  drawSelection(),
  highlightSpecialChars(),
  bracketMatching(),
  placeholderText(placeholder),
  EditorView.lineWrapping,
  replaceSelection,
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': hint,
    autocapitalize: 'off',
    tabindex: '0',
  }),
  EditorState.tabSize.of(2),
  // Tab moves the focus out of the editor, as in any other field.
  keymap.of([
    { key: 'Mod-]', run: indentMore },
    { key: 'Mod-[', run: indentLess },
    ...standardKeymap,
    ...historyKeymap,
  ]),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((transaction) => transaction.annotation(fromPage)))
      onChange(state.doc.toString());
  }),
];
