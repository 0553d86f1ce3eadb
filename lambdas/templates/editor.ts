/**
 * What an editor for templates needs to know, as pure functions over text: highlighting, diagnostics, completion. Offsets
 * count UTF-16 units from the start of the template, as CodeMirror does.
 */
export { type Completion, type Completions, complete } from './editor/complete.ts';
export { type Diagnostic, diagnose } from './editor/diagnose.ts';
export { type Highlight, type HighlightType, highlight } from './editor/highlight.ts';
export { collectPaths, type PathInfo } from './editor/paths.ts';
export { formatError } from './format-error.ts';
