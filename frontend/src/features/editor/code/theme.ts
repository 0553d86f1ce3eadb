import { EditorView } from '@codemirror/view';

/**
 * The theme of both editors. The page's custom properties also apply in the shadow root, so both colour schemes work
 * automatically.
 */
export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'inherit' },
  '&.cm-focused': {
    outline: '2px solid var(--accent-text)',
    outlineOffset: '-2px',
    borderRadius: 'var(--editor-radius, 0)',
  },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.25rem', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-3)', border: 'none', paddingLeft: '8px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '20px', padding: '0 6px 0 4px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-strong)',
    borderRadius: '2px',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    color: 'var(--err)',
  },
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--err-fill)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn-fill)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    boxShadow: 'var(--elevation-raised)',
    overflow: 'hidden',
    maxWidth: 'min(32rem, 92vw)',
  },
  '.cm-diagnostic': {
    borderLeft: 'none',
    padding: '8px 12px',
    whiteSpace: 'pre-wrap',
    fontFamily: '"Geist", "Geist Fallback", Arial, sans-serif',
    fontSize: '0.8125rem',
  },
  '.cm-diagnostic-error': { color: 'var(--err)' },
  '.cm-diagnostic-warning': { color: 'var(--warn)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '15rem', minWidth: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    justifyContent: 'space-between',
    padding: '4px 10px',
    lineHeight: '1.25rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-completionDetail': {
    marginLeft: '0',
    fontStyle: 'normal',
    color: 'var(--ink-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    minWidth: '0',
  },
  '.t-tag': { color: 'var(--accent-text)', fontWeight: '600' },
  '.t-keyword': { color: 'var(--accent-text)', fontWeight: '600' },
  '.t-comment': { color: 'var(--ink-2)', fontStyle: 'italic' },
  '.t-name': { color: 'var(--accent-text)' },
  '.t-variable, .t-function': { color: 'var(--warn)' },
  '.t-string, .t-regex': { color: 'var(--ok)' },
  '.t-number, .t-constant': { color: 'var(--warn)' },
  '.t-operator': { color: 'var(--ink-2)' },
});
