import type { Block, Inline } from '../src/ui/message-blocks.tsx';

/** A pattern of formatted text, and a function that builds its element. `inner` parses the text between the marks. */
export type Rule = readonly [
  pattern: RegExp,
  build: (match: RegExpExecArray, inner: (text: string) => Inline[]) => Inline,
];

/** Parses text by repeatedly applying the rule that matches first. Text without a match stays unchanged. */
export const inline = (text: string, rules: readonly Rule[]): Inline[] => {
  const words: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    let first: { match: RegExpExecArray; build: Rule[1] } | undefined;
    for (const [pattern, build] of rules) {
      const match = pattern.exec(rest);
      if (match && (!first || match.index < first.match.index)) first = { match, build };
    }
    if (!first) break;
    const { match, build } = first;
    if (match.index > 0) words.push(rest.slice(0, match.index));
    words.push(build(match, (inner) => inline(inner, rules)));
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== '') words.push(rest);
  return words;
};

type Mark = 'bold' | 'italic' | 'underline' | 'strike';

/** Returns a function that formats the first group of a match. */
export const marks =
  (mark: Mark): Rule[1] =>
  (match, inner) => ({ mark, of: inner(match[1] ?? '') });
export const code: Rule = [/`([^`\n]+)`/, (match) => ({ mark: 'code', of: [match[1] ?? ''] })];
/** A backslash before punctuation makes it literal. */
export const escaped: Rule = [/\\([!-/:-@[-`{-~])/, (match) => match[1] ?? ''];
export const bareLink: Rule = [
  /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/,
  ([url]) => ({ mark: 'link', url, of: [url] }),
];
export const markdownLink: Rule = [
  /\[([^\]\n]+)\]\(<?([^()\s>]+)>?\)/,
  (match, inner) => ({ mark: 'link', url: match[2] ?? '', of: inner(match[1] ?? '') }),
];

/** A line such as a quote or a heading; consecutive lines of one kind form one element. */
export interface LineKind {
  /** A pattern of the whole line, whose first group is its content. */
  pattern: RegExp;
  build(lines: readonly string[], words: (text: string) => Inline[]): Block;
}

/** Parses text into fenced code, special lines such as quotes, and formatted text. */
export const textBlocks = (text: string, rules: readonly Rule[], kinds: readonly LineKind[]): Block[] =>
  text.split(/```(?:[\w+-]*\n)?([\s\S]+?)```/).flatMap((part, index): Block[] => {
    // Every second piece is the text between fences.
    if (index % 2 === 1) return [{ kind: 'code', text: part.replace(/\n$/, '') }];
    return lineBlocks(index === 0 ? part : part.replace(/^\n/, ''), rules, kinds);
  });

const lineBlocks = (text: string, rules: readonly Rule[], kinds: readonly LineKind[]): Block[] => {
  const words = (part: string) => inline(part, rules);
  const groups: { kind: LineKind | undefined; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const kind = kinds.find(({ pattern }) => pattern.test(line));
    const said = kind ? (kind.pattern.exec(line)?.[1] ?? '') : line;
    const last = groups.at(-1);
    if (last && last.kind === kind) last.lines.push(said);
    else groups.push({ kind, lines: [said] });
  }
  return groups.flatMap(({ kind, lines }): Block[] => {
    if (kind) return [kind.build(lines, words)];
    // Blank lines between blocks are dropped, because blocks have spacing.
    const said = lines.join('\n').replace(/^\n+|\n+$/g, '');
    return said === '' ? [] : [{ kind: 'text', of: words(said) }];
  });
};

export const quoteLines = (pattern: RegExp): LineKind => ({
  pattern,
  build: (lines, words) => ({ kind: 'quote', of: [{ kind: 'text', of: words(lines.join('\n')) }] }),
});
export const listLines = (pattern: RegExp, ordered: boolean): LineKind => ({
  pattern,
  build: (lines, words) => ({ kind: 'list', ordered, items: lines.map((line) => [{ kind: 'text', of: words(line) }]) }),
});
/** Shows consecutive lines that match `pattern` as one text block of the given size. */
export const sizedLines = (pattern: RegExp, size: 'small' | 'title' | 'large'): LineKind => ({
  pattern,
  build: (lines, words) => ({ kind: 'text', size, of: words(lines.join('\n')) }),
});
