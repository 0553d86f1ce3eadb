/** One heading of the docs with the text below it, as in `docs/search.json`. */
export interface DocsEntry {
  /** Path and anchor: `/docs/webhooks#invocation`. */
  href: string;
  /** The page's title. */
  page: string;
  title: string;
  /** Search terms that the text does not contain. */
  keywords: string;
  text: string;
}

/** Words that a search ignores. */
const FILLERS = new Set(
  'a an and are as at be but by can could did do does for from get got have how i in is it its me my of on or our should so that the their then there they this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

interface Word {
  /** The word in lower case, without accents. */
  whole: string;
  /** The word without inflected endings. */
  stem: string;
}

/** The words of a text, split at everything that is not a letter or digit. */
const wordsOf = (text: string): Word[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((whole) => ({ whole, stem: stem(whole) }));

const stem = (word: string): string =>
  word.length < 5 ? word : word.replace(/(?:ations?|ing|ies|ied|ed|es|s|e|y)$/, '');

/** The score of a hit in each place. */
const WEIGHTS = { title: 12, keywords: 9, page: 4, text: 2 } as const;
type Place = keyof typeof WEIGHTS;
const places = Object.keys(WEIGHTS) as Place[];

interface Prepared {
  entry: DocsEntry;
  words: Record<Place, readonly Word[]>;
}
const prepared = new WeakMap<readonly DocsEntry[], Prepared[]>();

const prepare = (index: readonly DocsEntry[]): Prepared[] => {
  const known = prepared.get(index);
  if (known) return known;
  const made = index.map((entry) => ({
    entry,
    words: {
      title: wordsOf(entry.title),
      keywords: wordsOf(entry.keywords),
      page: wordsOf(entry.page),
      text: wordsOf(entry.text),
    },
  }));
  prepared.set(index, made);
  return made;
};

/** Finds the best entries for the typed text, best first. A word's beginning is enough, and most words must match. */
export function searchDocs(index: readonly DocsEntry[], query: string, limit = 8): DocsEntry[] {
  const all = wordsOf(query);
  const telling = all.filter(({ whole }) => !FILLERS.has(whole));
  const asked = [...new Map((telling.length > 0 ? telling : all).map((word) => [word.stem, word])).values()];
  if (asked.length === 0) return [];
  return prepare(index)
    .map(({ entry, words }) => ({ entry, ...rate(words, asked) }))
    .map(({ score, ...rest }) => ({ ...rest, score: isReference(rest.entry) ? score * REFERENCE_SHARE : score }))
    .filter(({ found }) => found >= Math.ceil(asked.length * 0.6))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** Reduces the score of the API reference, because most users look for an explanation. */
const REFERENCE_SHARE = 0.45;
const isReference = ({ href }: DocsEntry): boolean => href.startsWith('/docs/api');

function rate(words: Prepared['words'], asked: readonly Word[]): { found: number; score: number } {
  let found = 0;
  let score = 0;
  for (const word of asked) {
    let best = 0;
    for (const place of places) {
      const fit = Math.max(0, ...words[place].map((candidate) => fitOf(candidate, word)));
      if (fit === 0) continue;
      // Of two headings with the word, the shorter one is the better match.
      best += fit * WEIGHTS[place] * (place === 'title' ? 1 + 1 / words.title.length : 1);
    }
    if (best > 0) found++;
    score += best;
  }
  return { found, score: score * (found / asked.length) ** 2 };
}

/** Rates a match: 1 for the whole word, 0.6 for its beginning, 0.35 with one wrong letter, otherwise 0. */
function fitOf(candidate: Word, { whole, stem: begun }: Word): number {
  if (candidate.stem === begun) return 1;
  if (begun.length >= 2 && candidate.stem.startsWith(begun)) return 0.6;
  // A wrong letter can change the stem, so whole words are compared.
  return whole.length >= 5 && isNear(candidate.whole, whole) ? 0.35 : 0;
}

/** True if the words differ by at most one letter: added, missing, different, or swapped with the next one. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

let loading: Promise<readonly DocsEntry[]> | undefined;

/** Fetches the index that was built with the pages, once. If that fails, the next caller fetches it again. */
export function loadDocsIndex(fetch: typeof globalThis.fetch = globalThis.fetch): Promise<readonly DocsEntry[]> {
  loading ??= fetch('/docs/search.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`docs/search.json: ${response.status}`);
      return (await response.json()) as DocsEntry[];
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
