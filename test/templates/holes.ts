/** A line must not end with these, because they announce text that is missing. */
const DANGLING =
  /(?:^|\s)(?:by|on|to|from|in|into|of|for|at|with|was|is|as|after|about|the|a|an|and|or|→|-|–|·|#|!|\+|−|×)$|[,:(#@]$/m;
/** A line must not begin with these. */
const HEADLESS = /^(?:[,:;.)→·!]|(?:by|on|to|from|of|with|and|as)\s)/m;
/** Two words, of which the first needs another word after it. */
const SKIPPED =
  /\b(?:by|on|to|of|from|into|with|for|at) (?:by|on|to|of|from|into|with|for|at|was|is|has|and|,|:|→)(?=\W|$)/;
const EMPTY_PAIR = /\(\s*\)|""|“”|\(\s|\s\)|\[\]/;
const LONELY_SIGN = /(?:^|\s)[#@](?=\s|$)|\s[,:;](?=\s|$)|,\s*[,:.]|:\s*:|→ →/;
const ONE_OF_MANY =
  /(?<![\d.,#])1 (?:files|events|commits|items|orders|users|alerts|repositories|days|hours|pages|changes|seats|units)\b/;

/**
 * Finds the faults of messages with a missing field: gaps, and words or signs without content. Returns none if a message
 * reads as if the field never existed.
 */
export function holesIn(message: string): string[] {
  const [first = ''] = message.split('\n');
  const found: [string, boolean][] = [
    ['a double blank', /\S {2,}/.test(message)],
    ['a blank at the end of a line', / $/m.test(message)],
    ['an empty line', /\n\s*\n/.test(message)],
    ['a dangling end', DANGLING.test(message)],
    ['a line without its beginning', HEADLESS.test(message)],
    ['a skipped word', SKIPPED.test(message)],
    ['an empty pair', EMPTY_PAIR.test(message)],
    ['a lonely sign', LONELY_SIGN.test(message)],
    ['one of many', ONE_OF_MANY.test(message)],
    ['a first line of less than two words', first.trim().split(/\s+/).length < 2],
    ['a value that is no text', /undefined|\bNaN\b|\[object|[{}]/.test(message)],
  ];
  return found.filter(([, wrong]) => wrong).map(([what]) => what);
}

/** The paths of all values in a payload, with at most two items per list. */
function pathsOf(value: unknown, before: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value)
    ? value.slice(0, 2).map((item, at) => [at, item] as const)
    : Object.entries(value);
  return entries.flatMap(([name, inner]) => [[...before, name], ...pathsOf(inner, [...before, name])]);
}

const THING = { uuid: 'u-1', name: 'Thing' };
const STRUCTURES = [THING, [THING], ['One', 'Two'], [['One', 'Two'], [3]], [{}], [true, false]];

/** Copies of a payload, each with a list or an object in place of one value. */
export function* withOneStructure(payload: object): Generator<{ path: string; payload: object }> {
  for (const [at, path] of pathsOf(payload).entries()) {
    const copy = structuredClone(payload);
    let holder = copy as Record<string | number, unknown>;
    for (const name of path.slice(0, -1)) holder = holder[name] as Record<string | number, unknown>;
    holder[path.at(-1) as string | number] = STRUCTURES[at % STRUCTURES.length];
    yield { path: path.join('.'), payload: copy };
  }
}

/** Copies of a payload in each of which one field is missing, null, or, for a text, empty. */
export function* withoutOneField(payload: object): Generator<{ path: string; payload: object }> {
  for (const path of pathsOf(payload)) {
    for (const how of ['missing', 'null', 'empty'] as const) {
      const copy = structuredClone(payload);
      let holder = copy as Record<string | number, unknown>;
      for (const name of path.slice(0, -1)) holder = holder[name] as Record<string | number, unknown>;
      const last = path.at(-1) as string | number;
      if (how === 'empty' && typeof holder[last] !== 'string') continue;
      if (how !== 'missing' && Array.isArray(holder)) continue;
      if (how !== 'missing') holder[last] = how === 'null' ? null : '';
      else if (Array.isArray(holder)) holder.splice(last as number, 1);
      else delete holder[last];
      yield { path: `${path.join('.')} ${how}`, payload: copy };
    }
  }
}
