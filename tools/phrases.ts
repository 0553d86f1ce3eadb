/*
 * Templates of a sender repeat each other’s words, and each tag repeats the expression of its condition. Packing
 * reduces them to a third, so they fit in the renderer’s bundle. lambdas/templates/ready-made/unpack.ts unpacks them.
 */
import { MARK, referenceTo, unpacked } from '../lambdas/templates/ready-made/unpack.ts';

/** Minimum number of characters that a phrase must save. */
const WORTH = 100;
const LONGEST = 600;

/** A tag that repeats the expression of its condition: `{{#if a}} ({{a}})`. */
const REPEATED = /\{\{#if ((?:(?!\}\}|~).)+)\}\}([^{~]{0,60})(\{\{ ?)\1( ?\}\})/g;
const isPath = (expression: string) => /^[\w.]+$/.test(expression);

const shortened = (text: string): string =>
  text
    .replaceAll(MARK, MARK + MARK)
    .replace(REPEATED, (all, expression: string, before: string, opening: string, closing: string) =>
      isPath(expression) === (opening === '{{') && isPath(expression) === (closing === '}}')
        ? `{{#if ${expression}}}${before}${MARK}!`
        : all,
    );

/**
 * Finds the phrases that save most in these texts. Returns them, and a function that packs a text with them.
 * @param known the phrases to use, because searching them takes seconds
 */
export const packerOf = (
  texts: readonly string[],
  known?: readonly string[],
): { phrases: string[]; pack(text: string): string } => {
  const short = new Map(texts.map((text) => [text, shortened(text)]));
  const phrases: string[] = [];
  for (let found = -1; found !== 0; ) {
    found = 0;
    let corpus = [...short.values()].join('\0');
    for (const [phrase, saved] of known?.map((each) => [each, 0] as const) ?? repeatsOf(corpus)) {
      // A match inside a reference, right after its mark, does not count.
      const pieces = piecesOf(corpus, phrase);
      const count = pieces.length - 1;
      const saves = (phrase.length - 3) * (count - 1);
      if (count < 2 || saves < Math.max(WORTH, saved * 0.8)) continue;
      corpus = pieces.join(referenceTo(phrases.length));
      phrases.push(phrase);
      found += 1;
    }
    for (const [index, text] of [...short.keys()].entries()) short.set(text, corpus.split('\0')[index] ?? '');
    if (known) break;
  }
  return {
    phrases,
    pack(text) {
      const packed = short.get(text) ?? '';
      if (unpacked(packed, phrases) !== text) throw new Error(`This text cannot be packed: ${text}`);
      return packed;
    },
  };
};

const piecesOf = (corpus: string, phrase: string): string[] => {
  const pieces: string[] = [];
  for (const piece of corpus.split(phrase)) {
    if (/~.?$/.test(pieces.at(-1) ?? '')) pieces.push((pieces.pop() ?? '') + phrase + piece);
    else pieces.push(piece);
  }
  return pieces;
};

/** Finds repeated parts that begin at a word, with the number of characters saved, largest first. */
function repeatsOf(corpus: string): [phrase: string, saved: number][] {
  const tails: string[] = [];
  for (const text of new Set(corpus.split('\0')))
    for (const { index } of text.matchAll(/(?<!\w|~|~.)[^!}]/g)) tails.push(text.slice(index, index + LONGEST));
  tails.sort((one, other) => (one < other ? -1 : 1));
  const found = new Map<string, number>();
  const open: [length: number, from: number][] = [];
  for (let at = 1; at <= tails.length; at += 1) {
    const shared = sharedLength(tails[at - 1] ?? '', tails[at] ?? '');
    let from = at - 1;
    for (let last = open.at(-1); last && last[0] > shared; last = open.at(-1)) {
      open.pop();
      from = last[1];
      const saved = (last[0] - 3) * (at - 1 - from);
      if (saved >= WORTH) found.set((tails[from] ?? '').slice(0, last[0]).replace(/~.?$/, ''), saved);
    }
    if (shared > 0 && (open.at(-1)?.[0] ?? 0) < shared) open.push([shared, from]);
  }
  return [...found].sort(([one, saved], [other, others]) => others - saved || (one < other ? -1 : 1));
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
