/**
 * The building blocks of ready-made templates. They produce plain template text, as a person would write it: the editor
 * offers it as a start. Each prints nothing where its field is missing, so nothing dangles.
 */

/** A value tag; a plain path without blanks, in its usual spelling. */
const tag = (expression: string) => (/^[\w.]+$/.test(expression) ? `{{${expression}}}` : `{{ ${expression} }}`);

/** A value with the words around it, inside of a line. */
export const maybe = (before: string, expression: string, after = '') =>
  `{{#if ${expression}}}${before}${tag(expression)}${after}{{/if}}`;

/** A value with the words around it, as its own line. */
export const line = (expression: string, before = '', after = '') =>
  `{{#if ${expression}}}\n${before}${tag(expression)}${after}\n{{/if}}`;

/** Lines that are there only under a condition. */
export const when = (condition: string, ...text: string[]) => `{{#if ${condition}}}\n${lines(...text)}\n{{/if}}`;

/**
 * The beginning of a long text, as separate lines: `length` characters at most, without blank lines and without markup.
 * Markup is the rest of issue and pull request forms, and the signs of Markdown, HTML and Jira.
 */
export const excerpt = (expression: string, length = 600, condition = '') =>
  lines(
    String.raw`{{ $text := $replace($plain($substring((${expression}) ?: "", 0, 4000)), /^\s+|\s+$|\s*(\n)\s*/, "$1") -}}`,
    when(`${condition && `${condition} and `}$text`, `{{ $truncate($text, ${length}) }}`),
  );

/** The first line of a text of several. */
export const firstLine = (expression: string) => String.raw`$substringBefore(${expression} ?: "", "\n")`;

/** ` by octo`, or nothing. */
export const by = (expression: string) => maybe(' by ', expression);

/** `3 files`, `1 file`. */
export const counted = (expression: string, word: string) =>
  `${tag(expression)} ${word}{{#if ${expression} != 1}}s{{/if}}`;

/** An expression that says a code in words: by the list, else the code with blanks; `otherwise` where it is missing. */
export const inWords = (code: string, words: Record<string, string>, otherwise = 'changed') =>
  `$lookup(${JSON.stringify(words)}, ${code} ?: "") ?: $replace(${code} ?: "${otherwise}", /[._:-]/, " ")`;

/** An expression for a code of several words, `changes_requested`, with blanks. */
export const spaced = (code: string, otherwise = 'changed') => `$replace(${code} ?: "${otherwise}", /[._:-]/, " ")`;

/** `old → new`, where both are there. */
export const changed = (from: string, to: string, name = '') =>
  when(`(${from}) and (${to})`, `${name}${tag(from)} → ${tag(to)}`);

/** The reference that a push made or deleted, after the word for that. */
export const refKind = '($contains(ref ?: "", /^refs.tags/) ? " tag" : " branch")';

/** Lines for each item of a list while the condition `$index < most` holds; `most` may continue with further ones. */
export const each = (list: string, most: number | string, ...item: string[]) =>
  lines(`{{#each ${list}}}`, when(`$index < ${most}`, ...item), '{{/each}}');

/** The number beyond those shown. */
export const more = (count: string, most: number | string) =>
  when(`${count} > ${most}`, `… and {{ ${count} - ${most} }} more`);

export const lines = (...texts: string[]) => texts.join('\n');

/** The results of builds, checks and deployments, and their states until then. */
export const OUTCOMES = {
  success: 'succeeded',
  failure: 'failed',
  error: 'failed with an error',
  timed_out: 'timed out',
  action_required: 'needs action',
  startup_failure: 'failed to start',
  neutral: 'ended neutral',
  stale: 'is stale',
  cancelled: 'was cancelled',
  canceled: 'was cancelled',
  skipped: 'was skipped',
  pending: 'is pending',
  in_progress: 'is running',
  running: 'is running',
  queued: 'is queued',
  waiting: 'is waiting',
  created: 'was created',
  requested: 'was requested',
  rerequested: 'was requested again',
  requested_action: 'was asked for an action',
};
